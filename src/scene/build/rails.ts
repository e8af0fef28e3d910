import { splineCurve } from '../../geometry/curve.js';
import type { Shape } from '../../geometry/shape.js';
import { cos, sin } from '../../math/functions.js';
import type { SimpleShapeJson } from '../schema/shapes.js';

type Rails = Extract<SimpleShapeJson, { type: 'rails' }>;

/** Points of the path in a quarter turn of a loop. */
const pointsPerQuarter = 8;

/** Points of a straight piece at most. */
const mostPoints = 1000;

/**
 * Two rails at y = ± gap/2 of a path: straight along x, then loops of which each sets the path off sideways, then straight
 * again. The sideways shift follows a smooth step over each loop, so that the path does not meet itself.
 */
export function railShape(rails: Rails): Shape {
  const path = railPath(rails);
  const parts = [-0.5, 0.5].map((side) => {
    const points = path.flatMap(([x, y, z]) => [x, y + side * rails.gap, z]);
    return { shape: { type: 'tube', radius: rails.rail, curve: splineCurve(points) } as Shape };
  });
  return { type: 'compound', parts };
}

/** Points of the middle of the track. */
function railPath({ radius: R, approach, loops, shift }: Rails): [number, number, number][] {
  const spacing = (0.5 * Math.PI * R) / pointsPerQuarter;
  const path: [number, number, number][] = [];
  const straight = (from: number, length: number, y: number): void => {
    const n = Math.max(2, Math.min(mostPoints, Math.round(length / spacing)));
    for (let k = 0; k < n; k++) path.push([from + (length * k) / n, y, 0]);
  };
  straight(0, approach, 0);
  for (let loop = 0; loop < loops; loop++) {
    const n = 4 * pointsPerQuarter;
    for (let k = 0; k < n; k++) {
      const u = k / n;
      const angle = 2 * Math.PI * u;
      const y = shift * (loop + u * u * (3 - 2 * u));
      path.push([approach + loop * R + R * sin(angle), y, R * (1 - cos(angle))]);
    }
    if (loop < loops - 1) straight(approach + loop * R, R, shift * (loop + 1));
  }
  const end = approach + Math.max(0, loops - 1) * R;
  straight(end, approach, shift * loops);
  path.push([end + approach, shift * loops, 0]);
  return path;
}
