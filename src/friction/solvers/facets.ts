import { cos, sin } from '../../math/functions.js';

/**
 * A regular polygon in place of the unit friction disk: with radius mu r_N it bounds r_T. Vertex j and facet j are
 * numbered counter-clockwise; facet j joins vertex j to vertex j + 1. The polygon has N facets (paper 3's C_k: N = 2 k),
 * and to every vertex its opposite.
 */
export interface Polygon {
  readonly count: number;
  /** vertices, 2 numbers each: on the unit circle for `inner`, at 1 / cos(pi / N) for `outer` */
  readonly vertices: Float64Array;
  /** unit outward normals of the facets, 2 numbers each */
  readonly normals: Float64Array;
  /** distance of the facets from the centre */
  readonly apothem: number;
}

/**
 * The polygon of N facets inside the unit disk, its first vertex along t1 [Renouf05 (31)], or around it, the normal of
 * its first facet along t1 [Renouf05 (26)].
 */
export function polygon(count: number, cone: 'inner' | 'outer'): Polygon {
  const half = Math.PI / count;
  const vertices = new Float64Array(2 * count);
  const normals = new Float64Array(2 * count);
  const radius = cone === 'inner' ? 1 : 1 / cos(half);
  // inner: vertices at even multiples of the half angle, normals at odd ones; outer: the other way round
  const shift = cone === 'inner' ? 0 : -1;
  for (let j = 0; j < count / 2; j++) {
    ray(vertices, j, count, radius, (2 * j + shift) * half);
    ray(normals, j, count, 1, (2 * j + shift + 1) * half);
  }
  return { count, vertices, normals, apothem: radius * cos(half) };
}

/** Entry j and, exactly opposite, entry j + N/2. */
function ray(out: Float64Array, j: number, count: number, length: number, angle: number): void {
  const x = length * cos(angle);
  const y = length * sin(angle);
  out[2 * j] = x;
  out[2 * j + 1] = y;
  out[2 * j + count] = -x;
  out[2 * j + count + 1] = -y;
}

/** Largest c_j·x over the facets, less the apothem times `radius`: positive outside the polygon of that radius. */
export function polygonExcess(P: Polygon, x1: number, x2: number, radius: number): number {
  let largest = -Infinity;
  for (let j = 0; j < P.count; j++) largest = Math.max(largest, P.normals[2 * j] * x1 + P.normals[2 * j + 1] * x2);
  return largest - P.apothem * radius;
}

/** x_T (two numbers from `at`) moved to the nearest point of the polygon of the given radius; to zero where that is <= 0. */
export function projectPolygon(x: Float64Array, at: number, P: Polygon, radius: number): void {
  const x1 = x[at];
  const x2 = x[at + 1];
  if (!(radius > 0)) {
    x[at] = x[at + 1] = 0;
    return;
  }
  if (polygonExcess(P, x1, x2, radius) <= 0) return;
  let nearest = Infinity;
  for (let j = 0; j < P.count; j++) {
    if (P.normals[2 * j] * x1 + P.normals[2 * j + 1] * x2 <= P.apothem * radius) continue;
    const k = j + 1 < P.count ? 2 * j + 2 : 0;
    const v1 = radius * P.vertices[2 * j];
    const v2 = radius * P.vertices[2 * j + 1];
    const e1 = radius * P.vertices[k] - v1;
    const e2 = radius * P.vertices[k + 1] - v2;
    const along = ((x1 - v1) * e1 + (x2 - v2) * e2) / (e1 * e1 + e2 * e2);
    const t = along < 0 ? 0 : along > 1 ? 1 : along;
    const y1 = v1 + t * e1;
    const y2 = v2 + t * e2;
    const distance = (x1 - y1) * (x1 - y1) + (x2 - y2) * (x2 - y2);
    if (distance < nearest) {
      nearest = distance;
      x[at] = y1;
      x[at + 1] = y2;
    }
  }
}
