import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VertexKeys } from '../../src/bodies/deformation.js';
import type { DeformingMesh } from '../../src/io/import/deforming-mesh.js';
import { openGltf } from '../../src/io/import/gltf.js';
import { gltfDeformation } from '../../src/io/import/gltf-deformation.js';

/** What Blender has evaluated. */
interface Evaluated {
  readonly object: string;
  readonly fps: number;
  readonly frames: readonly number[];
  readonly positions: readonly (readonly number[])[];
}

export interface Comparison {
  readonly mesh: DeformingMesh;
  readonly evaluated: Evaluated;
  /** largest distance of a vertex from where Blender has it, at each frame (m) */
  readonly errors: readonly number[];
  /** how far vertices go in all, for scale (m) */
  readonly travel: number;
}

/** Reads a character of a folder and compares its vertices with those of Blender at whole frames. */
export async function compareWithBlender(
  folder: string,
  name: string,
  animation?: string | string[],
): Promise<Comparison> {
  const evaluated = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Evaluated;
  const none = (): Promise<never> => Promise.reject(new Error('no other file'));
  const file = await openGltf(readFileSync(path.join(folder, `${name}.glb`)), `${name}.glb`, none);
  const mesh = gltfDeformation(file, { node: evaluated.object, animation }, { up: 'y', scale: 1 });
  const n = mesh.frames[0].length / 3;
  const keys = new VertexKeys(mesh.times, Float32Array.from(mesh.frames.flatMap((frame) => [...frame])));
  const at = evaluated.frames.map((frame) => {
    const x = new Float64Array(3 * n);
    keys.at(x, frame / evaluated.fps);
    return x;
  });
  if (evaluated.positions[0].length !== 3 * n) {
    throw new Error(`${n} vertices, where Blender has ${evaluated.positions[0].length / 3}`);
  }
  // exporters order vertices anew: each is that of Blender's which is nearest at the first frame, and no two are the same one
  const twins = Array.from({ length: n }, (_, v) => nearest(evaluated.positions[0], at[0], 3 * v));
  if (new Set(twins).size !== n) throw new Error('vertices that cannot be told from each other');
  const errors = at.map((x, f) => {
    let largest = 0;
    for (let v = 0; v < n; v++) largest = Math.max(largest, distance(evaluated.positions[f], 3 * twins[v], x, 3 * v));
    return largest;
  });
  let travel = 0;
  for (let v = 0; v < n; v++) travel = Math.max(travel, distance(at[0], 3 * v, at[at.length - 1], 3 * v));
  return { mesh, evaluated, errors, travel };
}

function nearest(points: ArrayLike<number>, x: Float64Array, at: number): number {
  let best = 0;
  for (let k = 0; 3 * k < points.length; k++) {
    if (distance(points, 3 * k, x, at) < distance(points, 3 * best, x, at)) best = k;
  }
  return best;
}

function distance(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
}
