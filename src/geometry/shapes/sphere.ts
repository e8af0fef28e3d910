import { roundDistance } from './frame.js';
import type { ShapeKind } from './kind.js';
import { diagonal } from './mass.js';

/** A ball about the origin (m). */
export interface Sphere {
  readonly type: 'sphere';
  readonly radius: number;
}

export const sphere: ShapeKind<Sphere, { readonly radius: number }> = {
  type: 'sphere',
  written: { fields: { radius: { is: 'positive' } }, build: ({ radius }) => ({ type: 'sphere', radius }) },
  isConvex: true,
  example: () => ({ type: 'sphere', radius: 0.3 }),
  mass({ radius: r }) {
    const mass = (4 / 3) * Math.PI * r * r * r;
    const I = 0.4 * mass * r * r;
    return diagonal(mass, I, I, I);
  },
  extent: ({ radius }) => radius,
  size: ({ radius }) => radius,
  bounds(out, { radius }, { position: p }) {
    for (let i = 0; i < 3; i++) {
      out[i] = p[i] - radius;
      out[3 + i] = p[i] + radius;
    }
  },
  distance: (n, { radius }, { position: p }, x, y, z) => roundDistance(n, x - p[0], y - p[1], z - p[2], radius),
  recorded: ({ radius }) => ({ type: 'sphere', radius }),
};
