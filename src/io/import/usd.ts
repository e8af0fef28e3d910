import { addMapped } from './affine.js';
import type { DeformingMesh } from './deforming-mesh.js';
import type { ImportedMesh } from './mesh.js';
import type { Json } from './sources.js';
import { type Triple, placed } from './up-axis.js';
import { polyline } from './usd-curves.js';
import { UsdStage, numbersAt } from './usd-stage.js';
import type { UsdPrim } from './usd-text.js';

/**
 * How the meshes of a USD file change, at the time codes where anything is given. Throws an `InputError`, also where the
 * triangles change from time to time.
 */
export function usdDeformation(text: string, file: string, node: string | undefined, json: Json): DeformingMesh {
  const stage = new UsdStage(text, file, json);
  const chains = stage.prims('Mesh', node);
  const own = chains.map((chain) => chain[chain.length - 1].attributes.get('points'));
  const codes = [...new Set(chains.flatMap((chain, k) => stage.codes(chain, [own[k]])))].sort((a, b) => a - b);
  if (codes.length === 0) {
    const hint = 'what never changes needs no "deformation"';
    stage.findings.fail(node ?? 'the file', 'meshes with time samples', 'none', hint);
  }
  const { triangles } = surfaceAt(stage, chains, codes[0]);
  const frames = codes.map((code) => Float32Array.from(chains.flatMap((chain) => pointsAt(stage, chain, code).flat())));
  frames.forEach((frame, k) => {
    if (frame.length === frames[0].length) return;
    const expected = `${frames[0].length / 3} vertices, as at time code ${codes[0]}`;
    stage.findings.fail(`time code ${codes[k]}`, expected, String(frame.length / 3));
  });
  return { times: codes.map((code) => code / stage.rate), frames, triangles };
}

/** The meshes of a USD file at its first time code. */
export function usdMesh(text: string, file: string, node: string | undefined, json: Json): ImportedMesh {
  const stage = new UsdStage(text, file, json);
  return surfaceAt(stage, stage.prims('Mesh', node), -Infinity);
}

function surfaceAt(stage: UsdStage, chains: readonly UsdPrim[][], code: number): ImportedMesh {
  const out = {
    vertices: [] as Triple[],
    triangles: [] as Triple[],
    uvs: [] as [number, number][],
    uvTriangles: [] as Triple[],
  };
  for (const chain of chains) {
    const prim = chain[chain.length - 1];
    const skinned = [...prim.attributes.keys()].find((key) => /^(primvars:)?skel:/.test(key));
    if (skinned !== undefined && prim.attributes.has('primvars:skel:jointIndices')) {
      const hint = 'skeletons are read from glTF; or save the points at each frame';
      stage.findings.fail(prim.path, 'a mesh with its points', 'one that a skeleton deforms', hint);
    }
    const first = out.vertices.length;
    for (const point of pointsAt(stage, chain, code)) out.vertices.push(point);
    const corners = addFaces(out.triangles, stage, prim, first, out.vertices.length - first);
    addTexture(out, prim, corners, first);
  }
  const { vertices, triangles } = out;
  return out.uvTriangles.length === triangles.length ? out : { vertices, triangles };
}

/**
 * Texture coordinates of a prim, for the corners of its triangles, each by its vertex and its place among the corners of the file. None where
 * there are none, or not as many as there should be.
 */
function addTexture(
  out: { uvs: [number, number][]; uvTriangles: Triple[]; vertices: Triple[] },
  { attributes }: UsdPrim,
  corners: readonly (readonly { vertex: number; place: number }[])[],
  first: number,
): void {
  const name = ['primvars:st', 'primvars:UVMap', 'primvars:uv'].find((key) => attributes.has(key));
  const x = name === undefined ? [] : numbersAt(attributes.get(name), -Infinity);
  const indices = name === undefined ? [] : numbersAt(attributes.get(`${name}:indices`), -Infinity);
  const count = indices.length > 0 ? indices.length : x.length / 2;
  const byVertex = count === out.vertices.length - first;
  const places = 1 + Math.max(0, ...corners.flat().map(({ place }) => place));
  if (x.length === 0 || !x.every(Number.isFinite) || (!byVertex && count < places)) return;
  const before = out.uvs.length;
  for (let k = 0; k + 1 < x.length; k += 2) out.uvs.push([x[k], x[k + 1]]);
  const own = corners.map((triangle) => {
    const [a, b, c] = triangle.map(({ vertex, place }) => {
      const k = byVertex ? vertex : place;
      return before + (indices.length > 0 ? indices[k] : k);
    });
    return [a, b, c] as Triple;
  });
  if (own.flat().every((k) => k >= before && k < out.uvs.length)) out.uvTriangles.push(...own);
}

/** Points of a prim at a time code, in our axes. */
function pointsAt(stage: UsdStage, chain: readonly UsdPrim[], code: number): Triple[] {
  const prim = chain[chain.length - 1];
  const x = Float64Array.from(numbersAt(prim.attributes.get('points'), code));
  if (x.length === 0 || x.length % 3 !== 0 || !x.every(Number.isFinite)) {
    stage.findings.fail(`${prim.path}.points`, 'finite points', x.length === 0 ? 'none' : 'others');
  }
  const map = stage.map(chain, code);
  const point = new Float64Array(3);
  return Array.from({ length: x.length / 3 }, (_, k) => {
    point.fill(0);
    addMapped(point, 0, map, x, 3 * k, 1);
    return placed(point[0], point[1], point[2], stage.placement);
  });
}

/** Adds the faces of a prim; its triangles by their vertices and the places of these among the corners of the file. */
function addFaces(
  out: Triple[],
  stage: UsdStage,
  { attributes, path }: UsdPrim,
  first: number,
  n: number,
): { vertex: number; place: number }[][] {
  const given = ['faceVertexCounts', 'faceVertexIndices'].map((key) => {
    const attribute = attributes.get(key);
    const all = [
      ...(attribute?.samples ?? []).map(([, value]) => value.numbers),
      ...(attribute?.value ? [attribute.value.numbers] : []),
    ];
    const same = all.every((one) => one.length === all[0].length && one.every((v, i) => v === all[0][i]));
    if (!same) stage.findings.fail(`${path}.${key}`, 'the same faces at all times', 'faces that change');
    return all[0] ?? [];
  });
  const [counts, indices] = given;
  const flip = attributes.get('orientation')?.value?.words[0] === 'leftHanded';
  const triangles: { vertex: number; place: number }[][] = [];
  let at = 0;
  for (const count of counts) {
    const corners = indices.slice(at, at + count);
    if (!(count >= 3) || corners.length < count || corners.some((v) => !(Number.isInteger(v) && v >= 0 && v < n))) {
      stage.findings.fail(
        `${path}.faceVertexIndices`,
        `faces of vertices below ${n}`,
        corners.slice(0, 8).join(' ') || 'none',
      );
    }
    const own = corners.map((vertex, k) => ({ vertex, place: at + k }));
    if (flip) own.reverse();
    for (let k = 2; k < count; k++) {
      triangles.push([own[0], own[k - 1], own[k]]);
      out.push([first + own[0].vertex, first + own[k - 1].vertex, first + own[k].vertex]);
    }
    at += count;
  }
  if (counts.length === 0) stage.findings.fail(`${path}.faceVertexCounts`, 'faces', 'none');
  return triangles;
}

/** The curves of a USD file at its first time code, root first; `most` of them, spread evenly. */
export function usdStrands(
  text: string,
  file: string,
  node: string | undefined,
  json: Json,
  most = Infinity,
): Triple[][] {
  const stage = new UsdStage(text, file, json);
  const strands = stage.prims('BasisCurves', node).flatMap((chain) => {
    const prim = chain[chain.length - 1];
    const points = pointsAt(stage, chain, -Infinity);
    const counts = numbersAt(prim.attributes.get('curveVertexCounts'), -Infinity);
    const total = counts.reduce((sum, n) => sum + n, 0);
    if (counts.length === 0 || total !== points.length || !counts.every((n) => n >= 2)) {
      const found = `${counts.length} curves of ${total} points, and ${points.length} points`;
      stage.findings.fail(`${prim.path}.curveVertexCounts`, 'curves of at least 2 points each', found);
    }
    const word = (key: string, other: string): string => prim.attributes.get(key)?.value?.words[0] ?? other;
    const kind = word('type', 'cubic') === 'linear' ? 'linear' : word('basis', 'bezier');
    const pinned = word('wrap', 'nonperiodic') === 'pinned';
    let at = 0;
    return counts.map((n) => {
      at += n;
      return polyline(points.slice(at - n, at), kind, pinned, `${prim.path}`, stage.findings);
    });
  });
  const taken = Math.min(most, strands.length);
  return Array.from({ length: taken }, (_, k) => strands[Math.floor((k * strands.length) / taken)]);
}
