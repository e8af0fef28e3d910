// A pile as a one-step problem, and the plainest loop that solves such: what our own times are measured against where there is no native
// yardstick.
import { BlockRowBuilder, denseBlockDiagonal } from '../../dist/friction/index.js';

const friction = 0.4;

/** Balls on a cubic lattice of `side` balls each way, touching their neighbours and the ground, after a step of weight and a push. */
export function ballLattice(side) {
  const bodies = side * side * side;
  let state = 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  const M = denseBlockDiagonal(new Array(bodies).fill(6));
  const f = new Float64Array(6 * bodies);
  for (let k = 0; k < bodies; k++) {
    const mass = 1 + 0.2 * random();
    for (let i = 0; i < 6; i++) M.values[M.start[k] + 7 * i] = i < 3 ? mass : 0.4 * mass;
    const push = [0.3 * random(), 0.3 * random(), -0.1, 0, 0, 0];
    for (let i = 0; i < 6; i++) f[6 * k + i] = mass * push[i];
  }
  const rows = new BlockRowBuilder(3, 6 * bodies);
  let contacts = 0;
  const add = (a, b, axis) => {
    // normals lean a little: no two contacts are alike
    const frame = frameOf([0, 1, 2].map((e) => (e === axis ? 1 : 0.1 * random())));
    rows.segment(6 * a, 6, ballRows(frame, 1, -1));
    if (b >= 0) rows.segment(6 * b, 6, ballRows(frame, -1, -1));
    rows.endRow();
    contacts++;
  };
  for (let k = 0; k < bodies; k++) {
    const place = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
    if (place[2] === 0) add(k, -1, 2);
    for (let axis = 0; axis < 3; axis++) if (place[axis] + 1 < side) add(k + side ** axis, k, axis);
  }
  const mu = new Float64Array(contacts).fill(friction);
  return { kind: 'primal', d: 3, M, f, H: rows.finish(), w: new Float64Array(3 * contacts), mu };
}

/** Three orthonormal rows, the first along n. */
function frameOf(n) {
  const scale = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const a = n.map((x) => x * scale);
  const least = a.map(Math.abs).indexOf(Math.min(...a.map(Math.abs)));
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const along = a[least];
  const raw = e.map((x, k) => x - along * a[k]);
  const size = Math.sqrt(raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2]);
  const b = raw.map((x) => x / size);
  const c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return [a, b, c];
}

/** Rows of a ball whose centre lies `arm` along the normal from the contact. */
function ballRows(frame, sign, arm) {
  const n = frame[0];
  return Float64Array.from(
    frame.flatMap((e) => {
      const turn = [n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2], n[0] * e[1] - n[1] * e[0]];
      return [...e.map((x) => sign * x), ...turn.map((x) => arm * x)];
    }),
  );
}

/** Seconds of so many sweeps of r <- P_K(r - rho u~), contact after contact, over a lattice: nothing of ours in it. */
export function plainSweeps({ M, H, f, mu }, sweeps) {
  const n = mu.length;
  const inverse = Float64Array.from(f, (_, k) => 1 / M.values[M.start[Math.floor(k / 6)] + 7 * (k % 6)]);
  const v = f.map((x, k) => x * inverse[k]);
  const r = new Float64Array(3 * n);
  const rho = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let trace = 0;
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      for (let k = 0; k < 18; k++) trace += H.values[H.start[s] + k] ** 2 * inverse[H.col[s] + (k % 6)];
    }
    rho[i] = 3 / trace;
  }
  const u = new Float64Array(3);
  const begun = performance.now();
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let i = 0; i < n; i++) {
      u[0] = u[1] = u[2] = 0;
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        const at = H.start[s];
        const col = H.col[s];
        for (let k = 0; k < 6; k++) {
          const x = v[col + k];
          u[0] += H.values[at + k] * x;
          u[1] += H.values[at + 6 + k] * x;
          u[2] += H.values[at + 12 + k] * x;
        }
      }
      const normal = Math.max(0, r[3 * i] - rho[i] * u[0]);
      let x = r[3 * i + 1] - rho[i] * u[1];
      let y = r[3 * i + 2] - rho[i] * u[2];
      const size = Math.sqrt(x * x + y * y);
      const share = size > mu[i] * normal ? (mu[i] * normal) / size : 1;
      x *= share;
      y *= share;
      const d0 = normal - r[3 * i];
      const d1 = x - r[3 * i + 1];
      const d2 = y - r[3 * i + 2];
      r[3 * i] = normal;
      r[3 * i + 1] = x;
      r[3 * i + 2] = y;
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
        const at = H.start[s];
        const col = H.col[s];
        for (let k = 0; k < 6; k++) {
          v[col + k] +=
            inverse[col + k] * (H.values[at + k] * d0 + H.values[at + 6 + k] * d1 + H.values[at + 12 + k] * d2);
        }
      }
    }
  }
  return (performance.now() - begun) / 1000;
}
