import type { HairJson } from '../schema/generators.js';
import type { Vector } from '../schema/values.js';

/** Direction that hair is combed in at a root: the scene's, or away from the nearest place of the parting. */
export function combAt({ comb }: HairJson, root: Vector, parting: readonly Vector[]): Vector {
  if (!('lean' in comb)) return comb;
  if (parting.length === 0) return comb.lean;
  let nearest = parting[0];
  let least = Infinity;
  for (let k = 0; k < Math.max(1, parting.length - 1); k++) {
    const place = nearestOn(parting[k], parting[k + 1] ?? parting[k], root);
    const distance = squareDistance(place, root);
    if (distance < least) [least, nearest] = [distance, place];
  }
  const size = Math.sqrt(least) || 1;
  const at = (i: number): number => (root[i] - nearest[i]) / size + comb.lean[i];
  return [at(0), at(1), at(2)];
}

function nearestOn(a: Vector, b: Vector, p: Vector): Vector {
  const d: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const along = (p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1] + (p[2] - a[2]) * d[2];
  const t = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
  return [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]];
}

function squareDistance(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return x * x + y * y + z * z;
}
