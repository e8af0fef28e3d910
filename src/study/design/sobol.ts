import { Random } from '../../math/random.js';
import { directionNumbers } from './sobol-table.js';

const bits = 32;

/** Dimensions that there are direction numbers for. */
export const sobolDimensions = directionNumbers.length + 1;

/** Direction integers of one dimension, the first bit highest. */
function directions(dimension: number): Uint32Array {
  const v = new Uint32Array(bits);
  if (dimension === 0) {
    for (let k = 0; k < bits; k++) v[k] = 1 << (31 - k);
    return v;
  }
  const [s, a, m] = directionNumbers[dimension - 1];
  for (let k = 0; k < bits; k++) {
    if (k < s) {
      v[k] = m[k] << (31 - k);
      continue;
    }
    v[k] = v[k - s] ^ (v[k - s] >>> s);
    for (let j = 1; j < s; j++) if ((a >>> (s - 1 - j)) & 1) v[k] ^= v[k - j];
  }
  return v;
}

/**
 * The first points of a Sobol sequence in [0, 1)^d, without the corner at 0 that begins it, or with a seed all shifted
 * (digits by exclusive or), which keeps how evenly they lie.
 */
export function sobolPoints(count: number, dimensions: number, seed?: number): Float64Array[] {
  const random = seed === undefined ? undefined : new Random(seed);
  const v = Array.from({ length: dimensions }, (_, d) => directions(d));
  const shift = Uint32Array.from({ length: dimensions }, () => random?.bits() ?? 0);
  const x = new Uint32Array(dimensions);
  const points: Float64Array[] = [];
  const skip = seed === undefined ? 1 : 0;
  for (let k = 0; points.length < count; k++) {
    if (k >= skip) points.push(Float64Array.from(x, (own, d) => ((own ^ shift[d]) >>> 0) / 4294967296));
    // Gray code: the lowest zero bit of k says which direction comes next
    let c = 0;
    while ((k >>> c) & 1) c++;
    for (let d = 0; d < dimensions; d++) x[d] ^= v[d][c];
  }
  return points;
}
