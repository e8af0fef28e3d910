import { cos, sin } from '../../math/functions.js';
import type { OneContact } from './one-contact.js';

/**
 * Whether a closing contact can slide, found without any solver: friction in direction d = (cos t, sin t) gives
 * r = r_N (1, mu d), u_N = 0 gives r_N, and d is right where the slip u_T is against it. Directions are tried one after
 * another, and a change of sign of u_T x d between two with r_N > 0 and u_T·d < 0 is a solution.
 */
export function slideExists({ W, b, mu }: OneContact, directions = 4000): boolean {
  let last = NaN;
  for (let k = 0; k <= directions; k++) {
    const t = (6.283185307179586 * k) / directions;
    const [d1, d2] = [mu * cos(t), mu * sin(t)];
    const rN = -b[0] / (W[0] + W[1] * d1 + W[2] * d2);
    const u1 = b[1] + rN * (W[3] + W[4] * d1 + W[5] * d2);
    const u2 = b[2] + rN * (W[6] + W[7] * d1 + W[8] * d2);
    const across = rN > 0 && u1 * d1 + u2 * d2 < 0 ? u1 * d2 - u2 * d1 : NaN;
    if (last * across <= 0) return true;
    last = across;
  }
  return false;
}
