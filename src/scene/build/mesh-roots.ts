import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { InputError } from '../../errors.js';
import { cos } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { HairJson } from '../schema/generators.js';
import type { Vector } from '../schema/values.js';
import type { Hairline } from './hairline.js';

/** Places below the hairline that are tried in all before the search is given up. */
const mostBald = 1e7;

/** Places tried for each root, of which the one farthest from the roots before it is taken. */
const candidates = 8;

/**
 * Root points and outward normals on the triangles of a mesh whose normals are within the scalp's angle of its axis,
 * spread evenly (Mitchell's best candidates).
 */
export function meshRoots(
  { count, scalp, seed }: HairJson,
  mesh: TriangleMesh,
  hairline?: Hairline,
): { readonly roots: [Vector, Vector][]; readonly area: number } {
  const faces = hairline
    ? facesWhere(mesh, (_, places) => places.some((place) => hairline.above(place) > 0))
    : facesWithin(mesh, scalp.axis, cos((scalp.angle * Math.PI) / 180));
  const total = faces[faces.length - 1]?.upTo ?? 0;
  if (!(total > 0)) {
    if (hairline) throw noPlace('scalp.hairline', 'a line with faces of the mesh above it');
    throw noPlace('scalp.angle', 'faces of the mesh that look along the axis');
  }
  const random = new Random(seed);
  const roots: [Vector, Vector][] = [];
  const taken = new Places(Math.sqrt(total / count));
  let [tried, bald] = [0, 0];
  while (roots.length < count) {
    let best: [Vector, Vector] | undefined;
    let farthest = -1;
    for (let k = 0; k < candidates; k++) {
      const face = faceAt(faces, random.range(0, total));
      const place = pointOn(mesh, face.triangle, random);
      tried++;
      if (hairline && !(hairline.above(place) > 0)) {
        // faces reach below the line
        if (++bald > mostBald) throw noPlace('scalp.hairline', 'a line that leaves room for hair above it');
        k--;
        continue;
      }
      const distance = taken.squareDistance(place);
      const bare = Math.abs(place[1]) < scalp.part;
      if (!(distance > farthest) || (bare && k < candidates - 1)) continue;
      farthest = distance;
      best = [place, face.normal];
    }
    roots.push(best!);
    taken.add(best![0]);
  }
  return { roots, area: total * (1 - bald / tried) };
}

function noPlace(path: string, expected: string): InputError {
  return new InputError('no place for hair', [{ path, expected, found: 'none' }]);
}

interface Face {
  readonly triangle: number;
  readonly normal: Vector;
  /** area of the faces up to this one (m²) */
  readonly upTo: number;
}

function facesWithin(mesh: TriangleMesh, axis: Vector, least: number): Face[] {
  const size = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  return facesWhere(
    mesh,
    (normal) => !(normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2] < least * size),
  );
}

function facesWhere(mesh: TriangleMesh, takes: (normal: Vector, places: Vector[]) => boolean): Face[] {
  const faces: Face[] = [];
  let upTo = 0;
  for (let triangle = 0; triangle < mesh.size; triangle++) {
    const [a, b, c] = corners(mesh, triangle);
    const [u, v] = [minus(b, a), minus(c, a)];
    const n: Vector = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const twice = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(twice > 0)) continue;
    const normal: Vector = [n[0] / twice, n[1] / twice, n[2] / twice];
    if (!takes(normal, [a, b, c])) continue;
    upTo += 0.5 * twice;
    faces.push({ triangle, normal, upTo });
  }
  return faces;
}

/** The face at a place along the sum of areas. */
function faceAt(faces: readonly Face[], area: number): Face {
  let low = 0;
  let high = faces.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (faces[middle].upTo < area) low = middle + 1;
    else high = middle;
  }
  return faces[low];
}

function pointOn(mesh: TriangleMesh, triangle: number, random: Random): Vector {
  const [a, b, c] = corners(mesh, triangle);
  let u = random.uniform();
  let v = random.uniform();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const at = (i: number): number => a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i]);
  return [at(0), at(1), at(2)];
}

function corners({ vertices, triangles }: TriangleMesh, triangle: number): Vector[] {
  return [0, 1, 2].map((corner) => {
    const at = 3 * triangles[3 * triangle + corner];
    return [vertices[at], vertices[at + 1], vertices[at + 2]];
  });
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Cells about that of a place, itself first. */
const offsets = [0, 1, -1];

/** Places in cells, to find the nearest one quickly. */
class Places {
  readonly #cell: number;
  readonly #cells = new Map<string, Vector[]>();
  readonly #all: Vector[] = [];

  constructor(cell: number) {
    this.#cell = cell;
  }

  add(place: Vector): void {
    const key = this.#key(place, 0, 0, 0);
    const there = this.#cells.get(key);
    if (there) there.push(place);
    else this.#cells.set(key, [place]);
    this.#all.push(place);
  }

  /** Square of the distance to the nearest of them. */
  squareDistance(place: Vector): number {
    let least = Infinity;
    for (const i of offsets) {
      for (const j of offsets) {
        for (const k of offsets) {
          for (const other of this.#cells.get(this.#key(place, i, j, k)) ?? []) {
            least = Math.min(least, squareDistance(place, other));
          }
        }
      }
    }
    // what is farther than a cell may be anywhere: rare once there are many
    if (least <= this.#cell * this.#cell) return least;
    return this.#all.reduce((nearest, other) => Math.min(nearest, squareDistance(place, other)), Infinity);
  }

  #key([x, y, z]: Vector, i: number, j: number, k: number): string {
    const at = (value: number, shift: number): number => Math.floor(value / this.#cell) + shift;
    return `${at(x, i)} ${at(y, j)} ${at(z, k)}`;
  }
}

function squareDistance(a: Vector, b: Vector): number {
  const [x, y, z] = minus(a, b);
  return x * x + y * y + z * z;
}
