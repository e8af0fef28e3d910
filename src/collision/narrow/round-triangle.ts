import { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';
import type { PlacedShape } from '../placed-shape.js';
import { closestOfSegments, nearest } from './segments.js';
import { simplexDistance } from './simplex-distance.js';

/** Place of a triangle nearest to the centre of a ball or the axis of a capsule: squared distance, weights of the corners, place on the axis. */
export class NearestPlace {
  square = 0;
  w0 = 0;
  w1 = 0;
  w2 = 0;
  readonly axis = new Float64Array(3);

  /** Becomes what `other` is. */
  copy(other: NearestPlace): void {
    this.square = other.square;
    this.w0 = other.w0;
    this.w1 = other.w1;
    this.w2 = other.w2;
    this.axis.set(other.axis);
  }

  /** out = unit, from the axis to the place of the triangle with corners at a, b, c in x */
  normal(out: Float64Array, x: Float64Array, a: number, b: number, c: number): void {
    const distance = Math.sqrt(this.square);
    for (let i = 0; i < 3; i++) {
      out[i] = (this.w0 * x[a + i] + this.w1 * x[b + i] + this.w2 * x[c + i] - this.axis[i]) / distance;
    }
  }
}

/** What `nearestToAxis` found last. */
export const best = new NearestPlace();

const between = new Float64Array(3);
const corners = new Float64Array(9);

/** What has a centre or an axis. */
type Centred = Pick<PlacedShape, 'type' | 'position' | 'ends'>;

/** best = the place of triangle a, b, c (first numbers of its corners in x) nearest to a ball's centre or a capsule's axis */
export function nearestToAxis(shape: Centred, x: Float64Array, a: number, b: number, c: number): void {
  const { position: p, ends } = shape;
  best.square = Infinity;
  if (shape.type === 'sphere') {
    consider(closestOnTriangle(x, a, b, c, p[0], p[1], p[2]), weights[0], weights[1], weights[2], p, 0);
    return;
  }
  for (let e = 0; e < 6; e += 3) {
    const square = closestOnTriangle(x, a, b, c, ends[e], ends[e + 1], ends[e + 2]);
    consider(square, weights[0], weights[1], weights[2], ends, e);
  }
  considerEdge(x, a, b, ends, 0);
  considerEdge(x, b, c, ends, 1);
  considerEdge(x, c, a, ends, 2);
}

/** The edge from i to j, `corner` of the triangle being the one it begins at. */
function considerEdge(x: Float64Array, i: number, j: number, ends: Float64Array, corner: number): void {
  closestOfSegments(x, i, j, ends, 0, 3);
  const { s, t } = nearest;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    between[c] = (1 - t) * ends[c] + t * ends[3 + c];
    const d = (1 - s) * x[i + c] + s * x[j + c] - between[c];
    square += d * d;
  }
  const w = [0, 0, 0];
  w[corner] = 1 - s;
  w[(corner + 1) % 3] = s;
  consider(square, w[0], w[1], w[2], between, 0);
}

function consider(square: number, w0: number, w1: number, w2: number, at: Float64Array, from: number): void {
  if (square >= best.square) return;
  best.square = square;
  best.w0 = w0;
  best.w1 = w1;
  best.w2 = w2;
  for (let c = 0; c < 3; c++) best.axis[c] = at[from + c];
}

/** Distance of triangle a, b, c from a ball or capsule, wherever it is nearest; not positive where they overlap (m). */
export function roundDistance(shape: PlacedShape, x: Float64Array, a: number, b: number, c: number): number {
  const { type, position: p, radius } = shape;
  if (type === 'sphere') return Math.sqrt(closestOnTriangle(x, a, b, c, p[0], p[1], p[2])) - radius;
  for (let i = 0; i < 3; i++) {
    corners[i] = x[a + i];
    corners[3 + i] = x[b + i];
    corners[6 + i] = x[c + i];
  }
  return simplexDistance(shape, corners, 3);
}

/** Whether all corners of a triangle are farther than `far` to one side of p along one of the axes. */
export function apart(x: Float64Array, i: number, j: number, k: number, p: Float64Array, far: number): boolean {
  for (let c = 0; c < 3; c++) {
    const least = p[c] - far;
    const most = p[c] + far;
    if (x[i + c] < least && x[j + c] < least && x[k + c] < least) return true;
    if (x[i + c] > most && x[j + c] > most && x[k + c] > most) return true;
  }
  return false;
}

/** box = what holds all points x: least, most */
export function bounds(box: Float64Array, x: Float64Array): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
  for (let k = 0; k < x.length; k += 3) {
    for (let c = 0; c < 3; c++) {
      if (x[k + c] < box[c]) box[c] = x[k + c];
      if (x[k + c] > box[3 + c]) box[3 + c] = x[k + c];
    }
  }
}
