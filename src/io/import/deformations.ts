import { InputError } from '../../errors.js';
import { base64 } from '../export/base64.js';
import type { DeformingMesh } from './deforming-mesh.js';
import { openGltf } from './gltf.js';
import { gltfDeformation } from './gltf-deformation.js';
import type { ImportedMesh } from './mesh.js';
import { readObj } from './obj.js';
import { readPc2 } from './pc2.js';
import { type Json, type Sources, animationOf, beside, isGltf, isUsd, placementOf, text } from './sources.js';
import type { Triple } from './up-axis.js';
import { usdDeformation } from './usd.js';

/** Endings of files that hold a deformation. */
const endings = ['.glb', '.gltf', '.usda', '.usdc', '.usdz', '.pc2', '.obj'];

/** Frames a second where the scene does not say. */
const usualRate = 24;

/** Files of a sequence at most. */
const mostFiles = 100000;

/**
 * What stands in an obstacle instead of a file that says how its mesh deforms: the mesh, as at the first time, and the
 * vertices at all times. `mesh` is the obstacle's own where it has one. Throws an `InputError`.
 */
export async function deformationOf(
  json: Json,
  mesh: ImportedMesh | undefined,
  sources: Sources,
): Promise<{ readonly mesh: ImportedMesh; readonly deformation: Json }> {
  const file = json.file as string;
  if (!endings.some((ending) => file.toLowerCase().endsWith(ending))) {
    throw wrong('', `a file that ends in ${endings.join(', ')}`, JSON.stringify(file));
  }
  const found = await surfaceOf(json, file, mesh, sources);
  const { times, frames, triangles } = found;
  const numbers = new Uint8Array(4 * frames.length * frames[0].length);
  const view = new DataView(numbers.buffer);
  let at = 0;
  for (const frame of frames) for (const x of frame) view.setFloat32(4 * at++, x, true);
  const first = frames[0];
  const vertices = Array.from({ length: first.length / 3 }, (_, k): Triple => [
    first[3 * k],
    first[3 * k + 1],
    first[3 * k + 2],
  ]);
  return { mesh: { vertices, triangles: [...triangles] }, deformation: { times, positions: base64(numbers) } };
}

async function surfaceOf(
  json: Json,
  file: string,
  mesh: ImportedMesh | undefined,
  sources: Sources,
): Promise<DeformingMesh> {
  const placement = placementOf(json, file);
  const fps = typeof json.fps === 'number' && json.fps > 0 ? json.fps : usualRate;
  if (isGltf(file)) {
    const gltf = await openGltf(await sources.read(file), file, beside(file, sources.read));
    return gltfDeformation(gltf, { node: text(json.node), animation: animationOf(json) }, placement);
  }
  if (isUsd(file)) return usdDeformation(await sources.usd(file), file, text(json.node), json);
  if (/\.pc2$/i.test(file)) {
    if (!mesh) throw wrong('', 'a shape with vertices and triangles, which a point cache does not have', 'none');
    const cache = readPc2(await sources.read(file), file, fps, placement);
    sameCount(cache.frames[0].length / 3, mesh.vertices.length, file, 'the mesh of the shape');
    return { ...cache, triangles: mesh.triangles };
  }
  return await objSequence(json, file, fps, placement, sources);
}

/** Files of the same surface, one for each frame. */
async function objSequence(
  json: Json,
  file: string,
  fps: number,
  placement: ReturnType<typeof placementOf>,
  sources: Sources,
): Promise<DeformingMesh> {
  const hashes = /#+/.exec(file);
  const [first, last] = Array.isArray(json.frames) ? (json.frames as number[]) : [NaN, NaN];
  if (!hashes || !(Number.isInteger(first) && Number.isInteger(last) && last >= first && last - first < mostFiles)) {
    const expected = 'a name with # for the digits of the number, and "frames": [first, last]';
    throw wrong('', expected, `${JSON.stringify(file)}, frames ${JSON.stringify(json.frames)}`);
  }
  const frames: Float32Array[] = [];
  let triangles: readonly Triple[] = [];
  for (let number = first; number <= last; number++) {
    const own = file.replace(hashes[0], String(number).padStart(hashes[0].length, '0'));
    const mesh = readObj(await sources.read(own), own, placement);
    if (number === first) triangles = mesh.triangles;
    else {
      sameCount(mesh.vertices.length, frames[0].length / 3, own, `frame ${first}`);
      const differs = mesh.triangles.findIndex((corners, k) => corners.some((v, i) => v !== triangles[k]?.[i]));
      if (differs >= 0 || mesh.triangles.length !== triangles.length) {
        throw wrong(own, `the same triangles as frame ${first}`, 'others', ragged);
      }
    }
    frames.push(Float32Array.from(mesh.vertices.flat()));
  }
  return { times: frames.map((_, k) => k / fps), frames, triangles };
}

const ragged =
  'the triangles of a deformation stay the same: export without remeshing and without modifiers that add vertices';

function sameCount(found: number, expected: number, file: string, as: string): void {
  if (found === expected) return;
  throw wrong(file, `${expected} vertices, as ${as} has`, String(found), ragged);
}

function wrong(path: string, expected: string, found: string, hint?: string): InputError {
  return new InputError('wrong deformation', [{ path, expected, found, ...(hint && { hint }) }]);
}
