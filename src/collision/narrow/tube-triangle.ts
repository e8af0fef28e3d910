import { type Curve, nearestOnSpan, samplesOf } from '../../geometry/curve.js';
import { apply33, applyTransposed33 } from '../../math/mat3.js';
import type { PlacedShape } from '../placed-shape.js';
import { apart, best, nearestToAxis } from './round-triangle.js';
import { closestOnTriangle, weights } from './triangle.js';

/** Squared distances of two chords within this share of each other are one: chords of a straight tube over a level triangle. */
const tie = 1e-9;

/** Turns from the triangle to the curve and back, at most: a few are enough unless the curve is as bent as it is far away. */
const turns = 16;

const middle = new Float64Array(3);
const point = new Float64Array(3);
const local = new Float64Array(3);
const c = new Float64Array(9);

/** The curve of a tube as triangles see it: its chords, each as the axis of a capsule, then the curve itself. */
export class TubeAxis {
  /** of the present triangle: chords nearer than those before and behind, in their order along the curve */
  readonly found: number[] = [];
  /** the chord that `nearest` was asked for last, as the axis of a capsule */
  readonly #chord = { type: 'capsule', position: new Float64Array(3), ends: new Float64Array(6) } as const;
  #x = new Float64Array(0);
  #square = new Float64Array(0);
  #chords = 0;
  #sag = 0;
  #longest = 0;
  #shape: PlacedShape | undefined;
  #curve: Curve | undefined;

  /** Takes the curve of a tube where it is. */
  place(shape: PlacedShape): void {
    if (shape.shape.type !== 'tube') throw new TypeError('not a tube');
    const { x, sag } = samplesOf(shape.shape.curve);
    this.#shape = shape;
    this.#curve = shape.shape.curve;
    this.#sag = sag;
    this.#chords = x.length / 3 - 1;
    if (this.#x.length < x.length) {
      this.#x = new Float64Array(x.length);
      this.#square = new Float64Array(this.#chords);
    }
    this.#longest = 0;
    for (let k = 0; k < x.length; k += 3) {
      apply33(this.#x, k, shape.rotation, 0, x, k);
      let square = 0;
      for (let i = 0; i < 3; i++) {
        this.#x[k + i] += shape.position[i];
        if (k > 0) square += (this.#x[k + i] - this.#x[k - 3 + i]) * (this.#x[k + i] - this.#x[k - 3 + i]);
      }
      this.#longest = Math.max(this.#longest, Math.sqrt(square));
    }
  }

  /** Fills `found` with the chords that may be within `range` of a triangle. */
  find(x: Float64Array, i: number, j: number, k: number, range: number): void {
    const square = this.#square;
    const far = range + this.#sag;
    this.found.length = 0;
    let near = false;
    for (let m = 0; m < this.#chords; m++) {
      for (let e = 0; e < 3; e++) middle[e] = 0.5 * (this.#x[3 * m + e] + this.#x[3 * m + 3 + e]);
      square[m] = Infinity;
      if (apart(x, i, j, k, middle, far + 0.5 * this.#longest)) continue;
      this.#take(m);
      nearestToAxis(this.#chord, x, i, j, k);
      if (best.square > far * far) continue;
      square[m] = best.square;
      near = true;
    }
    if (!near) return;
    const { closed } = this.#curve!;
    const last = this.#chords - 1;
    for (let m = 0; m <= last; m++) {
      const before = m > 0 ? square[m - 1] : closed ? square[last] : Infinity;
      const behind = m < last ? square[m + 1] : closed ? square[0] : Infinity;
      // of chords that are as near as each other the first
      if (square[m] < before * (1 - tie) && square[m] <= behind * (1 + tie)) this.found.push(m);
    }
  }

  /** best = the place of a triangle nearest to the curve about chord m */
  nearest(m: number, x: Float64Array, i: number, j: number, k: number): void {
    this.#take(m);
    nearestToAxis(this.#chord, x, i, j, k);
    if (this.#sag === 0) return;
    const { rotation: R, position: o } = this.#shape!;
    const curve = this.#curve!;
    const from = Math.max(0, m - 1) / 4;
    const to = Math.min(4 * curve.spans, m + 2) / 4;
    for (let turn = 0; turn < turns; turn++) {
      const { w0, w1, w2 } = best;
      for (let e = 0; e < 3; e++) point[e] = w0 * x[i + e] + w1 * x[j + e] + w2 * x[k + e] - o[e];
      applyTransposed33(local, 0, R, 0, point, 0);
      curve.evaluate(c, nearestOnSpan(curve, from, to, local, 0));
      apply33(best.axis, 0, R, 0, c, 0);
      for (let e = 0; e < 3; e++) best.axis[e] += o[e];
      best.square = closestOnTriangle(x, i, j, k, best.axis[0], best.axis[1], best.axis[2]);
      const moved = Math.abs(weights[0] - w0) + Math.abs(weights[1] - w1) + Math.abs(weights[2] - w2);
      [best.w0, best.w1, best.w2] = weights;
      if (moved < 1e-12) return;
    }
  }

  #take(m: number): void {
    for (let e = 0; e < 6; e++) this.#chord.ends[e] = this.#x[3 * m + e];
  }
}
