import { closestOnSegment } from '../closest-on-segment.js';
import type { Curve } from '../curve.js';
import { nearestOnSpan, samplesOf, splineCurve } from '../curve.js';
import type { Vector } from '../shape.js';
import { farthestOfBox, l, toLocal, toWorld, turnBox } from './frame.js';
import type { ShapeKind } from './kind.js';

/** All points within `radius` of a curve: a rail, a ring, a bent rod that stands still (m). */
export interface Tube {
  readonly type: 'tube';
  readonly curve: Curve;
  readonly radius: number;
}

/** As scenes write it. */
export interface WrittenTube {
  readonly radius: number;
  readonly points: readonly Vector[];
  readonly closed: boolean;
}

/** Points that a span of a curve is drawn with. */
const pointsPerSpan = 4;

const local = new Float64Array(6);
const c = new Float64Array(9);

export const tube: ShapeKind<Tube, WrittenTube> = {
  type: 'tube',
  written: {
    fields: {
      radius: { is: 'positive' },
      points: { is: 'points', least: 2, about: 'joined by a smooth curve (m)' },
      closed: { is: 'flag' },
    },
    build: ({ radius, points, closed }) => ({ type: 'tube', radius, curve: splineCurve(points.flat(), closed) }),
  },
  isConvex: false,
  example: () => ({
    type: 'tube',
    radius: 0.1,
    curve: splineCurve([-0.4, 0, 0, -0.1, 0.2, 0.1, 0.2, -0.1, 0.1, 0.4, 0.1, 0.3]),
  }),
  extent(shape) {
    boundsOfCurve(local, shape);
    return farthestOfBox(local);
  },
  size: ({ radius }) => radius,
  bounds(out, shape, { rotation: R, position: p }) {
    boundsOfCurve(local, shape);
    turnBox(out, local, R, p);
  },
  distance(n, { curve, radius }, placed, x, y, z) {
    toLocal(placed, x, y, z);
    curve.evaluate(c, nearestOnCurve(curve));
    const dx = l[0] - c[0];
    const dy = l[1] - c[1];
    const dz = l[2] - c[2];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (d > 0) toWorld(n, placed, dx / d, dy / d, dz / d);
    else toWorld(n, placed, 0, 0, 1);
    return d - radius;
  },
  recorded({ curve, radius }) {
    const points: number[] = [];
    const n = pointsPerSpan * curve.spans;
    for (let k = 0; k < (curve.closed ? n : n + 1); k++) {
      curve.evaluate(c, k / pointsPerSpan);
      points.push(c[0], c[1], c[2]);
    }
    return { type: 'tube', radius, points, closed: curve.closed };
  },
};

/** Box of a tube: sampled four times a span, widened by the sag between samples. */
function boundsOfCurve(out: Float64Array, { curve, radius }: Tube): void {
  out.fill(Infinity, 0, 3);
  out.fill(-Infinity, 3, 6);
  const samples = 4 * curve.spans;
  for (let k = 0; k <= samples; k++) {
    curve.evaluate(c, k / 4);
    for (let i = 0; i < 3; i++) {
      const sag = Math.abs(c[6 + i]) / 64 + radius;
      out[i] = Math.min(out[i], c[i] - sag);
      out[3 + i] = Math.max(out[3 + i], c[i] + sag);
    }
  }
}

/** Parameter of the point of the curve nearest to l. */
function nearestOnCurve(curve: Curve): number {
  const { x: s, sag } = samplesOf(curve);
  let best = Infinity;
  let at = 0;
  for (let k = 0; 3 * k + 3 < s.length; k++) {
    const u = closestOnSegment(s, 3 * k, s, 3 * k + 3, l[0], l[1], l[2]);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const d = s[3 * k + i] + u * (s[3 * k + 3 + i] - s[3 * k + i]) - l[i];
      square += d * d;
    }
    // the curve is no farther from its chord than the sag
    if (Math.sqrt(square) - sag > best) continue;
    const t = nearestOnSpan(curve, k / 4, (k + 1) / 4, l, 0);
    curve.evaluate(c, t);
    const dx = c[0] - l[0];
    const dy = c[1] - l[1];
    const dz = c[2] - l[2];
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (d >= best) continue;
    best = d;
    at = t;
  }
  return at;
}
