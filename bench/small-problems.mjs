/**
 * Time and memory of small problems: stacks of boxes, four contacts each, pushed sideways; 4, 16, 64, 256 contacts. A plain projected
 * Gauss-Seidel, `ContactSolver` and `solve`, all to the same error in the measure `relative`, from zero.
 *
 *     node --expose-gc bench/small-problems.mjs [--json]
 */
import { performance } from 'node:perf_hooks';
import { BlockRowBuilder, ContactSolver, denseBlockDiagonal, solve } from '../dist/friction/index.js';

const tolerance = 1e-6;
const half = 0.5;

/** A seeded generator (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Boxes of 1 kg in stacks of up to four; velocities after a step of weight with a push, contacts at the corners. */
function stacks(contacts) {
  const rand = random(contacts);
  const bodies = contacts / 4;
  const high = Math.min(4, bodies);
  const inverse = Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? (k < 18 ? 1 : 6) : 0));
  const v = Array.from({ length: bodies }, () => [0.06 * (rand() - 0.5), 0.06 * (rand() - 0.5), -0.0981, 0, 0, 0]);
  const list = [];
  for (let k = 0; k < bodies; k++) {
    const below = k % high === 0 ? -1 : k - 1;
    for (const [x, y] of [
      [half, half],
      [-half, half],
      [half, -half],
      [-half, -half],
    ]) {
      // normal z, tangents x and y; e . (v + omega x p)
      const rows = (z) => [...[0, 0, 1, y, -x, 0], ...[1, 0, 0, 0, z, -y], ...[0, 1, 0, -z, 0, x]];
      const JA = Float64Array.from(rows(-half));
      const JB = Float64Array.from(rows(half), (value) => -value);
      list.push({ a: k, JA, b: below, JB: below < 0 ? undefined : JB, w: new Float64Array(3), mu: 0.3 + 0.2 * rand() });
    }
  }
  return { inverse, v, contacts: list };
}

/** r <- P_K(r - rho u~), contact after contact: as short as such a solver can be, nothing taken in its loop. */
class PlainGaussSeidel {
  constructor({ inverse, v, contacts }) {
    this.n = contacts.length;
    this.v0 = Float64Array.from(v.flat());
    this.v = new Float64Array(this.v0.length);
    this.r = new Float64Array(3 * this.n);
    this.u = new Float64Array(3);
    this.x = new Float64Array(3);
    this.body = Int32Array.from(contacts.flatMap(({ a, b }) => [a, b]));
    this.J = new Float64Array(36 * this.n);
    this.MJ = new Float64Array(36 * this.n);
    this.rho = new Float64Array(this.n);
    this.mu = Float64Array.from(contacts, ({ mu }) => mu);
    contacts.forEach(({ JA, JB }, i) => {
      this.J.set(JA, 36 * i);
      if (JB) this.J.set(JB, 36 * i + 18);
      let trace = 0;
      for (let s = 0; s < 2; s++) {
        for (let c = 0; c < 3; c++) {
          for (let p = 0; p < 6; p++) {
            const j = this.J[36 * i + 18 * s + 6 * c + p];
            this.MJ[36 * i + 18 * s + 6 * c + p] = inverse[7 * p] * j;
            trace += inverse[7 * p] * j * j;
          }
        }
      }
      this.rho[i] = 3 / trace;
    });
  }

  velocity(i) {
    const { J, body, v, u } = this;
    u[0] = u[1] = u[2] = 0;
    for (let s = 0; s < 2; s++) {
      const b = body[2 * i + s];
      if (b < 0) continue;
      const at = 36 * i + 18 * s;
      for (let p = 0; p < 6; p++) {
        const x = v[6 * b + p];
        u[0] += J[at + p] * x;
        u[1] += J[at + 6 + p] * x;
        u[2] += J[at + 12 + p] * x;
      }
    }
  }

  /** x = P_K(r - rho u~) */
  project(i) {
    const { u, r, x, mu, rho } = this;
    const slip = Math.sqrt(u[1] * u[1] + u[2] * u[2]);
    const a = r[3 * i] - rho[i] * (u[0] + mu[i] * slip);
    const b = r[3 * i + 1] - rho[i] * u[1];
    const c = r[3 * i + 2] - rho[i] * u[2];
    const t = Math.sqrt(b * b + c * c);
    const m = mu[i];
    if (t <= m * a) {
      x[0] = a;
      x[1] = b;
      x[2] = c;
    } else if (m * t <= -a) x[0] = x[1] = x[2] = 0;
    else {
      x[0] = (a + m * t) / (1 + m * m);
      x[1] = (m * x[0] * b) / t;
      x[2] = (m * x[0] * c) / t;
    }
  }

  solve() {
    const { n, r, x, v, v0, rho, body, MJ } = this;
    r.fill(0);
    v.set(v0);
    let beta = 0;
    for (let i = 0; i < n; i++) {
      this.velocity(i);
      beta = Math.max(beta, Math.sqrt(this.u[0] * this.u[0] + this.u[1] * this.u[1] + this.u[2] * this.u[2]));
    }
    for (this.sweeps = 0; this.sweeps < 100000;) {
      let worst = 0;
      for (let i = 0; i < n; i++) {
        this.velocity(i);
        this.project(i);
        const a = x[0] - r[3 * i];
        const b = x[1] - r[3 * i + 1];
        const c = x[2] - r[3 * i + 2];
        worst = Math.max(worst, Math.sqrt(a * a + b * b + c * c) / (rho[i] * beta));
        r[3 * i] = x[0];
        r[3 * i + 1] = x[1];
        r[3 * i + 2] = x[2];
        for (let s = 0; s < 2; s++) {
          const to = body[2 * i + s];
          if (to < 0) continue;
          const at = 36 * i + 18 * s;
          for (let p = 0; p < 6; p++) v[6 * to + p] += MJ[at + p] * a + MJ[at + 6 + p] * b + MJ[at + 12 + p] * c;
        }
      }
      this.sweeps++;
      if (worst <= tolerance) return;
    }
  }
}

function primal({ v, contacts }) {
  const M = denseBlockDiagonal(v.map(() => 6));
  const f = new Float64Array(6 * v.length);
  for (let b = 0; b < v.length; b++) {
    for (let k = 0; k < 6; k++) {
      M.values[36 * b + 7 * k] = k < 3 ? 1 : 1 / 6;
      f[6 * b + k] = M.values[36 * b + 7 * k] * v[b][k];
    }
  }
  const rows = new BlockRowBuilder(3, 6 * v.length);
  for (const { a, b, JA, JB } of contacts) {
    if (b >= 0) rows.segment(6 * b, 6, JB);
    rows.segment(6 * a, 6, JA);
    rows.endRow();
  }
  const w = new Float64Array(3 * contacts.length);
  const mu = Float64Array.from(contacts, (contact) => contact.mu);
  return { kind: 'primal', d: 3, M, f, H: rows.finish(), w, mu };
}

/** Least time of a call over some rounds (s), and bytes that a call takes. */
function measured(call) {
  // until it is compiled
  for (const begun = performance.now(); performance.now() - begun < 300;) call();
  const first = performance.now();
  call();
  const repeats = Math.max(1, Math.min(200, Math.round(20 / (performance.now() - first))));
  let least = Infinity;
  for (let round = 0; round < 12; round++) {
    const begun = performance.now();
    for (let k = 0; k < repeats; k++) call();
    least = Math.min(least, (performance.now() - begun) / repeats / 1000);
  }
  let bytes = Infinity;
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage();
    for (let k = 0; k < repeats; k++) call();
    const after = process.memoryUsage();
    const taken = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
    if (taken >= 0) bytes = Math.min(bytes, taken / repeats);
  }
  return { seconds: least, bytes: Math.round(bytes) };
}

const rows = [4, 16, 64, 256].map((contacts) => {
  const problem = stacks(contacts);
  const plain = new PlainGaussSeidel(problem);
  const solver = new ContactSolver({ contacts, bodies: problem.v.length });
  solver.tolerance = tolerance;
  solver.maxIterations = 100000;
  const fill = () => {
    solver.begin();
    solver.r.fill(0);
    for (let k = 0; k < problem.v.length; k++) solver.setBody(k, problem.inverse, problem.v[k]);
    for (const { a, JA, b, JB, w, mu } of problem.contacts) solver.addContact(a, JA, b, JB, w, mu);
  };
  const own = () => {
    fill();
    return solver.solve();
  };
  const general = primal(problem);
  const of = {
    plain: measured(() => plain.solve()),
    contactSolver: measured(own),
    solve: measured(() => solve(general, { tolerance })),
  };
  const errors = {
    plain: solve(general, { tolerance: 1e9, warmStart: plain.r }).error.relative,
    contactSolver: solve(general, { tolerance: 1e9, warmStart: solver.r }).error.relative,
  };
  const ratio = {
    contactSolver: of.contactSolver.seconds / of.plain.seconds,
    solve: of.solve.seconds / of.plain.seconds,
  };
  return { contacts, sweeps: { plain: plain.sweeps, contactSolver: solver.iterations }, ...of, errors, ratio };
});

if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 1));
else {
  console.log(
    'contacts  plain (us, bytes, sweeps)    ContactSolver (us, bytes, sweeps)   of plain   solve (us, bytes)      of plain',
  );
  const us = ({ seconds, bytes }) => `${(1e6 * seconds).toFixed(1).padStart(9)} ${String(bytes).padStart(8)}`;
  for (const { contacts, sweeps, plain, contactSolver, solve: general, ratio } of rows) {
    console.log(
      [
        String(contacts).padStart(8),
        us(plain) + String(sweeps.plain).padStart(7),
        us(contactSolver) + String(sweeps.contactSolver).padStart(7),
        ratio.contactSolver.toFixed(2).padStart(8),
        us(general),
        ratio.solve.toFixed(1).padStart(8),
      ].join('  '),
    );
  }
}
