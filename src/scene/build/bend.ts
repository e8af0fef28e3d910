import type { Curvature } from '../../bodies/rods/shape.js';
import { sin } from '../../math/functions.js';
import type { BendJson, RestJson } from '../schema/rod.js';

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

/** Whether a natural shape says how the rod is bent. */
export function isBent(rest: RestJson | undefined): rest is Exclude<RestJson, string> {
  return typeof rest === 'object' && (rest.curvature ?? rest.helix ?? rest.wave) !== undefined;
}

/** Natural curvature and twist along a rod, where the scene gives them. */
export function restCurvature(rest: RestJson | undefined, scale = 1): Curvature | undefined {
  return isBent(rest) ? curvatureOf(rest, scale) : undefined;
}
