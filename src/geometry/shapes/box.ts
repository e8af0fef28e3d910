import { boxPolyhedron } from '../polyhedron.js';
import type { Vector } from '../shape.js';
import { boundsOfPoints, l, toLocal, toWorld } from './frame.js';
import type { ShapeKind } from './kind.js';
import { polyhedronMass } from './mass.js';

/** A box about the origin, axes along x, y, z; half its sizes (m). */
export interface Box {
  readonly type: 'box';
  readonly half: Vector;
}

export const box: ShapeKind<Box, { readonly size: Vector }> = {
  type: 'box',
  written: {
    fields: { size: { is: 'size' } },
    build: ({ size }) => ({ type: 'box', half: [0.5 * size[0], 0.5 * size[1], 0.5 * size[2]] }),
  },
  isConvex: true,
  example: () => ({ type: 'box', half: [0.3, 0.2, 0.25] }),
  mass: ({ half }) => polyhedronMass(boxPolyhedron(half)),
  extent: ({ half }) => Math.sqrt(half.reduce((sum, x) => sum + x * x, 0)),
  size: ({ half }) => Math.min(...half),
  polyhedron: ({ half }) => boxPolyhedron(half),
  bounds: (out, _, { vertices }) => boundsOfPoints(out, vertices),
  distance(n, shape, placed, x, y, z) {
    toLocal(placed, x, y, z);
    const { half } = shape;
    const d0 = Math.abs(l[0]) - half[0];
    const d1 = Math.abs(l[1]) - half[1];
    const d2 = Math.abs(l[2]) - half[2];
    const s0 = l[0] < 0 ? -1 : 1;
    const s1 = l[1] < 0 ? -1 : 1;
    const s2 = l[2] < 0 ? -1 : 1;
    const o0 = Math.max(d0, 0);
    const o1 = Math.max(d1, 0);
    const o2 = Math.max(d2, 0);
    const outside = Math.sqrt(o0 * o0 + o1 * o1 + o2 * o2);
    if (outside > 0) {
      toWorld(n, placed, (s0 * o0) / outside, (s1 * o1) / outside, (s2 * o2) / outside);
      return outside;
    }
    // inside: out through the nearest face
    if (d0 >= d1 && d0 >= d2) toWorld(n, placed, s0, 0, 0);
    else if (d1 >= d2) toWorld(n, placed, 0, s1, 0);
    else toWorld(n, placed, 0, 0, s2);
    return Math.max(d0, d1, d2);
  },
  recorded: ({ half }) => ({ type: 'box', half: [...half] }),
};
