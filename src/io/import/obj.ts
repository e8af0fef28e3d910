import { Findings } from '../findings.js';
import type { ImportedMesh } from './mesh.js';
import { type Placement, type Triple, placed } from './up-axis.js';

/**
 * Vertices, faces and texture coordinates of a Wavefront OBJ file; faces of more than three corners are cut into fans. Everything
 * else (normals, groups, materials) is passed over. Throws an `InputError` that names lines.
 */
export function readObj(bytes: Uint8Array, name: string, placement: Placement): ImportedMesh {
  const findings = new Findings(`${name} is not a usable OBJ file`);
  const vertices: Triple[] = [];
  const uvs: [number, number][] = [];
  const faces: {
    readonly corners: readonly string[];
    readonly line: number;
    readonly known: number;
    readonly knownUvs: number;
  }[] = [];
  new TextDecoder()
    .decode(bytes)
    .replaceAll('\\\n', ' ')
    .split('\n')
    .forEach((text, k) => {
      const [word, ...rest] = text.replace(/#.*/, '').trim().split(/\s+/);
      if (word === 'v') vertices.push(vertexOf(rest, k + 1, findings, placement));
      else if (word === 'vt') uvs.push([Number(rest[0]), Number(rest[1] ?? 0)]);
      else if (word === 'f') {
        faces.push({ corners: rest, line: k + 1, known: vertices.length, knownUvs: uvs.length });
      }
    });
  const triangles: Triple[] = [];
  const uvTriangles: Triple[] = [];
  for (const { corners, line, known, knownUvs } of faces) {
    if (corners.length < 3) findings.add(`line ${line}`, 'a face of at least 3 corners', `${corners.length}`);
    const own = corners.map((corner) => cornerOf(corner, line, known, vertices.length, findings));
    const texture = corners.map((corner) => uvOf(corner, knownUvs, uvs.length));
    for (let k = 2; k < own.length; k++) {
      triangles.push([own[0], own[k - 1], own[k]]);
      uvTriangles.push([texture[0], texture[k - 1], texture[k]]);
    }
  }
  if (vertices.length === 0) findings.add('lines that begin with v', 'vertices', 'none');
  if (faces.length === 0) findings.add('lines that begin with f', 'faces', 'none');
  findings.settle();
  // pictures are no reason to refuse a surface: where a corner has none, or a wrong one, all go without
  const usable = uvTriangles.flat().every((k) => k >= 0) && uvs.flat().every(Number.isFinite);
  return { vertices, triangles, ...(uvs.length > 0 && usable && { uvs, uvTriangles }) };
}

function vertexOf(words: readonly string[], line: number, findings: Findings, placement: Placement): Triple {
  const x = words.slice(0, 3).map(Number);
  if (x.length < 3 || !x.every(Number.isFinite)) {
    findings.add(`line ${line}`, 'v and three numbers', ['v', ...words].join(' ').slice(0, 60));
  }
  return placed(x[0], x[1], x[2], placement);
}

/** The texture coordinate, from 0, of a corner such as 3/1 or 3/1/2; -1 where it has none that is there. */
function uvOf(corner: string, known: number, total: number): number {
  const given = /^-?\d+\/(-?\d+)(?=$|\/)/.exec(corner);
  const number = given ? Number(given[1]) : NaN;
  const index = number < 0 ? known + number : number - 1;
  return index >= 0 && index < total ? index : -1;
}

/** The vertex, from 0, of a corner such as 3, 3/1, 3//2 or -1 (the last vertex before it). */
function cornerOf(corner: string, line: number, known: number, total: number, findings: Findings): number {
  const given = /^-?\d+(?=$|\/)/.exec(corner);
  const number = given ? Number(given[0]) : NaN;
  const index = number < 0 ? known + number : number - 1;
  if (!(index >= 0 && index < total)) {
    findings.add(`line ${line}`, `a vertex number from 1 to ${total}`, corner.slice(0, 40));
    return 0;
  }
  return index;
}
