import { atan2 } from '../../math/functions.js';
import type { Vector } from '../schema/values.js';

/** Whether places are above a hairline: seen from a centre, higher than the line at the same azimuth about z. */
export class Hairline {
  readonly #centre: Vector;
  /** azimuth and slope of its points, by azimuth */
  readonly #points: { readonly azimuth: number; readonly slope: number }[];

  constructor(centre: Vector, points: readonly Vector[]) {
    this.#centre = centre;
    this.#points = points.map((point) => this.#seen(point)).sort((a, b) => a.azimuth - b.azimuth);
  }

  /** How much steeper the place stands than the hairline, by slope; negative below it. */
  above(place: Vector): number {
    const { azimuth, slope } = this.#seen(place);
    const points = this.#points;
    let k = points.findIndex((point) => point.azimuth > azimuth);
    if (k < 0) k = points.length;
    const before = points[(k + points.length - 1) % points.length];
    const after = points[k % points.length];
    const turn = 2 * Math.PI;
    const span = after.azimuth - before.azimuth + (k === 0 || k === points.length ? turn : 0);
    const share = span > 0 ? (azimuth - before.azimuth + (k === 0 ? turn : 0)) / span : 0;
    return slope - (before.slope + share * (after.slope - before.slope));
  }

  #seen(place: Vector): { azimuth: number; slope: number } {
    const [x, y, z] = [0, 1, 2].map((i) => place[i] - this.#centre[i]);
    return { azimuth: atan2(y, x), slope: z / Math.max(1e-9, Math.sqrt(x * x + y * y)) };
  }
}
