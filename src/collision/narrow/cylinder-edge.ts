import { dot3 } from '../../math/vec3.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';

/** Slopes of the distance along a segment below this are none: it lies along the side or an end, whatever rounding says. */
const level = 1e-9;

/** Halvings of a segment, down to rounding. */
const halvings = 50;

/** Cosine between normals of one side or end: where a segment passes a rim at the same height. */
const alike = 0.999;

/** Most places that `lowestOnSegment` finds: both ends of a level stretch, and where it passes the two rims and the two sides of an end. */
const most = 6;

/** What `lowestOnSegment` found: how many places, shares of the way along the segment, signed distances, unit normals there (3 numbers each). */
export const lowest = {
  n: 0,
  at: new Float64Array(most),
  distance: new Float64Array(most),
  normal: new Float64Array(3 * most),
};

const n = new Float64Array(3);
const u = new Float64Array(3);
const p = new Float64Array(3);

/** Distance of the place s of the segment y from C, gradient in n. */
function distanceAt(C: PlacedShape, y: Float64Array, s: number): number {
  for (let c = 0; c < 3; c++) p[c] = y[c] + s * u[c];
  return signedDistance(n, C, p[0], p[1], p[2]);
}

/**
 * Places of a segment (two points in y) that are nearest to cylinder C, or deepest in it, between its ends: the first is the lowest one.
 * Where the segment lies along the side or over an end, it is nearest along a stretch: both ends of that are found, and where it passes
 * the rims about as near as that.
 */
export function lowestOnSegment(C: PlacedShape, y: Float64Array): void {
  lowest.n = 0;
  for (let c = 0; c < 3; c++) u[c] = y[3 + c] - y[c];
  const length = Math.sqrt(dot3(u, 0, u, 0));
  if (length === 0) return;
  // the distance is convex along the segment
  const from = turn(C, y, -level * length);
  add(C, y, from);
  const to = turn(C, y, level * length);
  if (to - from > level) add(C, y, to);
  addRims(C, y);
}

/** The place where the slope along the segment comes to exceed `slope`. */
function turn(C: PlacedShape, y: Float64Array, slope: number): number {
  let [least, largest] = [0, 1];
  for (let halving = 0; halving < halvings && largest - least > 1e-15; halving++) {
    const s = 0.5 * (least + largest);
    distanceAt(C, y, s);
    if (dot3(n, 0, u, 0) > slope) largest = s;
    else least = s;
  }
  return 0.5 * (least + largest);
}

function add(C: PlacedShape, y: Float64Array, s: number): void {
  lowest.at[lowest.n] = s;
  lowest.distance[lowest.n] = distanceAt(C, y, s);
  lowest.normal.set(n, 3 * lowest.n++);
}

/** Adds where the segment passes a rim with the normal of its lowest place. */
function addRims(C: PlacedShape, y: Float64Array): void {
  const { rotation: R, position: o, ends, radius } = C;
  const half = 0.5 * Math.abs(R[2] * (ends[3] - ends[0]) + R[5] * (ends[4] - ends[1]) + R[8] * (ends[5] - ends[2]));
  const away = (c: number): number => R[c] * (y[0] - o[0]) + R[3 + c] * (y[1] - o[1]) + R[6 + c] * (y[2] - o[2]);
  const way = (c: number): number => R[c] * u[0] + R[3 + c] * u[1] + R[6 + c] * u[2];
  const [ax, ay, az] = [away(0), away(1), away(2)];
  const [ux, uy, uz] = [way(0), way(1), way(2)];
  if (uz !== 0) {
    addAlike(C, y, (-half - az) / uz);
    addAlike(C, y, (half - az) / uz);
  }
  const a = ux * ux + uy * uy;
  const b = ux * ax + uy * ay;
  const root = b * b - a * (ax * ax + ay * ay - radius * radius);
  if (a === 0 || root <= 0) return;
  addAlike(C, y, (-b - Math.sqrt(root)) / a);
  addAlike(C, y, (-b + Math.sqrt(root)) / a);
}

function addAlike(C: PlacedShape, y: Float64Array, s: number): void {
  if (!(s > 0 && s < 1) || lowest.n === most) return;
  for (let k = 0; k < lowest.n; k++) if (Math.abs(s - lowest.at[k]) <= level) return;
  distanceAt(C, y, s);
  if (dot3(n, 0, lowest.normal, 0) >= alike) add(C, y, s);
}
