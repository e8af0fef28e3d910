import { l, toLocal, toWorld } from './frame.js';
import type { ShapeKind } from './kind.js';
import { diagonal } from './mass.js';

/** A round solid cylinder about the z axis, from z = -halfLength to z = halfLength (m). */
export interface Cylinder {
  readonly type: 'cylinder';
  readonly radius: number;
  readonly halfLength: number;
}

export const cylinder: ShapeKind<Cylinder, { readonly radius: number; readonly length: number }> = {
  type: 'cylinder',
  written: {
    fields: { radius: { is: 'positive' }, length: { is: 'positive', about: 'along z (m)' } },
    build: ({ radius, length }) => ({ type: 'cylinder', radius, halfLength: 0.5 * length }),
  },
  isConvex: true,
  example: () => ({ type: 'cylinder', radius: 0.25, halfLength: 0.3 }),
  mass({ radius: r, halfLength: l }) {
    const mass = 2 * Math.PI * r * r * l;
    const across = mass * ((r * r) / 4 + (l * l) / 3);
    return diagonal(mass, across, across, (mass * r * r) / 2);
  },
  extent: ({ radius, halfLength }) => Math.sqrt(radius * radius + halfLength * halfLength),
  size: ({ radius, halfLength }) => Math.min(radius, halfLength),
  halfAxis: ({ halfLength }) => halfLength,
  bounds(out, { radius }, { rotation: R, ends }) {
    for (let i = 0; i < 3; i++) {
      const axis = R[3 * i + 2];
      // a disk's shadow on an axis is shorter than its radius
      const r = radius * Math.sqrt(Math.max(0, 1 - axis * axis));
      out[i] = Math.min(ends[i], ends[3 + i]) - r;
      out[3 + i] = Math.max(ends[i], ends[3 + i]) + r;
    }
  },
  distance(n, shape, placed, x, y, z) {
    toLocal(placed, x, y, z);
    const across = Math.sqrt(l[0] * l[0] + l[1] * l[1]);
    const ex = across > 0 ? l[0] / across : 1;
    const ey = across > 0 ? l[1] / across : 0;
    const s = l[2] < 0 ? -1 : 1;
    const dr = across - shape.radius;
    const dz = Math.abs(l[2]) - shape.halfLength;
    if (dr > 0 && dz > 0) {
      const d = Math.sqrt(dr * dr + dz * dz);
      toWorld(n, placed, (dr / d) * ex, (dr / d) * ey, (dz / d) * s);
      return d;
    }
    if (dr >= dz) toWorld(n, placed, ex, ey, 0);
    else toWorld(n, placed, 0, 0, s);
    return Math.max(dr, dz);
  },
  recorded: ({ radius, halfLength }) => ({ type: 'cylinder', radius, halfLength }),
};
