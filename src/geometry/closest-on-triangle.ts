/** Nearest point found by `closestOnTriangle`: barycentric weights; a weight of exactly 0 means an edge or a corner. */
export const weights = new Float64Array(3);

/**
 * The point of the triangle (a, b, c at offsets of x) nearest to p, by the regions of corners, edges and face
 * (Ericson, Real-Time Collision Detection, 5.1.5). Weights in `weights`; returns the squared distance.
 */
export function closestOnTriangle(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
): number {
  const abx = x[b] - x[a];
  const aby = x[b + 1] - x[a + 1];
  const abz = x[b + 2] - x[a + 2];
  const acx = x[c] - x[a];
  const acy = x[c + 1] - x[a + 1];
  const acz = x[c + 2] - x[a + 2];
  const apx = px - x[a];
  const apy = py - x[a + 1];
  const apz = pz - x[a + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bpx = px - x[b];
  const bpy = py - x[b + 1];
  const bpz = pz - x[b + 2];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  const cpx = px - x[c];
  const cpy = py - x[c + 1];
  const cpz = pz - x[c + 2];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) set(1, 0, 0);
  else if (d3 >= 0 && d4 <= d3) set(0, 1, 0);
  else if (d6 >= 0 && d5 <= d6) set(0, 0, 1);
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) set(1 - d1 / (d1 - d3), d1 / (d1 - d3), 0);
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) set(1 - d2 / (d2 - d6), 0, d2 / (d2 - d6));
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    set(0, 1 - t, t);
  } else {
    const sum = 1 / (va + vb + vc);
    set(1 - (vb + vc) * sum, vb * sum, vc * sum);
  }
  const dx = px - (weights[0] * x[a] + weights[1] * x[b] + weights[2] * x[c]);
  const dy = py - (weights[0] * x[a + 1] + weights[1] * x[b + 1] + weights[2] * x[c + 1]);
  const dz = pz - (weights[0] * x[a + 2] + weights[1] * x[b + 2] + weights[2] * x[c + 2]);
  return dx * dx + dy * dy + dz * dz;
}

function set(a: number, b: number, c: number): void {
  weights[0] = a;
  weights[1] = b;
  weights[2] = c;
}
