import { InputError } from '../errors.js';
import { cross3, dot3, norm3, normalise3 } from '../math/vec3.js';
import type { Polyhedron } from './polyhedron.js';
import { polyhedron } from './polyhedron.js';

/** Points closer than this share of the size to a plane lie on it. */
const flatness = 1e-9;

/** A triangle of the hull under construction: corners counter-clockwise seen from outside, and its plane n·x = d. */
interface Facet {
  readonly corners: readonly [number, number, number];
  readonly n: Float64Array;
  readonly d: number;
}

/**
 * The convex hull of points (3 numbers each, m) as a polyhedron: its corners only, coplanar triangles joined into one face.
 * Points are added one after another, each replacing the facets that it sees. Throws an `InputError` where the points lie
 * in a plane.
 */
export function convexHull(points: ArrayLike<number>): Polyhedron {
  const x = Float64Array.from(points);
  let size = 0;
  for (let k = 0; k < x.length; k += 3) size = Math.max(size, distance(x, k, 0));
  const thin = flatness * size;
  const first = tetrahedron(x, thin);
  let facets = firstFacets(x, first);
  for (let p = 0; p < x.length / 3; p++) if (!first.includes(p)) facets = addPoint(facets, x, p, thin);
  return joined(x, facets, thin);
}

function distance(x: Float64Array, i: number, j: number): number {
  return norm3(Float64Array.of(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]));
}

/** Four points that span space: each the one farthest from what those before it span. */
function tetrahedron(x: Float64Array, thin: number): [number, number, number, number] {
  const count = x.length / 3;
  const farthest = (measure: (k: number) => number): [number, number] => {
    let best = 0;
    for (let k = 1; k < count; k++) if (measure(k) > measure(best)) best = k;
    return [best, count > 0 ? measure(best) : 0];
  };
  const [a] = farthest((k) => x[3 * k]);
  const [b, length] = farthest((k) => distance(x, 3 * k, 3 * a));
  const area = (k: number): number => norm3(facetOf(x, a, b, k).n);
  const [c, twice] = farthest(area);
  const plane = facetOf(x, a, b, c);
  const [d, volume] = farthest((k) => Math.abs(dot3(plane.n, 0, x, 3 * k) - plane.d));
  if (!(length > thin) || !(twice > thin * length) || !(volume > thin * twice)) {
    throw new InputError('wrong polyhedron', [
      { path: 'vertices', expected: 'points that span a volume', found: `${count} points in a plane or on a line` },
    ]);
  }
  return dot3(plane.n, 0, x, 3 * d) > plane.d ? [a, c, b, d] : [a, b, c, d];
}

/** The facet a-b-c; n is not normalised. */
function facetOf(x: Float64Array, a: number, b: number, c: number): Facet {
  const e = new Float64Array(6);
  for (let i = 0; i < 3; i++) {
    e[i] = x[3 * b + i] - x[3 * a + i];
    e[3 + i] = x[3 * c + i] - x[3 * a + i];
  }
  const n = new Float64Array(3);
  cross3(n, 0, e, 0, e, 3);
  return { corners: [a, b, c], n, d: dot3(n, 0, x, 3 * a) };
}

function firstFacets(x: Float64Array, [a, b, c, d]: readonly [number, number, number, number]): Facet[] {
  return [facetOf(x, a, b, c), facetOf(x, a, c, d), facetOf(x, a, d, b), facetOf(x, b, d, c)];
}

/** The hull with point p: the facets that p sees give way to new ones between p and their rim. */
function addPoint(facets: readonly Facet[], x: Float64Array, p: number, thin: number): Facet[] {
  const seen = facets.filter((facet) => dot3(facet.n, 0, x, 3 * p) - facet.d > thin * norm3(facet.n));
  if (seen.length === 0) return [...facets];
  const rim = new Map<string, readonly [number, number]>();
  for (const { corners } of seen) {
    for (let k = 0; k < 3; k++) {
      const [i, j] = [corners[k], corners[(k + 1) % 3]];
      // an edge between two facets that are seen is met both ways
      if (!rim.delete(`${j} ${i}`)) rim.set(`${i} ${j}`, [i, j]);
    }
  }
  const added = [...rim.values()].map(([i, j]) => facetOf(x, i, j, p));
  return [...facets.filter((facet) => !seen.includes(facet)), ...added];
}

/** The polyhedron of the facets: those in one plane are one face. */
function joined(x: Float64Array, facets: readonly Facet[], thin: number): Polyhedron {
  const faces: number[][] = [];
  const planes: Float64Array[] = [];
  const corners = [...new Set(facets.flatMap((facet) => facet.corners))].sort((i, j) => i - j);
  // large facets first: the normals of slivers are not to be trusted
  for (const { n, d } of [...facets].sort((f, g) => norm3(g.n) - norm3(f.n))) {
    const length = norm3(n);
    if (length === 0 || planes.some((plane) => samePlane(plane, n, length))) continue;
    const loop = faceLoop(
      x,
      corners.filter((k) => Math.abs(dot3(n, 0, x, 3 * k) - d) <= 10 * thin * length),
      n,
    );
    if (loop.length < 3) continue;
    planes.push(Float64Array.of(n[0] / length, n[1] / length, n[2] / length));
    faces.push(loop);
  }
  const used = [...new Set(faces.flat())].sort((i, j) => i - j);
  const vertices = used.flatMap((k) => [x[3 * k], x[3 * k + 1], x[3 * k + 2]]);
  return polyhedron(
    vertices,
    faces.map((face) => face.map((k) => used.indexOf(k))),
  );
}

function samePlane(plane: Float64Array, n: Float64Array, length: number): boolean {
  return dot3(plane, 0, n, 0) > (1 - 1e-12) * length;
}

/** The corners of the plane convex polygon of these points, counter-clockwise about n (Andrew's chain). */
function faceLoop(x: Float64Array, points: readonly number[], n: Float64Array): number[] {
  const e = new Float64Array(3);
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(n[b]) < Math.abs(n[a]) ? b : a));
  e[least] = 1;
  const s = new Float64Array(3);
  const t = new Float64Array(3);
  cross3(s, 0, e, 0, n, 0);
  normalise3(s, 0, s, 0);
  cross3(t, 0, n, 0, s, 0);
  normalise3(t, 0, t, 0);
  const flat = points.map((k) => ({ k, a: dot3(s, 0, x, 3 * k), b: dot3(t, 0, x, 3 * k) }));
  flat.sort((p, q) => p.a - q.a || p.b - q.b);
  const half = (list: typeof flat): typeof flat => {
    const chain: typeof flat = [];
    for (const p of list) {
      while (chain.length >= 2 && !turnsLeft(chain[chain.length - 2], chain[chain.length - 1], p)) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(flat), ...half(flat.reverse())].map(({ k }) => k);
}

interface Flat {
  readonly a: number;
  readonly b: number;
}

function turnsLeft(p: Flat, q: Flat, r: Flat): boolean {
  const [ux, uy, vx, vy] = [q.a - p.a, q.b - p.b, r.a - q.a, r.b - q.b];
  const across = ux * vy - uy * vx;
  return across > 1e-9 * Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
}
