import { atan2 } from '../../math/functions.js';

/** Energy of a joint as a function of the cosine c of its angle: value, first and second derivative. */
export interface AngleEnergy {
  W: number;
  dW: number;
  ddW: number;
}

/** W = ½ (2 tan(φ/2))² = 2 (1 - c)/(1 + c): the bending energy of discrete elastic rods [Bergou08]. */
export function tanEnergy(out: AngleEnergy, c: number): void {
  const d = 1 / (1 + c);
  out.W = 2 * (1 - c) * d;
  out.dW = -4 * d * d;
  out.ddW = 8 * d * d * d;
}

/**
 * W = ½ (φ - φ0)², `sine` being sin φ >= 0. With a natural angle φ0 the direction of the force at φ = 0 is undefined; it
 * is taken as zero there (a chain does not remember the plane it curls in).
 */
export function angleEnergy(out: AngleEnergy, c: number, sine: number, natural: number): void {
  const phi = atan2(sine, c);
  out.W = 0.5 * (phi - natural) * (phi - natural);
  if (phi < 0.02) {
    const z = phi * phi;
    out.dW = -(1 + z * (1 / 6 + z * (7 / 360)));
    out.ddW = 1 / 3 + z * (2 / 15 + z * (2 / 63));
    if (natural === 0 || sine < 1e-7) return;
    // - natural φ: derivative natural / sin φ, second natural cot φ / sin² φ
    out.dW += natural / sine;
    out.ddW += (natural * c) / (sine * sine * sine);
    return;
  }
  out.dW = -(phi - natural) / sine;
  out.ddW = (1 - ((phi - natural) * c) / sine) / (sine * sine);
}
