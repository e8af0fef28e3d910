import type { JointFrames } from './der-joint.js';

const binormal = new Float64Array(3);
const change = new Float64Array(3);
const da = new Float64Array(3);
const db = new Float64Array(3);

/**
 * out[at .. at + 4] += s times the change of a joint's five strains (`der-joint.ts`) by a small displacement.
 *
 * @param dx of the local variables: edge a (0-2), its angle (3), edge b (4-6), its angle (7)
 */
export function addStrainChange(
  out: Float64Array,
  at: number,
  s: number,
  f: JointFrames,
  a: number,
  b: number,
  dx: Float64Array,
): void {
  const { t, m1, m2, length } = f;
  const i = 3 * a;
  const j = 3 * b;
  across(da, dx, 0, t, i, length[a]);
  across(db, dx, 4, t, j, length[b]);
  const chi = 1 + t[i] * t[j] + t[i + 1] * t[j + 1] + t[i + 2] * t[j + 2];
  let dChi = 0;
  for (let k = 0; k < 3; k++) dChi += da[k] * t[j + k] + t[i + k] * db[k];
  let twist = dx[7] - dx[3];
  for (let k = 0; k < 3; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    binormal[k] = (2 * (t[i + p] * t[j + q] - t[i + q] * t[j + p])) / chi;
    const turn = da[p] * t[j + q] - da[q] * t[j + p] + t[i + p] * db[q] - t[i + q] * db[p];
    change[k] = (2 * turn - binormal[k] * dChi) / chi;
    twist += 0.5 * binormal[k] * (dx[k] / length[a] + dx[4 + k] / length[b]);
  }
  for (let e = 0; e < 2; e++) {
    const o = e === 0 ? i : j;
    const turn = dx[e === 0 ? 3 : 7];
    // frames follow their edges without spin, along which the binormal has no part: only the angle turns them under it
    out[at + 2 * e] += s * (dot(m1, o, change) + turn * dot(m2, o, binormal));
    out[at + 2 * e + 1] += s * (dot(m2, o, change) - turn * dot(m1, o, binormal));
  }
  out[at + 4] += s * twist;
}

/** out = change of the unit tangent t of an edge of the given length that changes by dx. */
function across(out: Float64Array, dx: Float64Array, at: number, t: Float64Array, o: number, length: number): void {
  const along = dx[at] * t[o] + dx[at + 1] * t[o + 1] + dx[at + 2] * t[o + 2];
  for (let k = 0; k < 3; k++) out[k] = (dx[at + k] - along * t[o + k]) / length;
}

function dot(m: Float64Array, o: number, x: Float64Array): number {
  return m[o] * x[0] + m[o + 1] * x[1] + m[o + 2] * x[2];
}
