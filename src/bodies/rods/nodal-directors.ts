import { addScaled3, dot3, normalise3 } from '../../math/vec3.js';

const tangent = new Float64Array(3);

/**
 * First directors of n segments, which stand in `segment` (3 numbers each), at the n + 1 nodes between them: the mean of the two, square to
 * the chord of a node's neighbours. Node positions at q, `stride` numbers apart.
 */
export function directorsAtNodes(
  out: Float64Array,
  segment: Float64Array,
  n: number,
  q: Float64Array,
  stride: number,
): void {
  for (let i = 0; i <= n; i++) {
    const [a, b] = [Math.max(0, i - 1), Math.min(n - 1, i)];
    const [from, to] = [stride * Math.max(0, i - 1), stride * Math.min(n, i + 1)];
    for (let k = 0; k < 3; k++) {
      out[3 * i + k] = segment[3 * a + k] + segment[3 * b + k];
      tangent[k] = q[to + k] - q[from + k];
    }
    // two segments that are turned by half a turn against each other have no mean
    if (dot3(out, 3 * i, out, 3 * i) < 1e-12) for (let k = 0; k < 3; k++) out[3 * i + k] = segment[3 * b + k];
    if (dot3(tangent, 0, tangent, 0) > 0) {
      normalise3(tangent, 0, tangent, 0);
      addScaled3(out, 3 * i, -dot3(out, 3 * i, tangent, 0), tangent, 0);
    }
    normalise3(out, 3 * i, out, 3 * i);
  }
}
