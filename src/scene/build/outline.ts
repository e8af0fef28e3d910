import { cos, sin } from '../../math/functions.js';
import type { Profile } from './profile.js';

const degree = Math.PI / 180;
/** Where the normal of an outline points at the beginning at most (degrees above the horizontal). */
const steepestTop = 110;
/** Hair does not begin nearer to the crown than this (m): lanes would have no width. */
const crown = 0.002;
/** From this direction of the normal on an outline becomes straighter: elements of a strand cannot go from round to straight at once (degrees). */
const release = 15;
/** Distance of the places of an outline that are kept (m). */
export const grain = 5e-4;

/** The way down a head from the crown in a half-plane: along the convex outline, and straight on where that turns inwards. */
export class Outline {
  /** distance from the axis and height at each grain (m) */
  readonly rho: Float64Array;
  readonly z: Float64Array;
  /** direction of the normal there: its share along rho and along z */
  readonly #outward: Float64Array;
  readonly #upward: Float64Array;
  /** least radius of curvature (m) */
  readonly tightest: number;

  constructor(profile: Profile, length: number) {
    const n = Math.ceil(length / grain) + 2;
    this.rho = new Float64Array(n);
    this.z = new Float64Array(n);
    this.#outward = new Float64Array(n);
    this.#upward = new Float64Array(n);
    let angle = steepestTop;
    while (angle > 0 && profile.at(angle, 0).rho < crown) angle--;
    let { rho, z } = profile.at(angle, 0);
    let tightest = Infinity;
    for (let k = 0; k < n; k++) {
      const [outward, upward] = [cos(angle * degree), sin(angle * degree)];
      this.rho[k] = rho;
      this.z[k] = z;
      this.#outward[k] = outward;
      this.#upward[k] = upward;
      const bend = profile.at(angle, 0).bend / Math.min(1, Math.max(0, angle) / release + 1e-9);
      tightest = Math.min(tightest, bend);
      const turn = grain / bend / degree;
      const middle = (angle - 0.5 * turn) * degree;
      rho += grain * sin(middle);
      z -= grain * cos(middle);
      angle -= turn;
    }
    this.tightest = tightest;
  }

  /** How far from the crown places are known (m). */
  get length(): number {
    return (this.rho.length - 1) * grain;
  }

  /** Puts the place at a length from the crown, moved outwards by w, into `out`: distance from the axis, height (m). */
  place(out: [number, number], s: number, w: number): void {
    const x = Math.min(this.rho.length - 1.001, s / grain);
    const k = Math.floor(x);
    const t = x - k;
    const at = (a: Float64Array): number => a[k] + t * (a[k + 1] - a[k]);
    out[0] = at(this.rho) + w * at(this.#outward);
    out[1] = at(this.z) + w * at(this.#upward);
  }
}
