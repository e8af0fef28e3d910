import type { Vector } from '../shape.js';
import { l, toLocal, toWorld, turnBox } from './frame.js';
import type { ShapeKind } from './kind.js';

/** A solid given by its signed distance, negative inside (m). */
export interface SignedDistance {
  readonly type: 'distance';
  /** distance at (x, y, z) */
  readonly distance: (x: number, y: number, z: number) => number;
  /** half sizes of a box about the origin that holds the solid; infinite where left out */
  readonly half?: Vector;
  /** step of the central differences that give the normal (m). Default: 1e-6 */
  readonly difference?: number;
}

const local = new Float64Array(6);

export const distance: ShapeKind<SignedDistance> = {
  type: 'distance',
  isConvex: false,
  example: () => ({
    type: 'distance',
    // a torus about the z axis
    distance: (x, y, z) => {
      const out = Math.sqrt(x * x + y * y) - 0.3;
      return Math.sqrt(out * out + z * z) - 0.12;
    },
    half: [0.42, 0.42, 0.12],
  }),
  extent: ({ half }) => (half ? Math.sqrt(half.reduce((sum, x) => sum + x * x, 0)) : Infinity),
  size: () => Infinity,
  bounds(out, { half }, { rotation: R, position: p }) {
    for (let i = 0; i < 3; i++) {
      local[i] = -(half?.[i] ?? Infinity);
      local[3 + i] = half?.[i] ?? Infinity;
    }
    if (half) turnBox(out, local, R, p);
    else out.set(local);
  },
  distance(n, shape, placed, x, y, z) {
    toLocal(placed, x, y, z);
    const { distance, difference: e = 1e-6 } = shape;
    const [a, b, c] = l;
    const g0 = distance(a + e, b, c) - distance(a - e, b, c);
    const g1 = distance(a, b + e, c) - distance(a, b - e, c);
    const g2 = distance(a, b, c + e) - distance(a, b, c - e);
    const length = Math.sqrt(g0 * g0 + g1 * g1 + g2 * g2) || 1;
    toWorld(n, placed, g0 / length, g1 / length, g2 / length);
    return distance(a, b, c);
  },
  recorded: () => undefined,
};
