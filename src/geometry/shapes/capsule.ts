import { closestOnSegment } from '../closest-on-segment.js';
import { roundDistance } from './frame.js';
import type { ShapeKind } from './kind.js';
import { diagonal } from './mass.js';

/** All points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength) (m). */
export interface Capsule {
  readonly type: 'capsule';
  readonly radius: number;
  readonly halfLength: number;
}

export const capsule: ShapeKind<Capsule, { readonly radius: number; readonly length: number }> = {
  type: 'capsule',
  written: {
    fields: {
      radius: { is: 'positive' },
      length: { is: 'positive', about: 'distance of the centres of its two caps, along z (m)' },
    },
    build: ({ radius, length }) => ({ type: 'capsule', radius, halfLength: 0.5 * length }),
  },
  isConvex: true,
  example: () => ({ type: 'capsule', radius: 0.15, halfLength: 0.3 }),
  /** A cylinder and the two halves of a ball at its ends. */
  mass({ radius: r, halfLength: l }) {
    const tube = 2 * Math.PI * r * r * l;
    const ball = (4 / 3) * Math.PI * r * r * r;
    // half balls: centre of mass 3/8 r beyond the end of the tube
    const across = tube * ((r * r) / 4 + (l * l) / 3) + ball * (0.4 * r * r + l * l + 0.75 * l * r);
    return diagonal(tube + ball, across, across, (tube * r * r) / 2 + 0.4 * ball * r * r);
  },
  extent: ({ radius, halfLength }) => radius + halfLength,
  size: ({ radius }) => radius,
  halfAxis: ({ halfLength }) => halfLength,
  bounds(out, { radius }, { ends }) {
    for (let i = 0; i < 3; i++) {
      out[i] = Math.min(ends[i], ends[3 + i]) - radius;
      out[3 + i] = Math.max(ends[i], ends[3 + i]) + radius;
    }
  },
  distance(n, { radius }, { ends: e }, x, y, z) {
    const t = closestOnSegment(e, 0, e, 3, x, y, z);
    const cx = e[0] + t * (e[3] - e[0]);
    const cy = e[1] + t * (e[4] - e[1]);
    const cz = e[2] + t * (e[5] - e[2]);
    return roundDistance(n, x - cx, y - cy, z - cz, radius);
  },
  recorded: ({ radius, halfLength }) => ({ type: 'capsule', radius, halfLength }),
};
