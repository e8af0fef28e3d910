import type { Curvature } from '../../bodies/rods/shape.js';
import { sin } from '../../math/functions.js';
import type { BendJson } from '../schema/rod.js';

/** Curvature and twist along a rod; `scale` multiplies them. */
export function curvatureOf(bend: BendJson | undefined, scale = 1): Curvature | undefined {
  if (!bend) return undefined;
  if (bend.helix) {
    // curvature R / (R² + c²), torsion c / (R² + c²), c = pitch / 2π
    const { radius: R, pitch } = bend.helix;
    const c = pitch / (2 * Math.PI);
    const square = R * R + c * c;
    return [(scale * R) / square, 0, (scale * c) / square];
  }
  if (bend.wave) {
    const { curvature, period } = bend.wave;
    return (s) => [scale * curvature * sin((2 * Math.PI * s) / period), 0, 0];
  }
  const [a, b, c] = bend.curvature ?? [0, 0, 0];
  return [scale * a, scale * b, scale * c];
}
