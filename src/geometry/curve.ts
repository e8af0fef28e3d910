import { cos, sin } from '../math/functions.js';

/** A smooth curve c(t), t from 0 to `spans` (m). Inside a span it turns by well under a right angle. */
export interface Curve {
  readonly spans: number;
  /** whether the end is the start */
  readonly closed: boolean;
  /** out = c(t), c'(t), c''(t): nine numbers */
  evaluate(out: Float64Array, t: number): void;
}

/** A line of points joined by a natural cubic spline (twice differentiable), a span for each pair of neighbours. */
export function splineCurve(points: ArrayLike<number>, closed = false): Curve {
  const n = points.length / 3;
  const spans = closed ? n : n - 1;
  const x = Float64Array.from(points);
  const m = closed ? periodicSecond(x, n) : naturalSecond(x, n);
  return {
    spans,
    closed,
    evaluate(out, t) {
      const span = Math.min(Math.max(Math.floor(t), 0), spans - 1);
      const u = t - span;
      const w = 1 - u;
      const a = 3 * span;
      const b = 3 * ((span + 1) % n);
      for (let i = 0; i < 3; i++) {
        // cubic with second derivatives m at the ends
        out[i] = w * x[a + i] + u * x[b + i] + ((w * w * w - w) * m[a + i] + (u * u * u - u) * m[b + i]) / 6;
        out[3 + i] = x[b + i] - x[a + i] + ((1 - 3 * w * w) * m[a + i] + (3 * u * u - 1) * m[b + i]) / 6;
        out[6 + i] = w * m[a + i] + u * m[b + i];
      }
    },
  };
}

/** Second derivatives at the points, zero at the ends: m_(i-1) + 4 m_i + m_(i+1) = 6 (x_(i-1) - 2 x_i + x_(i+1)). */
function naturalSecond(x: Float64Array, n: number): Float64Array {
  const m = new Float64Array(3 * n);
  const c = new Float64Array(n);
  for (let i = 0; i < 3; i++) {
    c[0] = 0;
    for (let k = 1; k < n - 1; k++) {
      const rhs = 6 * (x[3 * k - 3 + i] - 2 * x[3 * k + i] + x[3 * k + 3 + i]);
      const pivot = 4 - c[k - 1];
      c[k] = 1 / pivot;
      m[3 * k + i] = (rhs - m[3 * k - 3 + i]) / pivot;
    }
    for (let k = n - 2; k > 0; k--) m[3 * k + i] -= c[k] * m[3 * k + 3 + i];
  }
  return m;
}

/** The same around a closed line, by sweeps that converge by a factor of about 14 each. */
function periodicSecond(x: Float64Array, n: number): Float64Array {
  const m = new Float64Array(3 * n);
  for (let sweep = 0; sweep < 20; sweep++) {
    for (let k = 0; k < n; k++) {
      const before = 3 * ((k + n - 1) % n);
      const after = 3 * ((k + 1) % n);
      for (let i = 0; i < 3; i++) {
        const rhs = 6 * (x[before + i] - 2 * x[3 * k + i] + x[after + i]);
        m[3 * k + i] = (rhs - m[before + i] - m[after + i]) / 4;
      }
    }
  }
  return m;
}

const c = new Float64Array(9);

/** Slope of half the squared distance from p along the curve, (c - p)·c', and its derivative in c[..]. */
function slope(curve: Curve, t: number, p: Float64Array, at: number): number {
  curve.evaluate(c, t);
  return (c[0] - p[at]) * c[3] + (c[1] - p[at + 1]) * c[4] + (c[2] - p[at + 2]) * c[5];
}

/**
 * The parameter in [lo, hi] where the distance from p is least, where it has at most one minimum inside; Newton's
 * method safeguarded by bisection on the slope.
 */
export function nearestOnSpan(curve: Curve, lo: number, hi: number, p: Float64Array, at = 0): number {
  if (slope(curve, lo, p, at) >= 0) return lo;
  if (slope(curve, hi, p, at) <= 0) return hi;
  let a = lo;
  let b = hi;
  let t = 0.5 * (lo + hi);
  for (let step = 0; step < 60; step++) {
    const f = slope(curve, t, p, at);
    if (f === 0) return t;
    if (f > 0) b = t;
    else a = t;
    const bend = (c[0] - p[at]) * c[6] + (c[1] - p[at + 1]) * c[7] + (c[2] - p[at + 2]) * c[8];
    const df = c[3] * c[3] + c[4] * c[4] + c[5] * c[5] + bend;
    let next = t - f / df;
    if (!(next > a && next < b)) next = 0.5 * (a + b);
    if (Math.abs(next - t) <= 1e-15 * Math.max(1, Math.abs(t))) return next;
    t = next;
  }
  return t;
}

/** A circle of the given radius about the y axis, in the x-z plane, from (0, 0, -radius) towards +x. */
export function circleCurve(radius: number, spans = 32): Curve {
  return {
    spans,
    closed: true,
    evaluate(out, t) {
      const rate = (2 * Math.PI) / spans;
      const s = radius * sin(rate * t);
      const k = radius * cos(rate * t);
      out[0] = s;
      out[1] = 0;
      out[2] = -k;
      out[3] = rate * k;
      out[4] = 0;
      out[5] = rate * s;
      out[6] = -rate * rate * s;
      out[7] = 0;
      out[8] = rate * rate * k;
    },
  };
}

/** Points of a curve in its own frame, four a span, with the largest distance of the curve from its chords. */
interface Sampled {
  readonly x: Float64Array;
  readonly sag: number;
}

const sampled = new WeakMap<Curve, Sampled>();

/** Points and sag of a curve, found once. */
export function samplesOf(curve: Curve): Sampled {
  const known = sampled.get(curve);
  if (known) return known;
  const n = 4 * curve.spans + 1;
  const x = new Float64Array(3 * n);
  let sag = 0;
  for (let k = 0; k < n; k++) {
    curve.evaluate(c, k / 4);
    for (let i = 0; i < 3; i++) x[3 * k + i] = c[i];
    // chord of a quarter span: c'' / (8 · 16), doubled for what changes between
    sag = Math.max(sag, Math.sqrt(c[6] * c[6] + c[7] * c[7] + c[8] * c[8]) / 64);
  }
  const made = { x, sag };
  sampled.set(curve, made);
  return made;
}
