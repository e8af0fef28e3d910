import { readObj } from '../../io/import/obj.js';

/** A scene that lays cords over a model: the model stands on the ground, 0.5 m high or wide. */
export function objScene(bytes: Uint8Array, name: string): unknown {
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
  const top = scale * (high[2] - low[2]);
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
    version: 1,
    name: name.replace(/\.obj$/i, '') || 'model',
    description: 'cords fall on a model',
    duration: 2,
    step: { length: 0.005 },
    obstacles: [
      { name: 'ground', shape: { type: 'plane' }, material: 'wood' },
      { name: 'model', shape: { type: 'mesh', vertices: placed, triangles }, material: 'wood' },
    ],
    bodies: [0, 1, 2, 3, 4].map(cord),
  };
}
