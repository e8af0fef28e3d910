import { cross3 } from '../../math/vec3.js';
import type { JointSide } from './side.js';
import type { JointType } from './spec.js';

/**
 * One equation of a joint between its ends a and b. Axes are columns of the joint's frame, which both ends carry along: 0 the axis of
 * the joint, 1 and 2 across.
 *
 *  - point: coordinate i of a - b is zero;
 *  - across: axis i of a stays at a right angle to axis j of b;
 *  - beside: b - a along axis i of a stays as it was;
 *  - distance: |b - a| stays as it was.
 */
export type JointEquation =
  | { readonly kind: 'point'; readonly i: number }
  | { readonly kind: 'across'; readonly i: number; readonly j: number }
  | { readonly kind: 'beside'; readonly i: number; readonly target: number }
  | { readonly kind: 'distance'; readonly length: number };

const points: readonly JointEquation[] = [0, 1, 2].map((i) => ({ kind: 'point', i }));
/** no turning: each row holds one of the three turns */
const locks: readonly JointEquation[] = [0, 1, 2].map((i) => ({ kind: 'across', i, j: (i + 1) % 3 }));

/** The equations of a joint, its ends as they stand (`end`). */
export function equationsOf(type: JointType, a: JointSide, b: JointSide, length: number | undefined): JointEquation[] {
  switch (type) {
    case 'ball':
      return [...points];
    case 'hinge':
      return [...points, { kind: 'across', i: 0, j: 1 }, { kind: 'across', i: 0, j: 2 }];
    case 'universal':
      return [...points, { kind: 'across', i: 0, j: 1 }];
    case 'fixed':
      return [...points, ...locks];
    case 'slider':
      return [...[1, 2].map((i): JointEquation => ({ kind: 'beside', i, target: way(a, b, i) })), ...locks];
    case 'distance':
      return length === undefined ? [] : [{ kind: 'distance', length }];
  }
}

/** b - a along axis i of a, at the end of the step (m) */
export function way(a: JointSide, b: JointSide, i: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += a.end.axes[3 * k + i] * (b.end.x[k] - a.end.x[k]);
  return sum;
}

/** |b - a| at the end of the step (m) */
export function length(a: JointSide, b: JointSide): number {
  let square = 0;
  for (let k = 0; k < 3; k++) square += (b.end.x[k] - a.end.x[k]) * (b.end.x[k] - a.end.x[k]);
  return Math.sqrt(square);
}

/** What a row multiplies: velocity of the anchors and spins of both ends. */
export class Wrench {
  readonly fA = new Float64Array(3);
  readonly mA = new Float64Array(3);
  readonly fB = new Float64Array(3);
  readonly mB = new Float64Array(3);

  clear(): void {
    for (const x of [this.fA, this.mA, this.fB, this.mB]) x.fill(0);
  }

  scale(s: number): void {
    for (const x of [this.fA, this.mA, this.fB, this.mB]) for (let i = 0; i < 3; i++) x[i] *= s;
  }
}

const ia = new Float64Array(3);
const jb = new Float64Array(3);

/**
 * The row of an equation between start and end of the step, turns multiplied by the lever (m), into `out`; returns how far the equation is
 * off at the end (m).
 */
export function writeEquation(out: Wrench, equation: JointEquation, a: JointSide, b: JointSide, lever: number): number {
  out.clear();
  switch (equation.kind) {
    case 'point':
      out.fA[equation.i] = 1;
      out.fB[equation.i] = -1;
      return a.end.x[equation.i] - b.end.x[equation.i];
    case 'across': {
      a.axis(ia, equation.i);
      b.axis(jb, equation.j);
      cross3(out.mA, 0, ia, 0, jb, 0);
      for (let k = 0; k < 3; k++) {
        out.mB[k] = -lever * b.k * out.mA[k];
        out.mA[k] *= lever * a.k;
      }
      let off = 0;
      for (let k = 0; k < 3; k++) off += a.end.axes[3 * k + equation.i] * b.end.axes[3 * k + equation.j];
      return lever * off;
    }
    case 'beside':
      writeWay(out, a, b, equation.i);
      return way(a, b, equation.i) - equation.target;
    case 'distance':
      writeApart(out, a, b, equation.length);
      return 0.5 * (squareOf(a, b) / equation.length - equation.length);
  }
}

/** Row of the change of b - a along axis i of a. */
export function writeWay(out: Wrench, a: JointSide, b: JointSide, i: number): void {
  out.clear();
  a.axis(ia, i);
  for (let k = 0; k < 3; k++) {
    jb[k] = 0.5 * (b.start.x[k] + b.end.x[k] - a.start.x[k] - a.end.x[k]);
    out.fB[k] = ia[k];
    out.fA[k] = -ia[k];
  }
  cross3(out.mA, 0, ia, 0, jb, 0);
  for (let k = 0; k < 3; k++) out.mA[k] *= a.k;
}

/** Row of the change of |b - a|² / (2 l). */
export function writeApart(out: Wrench, a: JointSide, b: JointSide, l: number): void {
  out.clear();
  for (let k = 0; k < 3; k++) {
    out.fB[k] = (0.5 * (b.start.x[k] + b.end.x[k] - a.start.x[k] - a.end.x[k])) / l;
    out.fA[k] = -out.fB[k];
  }
}

/** Row of turning of b against a about the axis of a, times the lever. */
export function writeTurn(out: Wrench, a: JointSide, lever: number): void {
  out.clear();
  a.axis(ia, 0);
  for (let k = 0; k < 3; k++) {
    out.mB[k] = lever * ia[k];
    out.mA[k] = -lever * ia[k];
  }
}

function squareOf(a: JointSide, b: JointSide): number {
  const l = length(a, b);
  return l * l;
}
