import { InputError } from '../../errors.js';

/** Vertices (3 numbers each) and triangles of a Wavefront OBJ file; other things in it are passed over. */
export function readObj(text: string, name: string): { vertices: number[][]; triangles: number[][] } {
  const vertices: number[][] = [];
  const triangles: number[][] = [];
  text.split('\n').forEach((line, k) => {
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === 'v') {
      const place = words.slice(0, 3).map(Number);
      if (place.length < 3 || !place.every(Number.isFinite)) fail(name, k, 'three numbers', line);
      vertices.push(place);
    } else if (kind === 'f') {
      const corners = words.map((word) => {
        const number = Number.parseInt(word, 10);
        return number < 0 ? vertices.length + number : number - 1;
      });
      if (corners.some((corner) => !(corner >= 0 && corner < vertices.length)))
        fail(name, k, 'vertices that exist', line);
      for (let i = 1; i < corners.length - 1; i++) triangles.push([corners[0], corners[i], corners[i + 1]]);
    }
  });
  if (triangles.length === 0) fail(name, 0, 'vertices and faces', 'none');
  return { vertices, triangles };
}

function fail(name: string, line: number, expected: string, found: string): never {
  throw new InputError(`${name} cannot be read`, [{ path: `line ${line + 1}`, expected, found: found.slice(0, 60) }]);
}

/** A scene that lays cords over a model: the model stands on the ground, 0.5 m high or wide. */
export function objScene(text: string, name: string): unknown {
  const { vertices, triangles } = readObj(text, name);
  const low = [0, 1, 2].map((i) => Math.min(...vertices.map((v) => v[i])));
  const high = [0, 1, 2].map((i) => Math.max(...vertices.map((v) => v[i])));
  const scale = 0.5 / Math.max(...[0, 1, 2].map((i) => high[i] - low[i]));
  // models mostly come with y up
  const placed = vertices.map((v) => [
    scale * (v[0] - 0.5 * (low[0] + high[0])),
    -scale * (v[2] - 0.5 * (low[2] + high[2])),
    scale * (v[1] - low[1]),
  ]);
  const top = scale * (high[1] - low[1]);
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
