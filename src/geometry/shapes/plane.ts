import type { ShapeKind } from './kind.js';

/** The half-space z <= 0. */
export interface Plane {
  readonly type: 'plane';
}

export const plane: ShapeKind<Plane, object> = {
  type: 'plane',
  written: { about: 'everything below z = 0', fields: {}, build: () => ({ type: 'plane' }) },
  isConvex: true,
  example: () => ({ type: 'plane' }),
  extent: () => Infinity,
  size: () => Infinity,
  bounds(out) {
    out.fill(-Infinity, 0, 3);
    out.fill(Infinity, 3, 6);
  },
  distance(n, _, { rotation: R, position: p }, x, y, z) {
    n[0] = R[2];
    n[1] = R[5];
    n[2] = R[8];
    return n[0] * (x - p[0]) + n[1] * (y - p[1]) + n[2] * (z - p[2]);
  },
  recorded: () => ({ type: 'plane' }),
};
