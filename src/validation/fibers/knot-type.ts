/** A crossing of a curve's plan: where it is passed first and last (index of the segment and fraction), and how. */
interface Crossing {
  readonly first: number;
  readonly last: number;
  /** whether the first passage is the upper one */
  readonly over: boolean;
  readonly sign: number;
}

/** Crossings of the curve seen along z; `x` holds its points, three numbers each. */
function crossings(x: Float64Array): Crossing[] {
  const found: Crossing[] = [];
  const segments = x.length / 3 - 1;
  for (let i = 0; i < segments; i++) {
    const a = 3 * i;
    const [ux, uy] = [x[a + 3] - x[a], x[a + 4] - x[a + 1]];
    for (let j = i + 2; j < segments; j++) {
      const b = 3 * j;
      const [vx, vy] = [x[b + 3] - x[b], x[b + 4] - x[b + 1]];
      const [dx, dy] = [x[b] - x[a], x[b + 1] - x[a + 1]];
      const cross = ux * vy - uy * vx;
      const s = (dx * vy - dy * vx) / cross;
      const t = (dx * uy - dy * ux) / cross;
      if (!(s >= 0 && s < 1 && t >= 0 && t < 1)) continue;
      const over = x[a + 2] + s * (x[a + 5] - x[a + 2]) > x[b + 2] + t * (x[b + 5] - x[b + 2]);
      found.push({ first: i + s, last: j + t, over, sign: over === cross > 0 ? 1 : -1 });
    }
  }
  return found;
}

/**
 * Vassiliev's invariant of degree two of an open curve whose ends go on outwards: 0 for one without a knot, 1 for an
 * overhand knot, -1 for a figure of eight. By the formula of Polyak and Viro: the sum of the products of signs over pairs of
 * crossings passed in turn (under the first, over the second, then over the first, under the second).
 */
export function knotNumber(x: Float64Array): number {
  const all = crossings(x);
  let sum = 0;
  for (const a of all) {
    if (a.over) continue;
    for (const b of all) {
      if (b.over && a.first < b.first && b.first < a.last && a.last < b.last) sum += a.sign * b.sign;
    }
  }
  return sum;
}
