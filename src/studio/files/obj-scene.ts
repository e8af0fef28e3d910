import { readObj } from '../../io/import/obj.js';

/** What a model can be. */
export type ModelRole = 'obstacle' | 'body' | 'cloth';

type Triple = readonly number[];

const ground = { name: 'ground', shape: { type: 'plane' }, material: 'wood' };

/** A scene with a model, 0.5 m high or wide: something for cords to fall on, a body that falls, or cloth that does. */
export function objScene(bytes: Uint8Array, name: string, role: ModelRole = 'obstacle'): unknown {
  // models mostly come with y up
  const { vertices, triangles } = readObj(bytes, name, { up: 'y', scale: 1 });
  const low = [0, 1, 2].map((i) => vertices.reduce((least, v) => Math.min(least, v[i]), Infinity));
  const high = [0, 1, 2].map((i) => vertices.reduce((most, v) => Math.max(most, v[i]), -Infinity));
  const scale = 0.5 / Math.max(...[0, 1, 2].map((i) => high[i] - low[i]), 1e-9);
  const placed = vertices.map((v) => [
    scale * (v[0] - 0.5 * (low[0] + high[0])),
    scale * (v[1] - 0.5 * (low[1] + high[1])),
    scale * (v[2] - low[2]),
  ]);
  const rest = { version: 1, name: name.replace(/\.obj$/i, '') || 'model', duration: 2, step: { length: 0.005 } };
  if (role === 'body') return { ...rest, ...falling(placed) };
  if (role === 'cloth') return { ...rest, ...cloth(placed, triangles) };
  return { ...rest, ...cords(placed, triangles, scale * (high[2] - low[2])) };
}

function cords(vertices: readonly Triple[], triangles: readonly Triple[], top: number): object {
  const cord = (k: number): unknown => ({
    type: 'rod',
    name: `cord-${k}`,
    model: 'der',
    elements: 40,
    length: 0.8,
    radius: 0.006,
    material: 'rope',
    shape: { position: [-0.4, 0.05 * (k - 2), top + 0.05 + 0.03 * k], tangent: [1, 0, 0] },
  });
  return {
    description: 'cords fall on a model',
    obstacles: [ground, { name: 'model', shape: { type: 'mesh', vertices, triangles }, material: 'wood' }],
    bodies: [0, 1, 2, 3, 4].map(cord),
  };
}

/** Rigid bodies are convex, or made of convex parts: the model's hull. */
function falling(vertices: readonly Triple[]): object {
  const shape = { type: 'convex', vertices };
  return {
    description: 'the convex hull of a model falls to the ground',
    obstacles: [ground],
    bodies: [{ type: 'rigid', name: 'model', shape, material: 'wood', position: [0, 0, 0.3], spin: [0.7, 0.4, 0] }],
  };
}

function cloth(vertices: readonly Triple[], triangles: readonly Triple[]): object {
  return {
    description: 'a model of cloth falls on a ball',
    materials: { fabric: { friction: 0.4 } },
    obstacles: [
      { ...ground, material: 'fabric' },
      { name: 'ball', shape: { type: 'sphere', radius: 0.18 }, material: 'fabric', position: [0, 0, 0.18] },
    ],
    bodies: [
      {
        type: 'cloth',
        name: 'model',
        pieces: [{ type: 'mesh', vertices: vertices.map(([x, y, z]) => [x, y, z + 0.42]), triangles }],
        material: 'fabric',
        density: 0.3,
        stretch: 200,
        bend: 0.0005,
        thickness: 0.004,
      },
    ],
  };
}
