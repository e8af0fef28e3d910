import { InputError } from '../errors.js';
import { now } from './clock.js';
import { projectCone } from './law/cone.js';
import type { LocalSolver } from './local/local-solver.js';
import { localSolverNamed } from './local/registry.js';
import { blockStride, prepareBlock, slideBlock } from './local/slip-search.js';

/** How large problems may become. */
export interface ContactSolverSize {
  /** most contacts */
  readonly contacts: number;
  /** most bodies; 0: only problems in impulses (`setDual`). Default: 0 */
  readonly bodies?: number;
  /** degrees of freedom of a body. Default: 6 */
  readonly dofs?: number;
}

/** How a solve ended. */
export type ContactSolverStatus = 'converged' | 'max-iterations' | 'out-of-time';

/** Sweeps after which an error that has not come down is not looked at in full again, a share of it. */
const nearTolerance = 1.5;

/**
 * Coulomb's law for engines of others: sized once, no memory taken afterwards. Contacts are solved one after the other, each exactly,
 * until the error in the measure `relative` meets the tolerance. A problem is put together between `begin` and `solve`, either of bodies with
 * their inverse masses and of contacts with their Jacobians, or as W and b (`setDual`). 3-dimensional contacts, normal first.
 *
 * @example
 * ```ts
 * const solver = new ContactSolver({ contacts: 256, bodies: 64 });
 * // every step:
 * solver.begin();
 * for (const [k, body] of bodies.entries()) solver.setBody(k, body.inverseMass, body.velocityWithoutContacts);
 * for (const { a, Ja, b, Jb, w, mu } of contacts) solver.addContact(a, Ja, b, Jb, w, mu);
 * solver.solve();
 * bodies.forEach((body, k) => body.velocity.set(solver.v.subarray(6 * k, 6 * k + 6)));
 * ```
 */
export class ContactSolver {
  /** error to reach, in the measure `relative` */
  tolerance = 1e-6;
  /** sweeps allowed */
  maxIterations = 1000;
  /** wall time after which the solve ends with what it has (s); the result then depends on the machine */
  seconds = Infinity;
  /** number of contacts of the present problem */
  n = 0;
  /** impulses: the first guess until `solve`, then the result; 3 numbers a contact, normal first (N s) */
  readonly r: Float64Array;
  /** velocities of contacts, after `solve` (m/s) */
  readonly u: Float64Array;
  readonly mu: Float64Array;
  /** velocities of bodies: without contacts until `solve`, then the result */
  readonly v: Float64Array;
  /** sweeps and error of the last solve */
  iterations = 0;
  error = 0;
  readonly #size: Required<ContactSolverSize>;
  readonly #inverse: Float64Array;
  readonly #body: Int32Array;
  /** Jacobians (3 x dofs) and M⁻¹ Jᵀ (dofs x 3) of both sides of each contact */
  readonly #J: Float64Array;
  readonly #MJ: Float64Array;
  readonly #w: Float64Array;
  /** own block of W of each contact, what is worked out of it once, its last slip parameter, and whether it has an inverse */
  readonly #own: Float64Array;
  readonly #blocks: Float64Array;
  readonly #slip: Float64Array;
  readonly #regular: Uint8Array;
  /** problems in impulses: W, and velocities that follow r */
  readonly #W: Float64Array;
  #dual = false;
  /** beta, and the square of the last sweep's change */
  readonly #scales = new Float64Array(2);
  readonly #local: LocalSolver = localSolverNamed('mfb+enumerative');
  readonly #b = new Float64Array(3);
  readonly #x = new Float64Array(3);
  readonly #before = new Float64Array(3);
  /** change of an impulse, and largest error: numbers that are handed on in place, since each that is handed over costs an object */
  readonly #d = new Float64Array(3);
  readonly #worst = new Float64Array(1);
  /** nonlinear conjugate gradients: r before a sweep, and the direction of the last steps */
  readonly #r0: Float64Array;
  readonly #p: Float64Array;

  constructor(size: ContactSolverSize) {
    const { contacts, bodies = 0, dofs = 6 } = size;
    for (const [path, value, least] of [
      ['contacts', contacts, 1],
      ['bodies', bodies, 0],
      ['dofs', dofs, 1],
    ] as const) {
      if (Number.isInteger(value) && value >= least) continue;
      const problem = { path, expected: `a whole number, at least ${least}`, found: String(value) };
      throw new InputError('wrong size', [problem]);
    }
    this.#size = { contacts, bodies, dofs };
    const sides = bodies > 0 ? 2 * contacts : 0;
    this.r = new Float64Array(3 * contacts);
    this.u = new Float64Array(3 * contacts);
    this.#r0 = new Float64Array(3 * contacts);
    this.#p = new Float64Array(3 * contacts);
    this.mu = new Float64Array(contacts);
    this.v = new Float64Array(dofs * bodies);
    this.#inverse = new Float64Array(dofs * dofs * bodies);
    this.#body = new Int32Array(sides);
    this.#J = new Float64Array(3 * dofs * sides);
    this.#MJ = new Float64Array(3 * dofs * sides);
    this.#w = new Float64Array(3 * contacts);
    this.#own = new Float64Array(9 * contacts);
    this.#blocks = new Float64Array(blockStride * contacts);
    this.#slip = new Float64Array(contacts);
    this.#regular = new Uint8Array(contacts);
    this.#W = new Float64Array(bodies > 0 ? 0 : 9 * contacts * contacts);
  }

  /** Starts a problem of bodies. The impulses of the last one stay as first guesses, contact by contact. */
  begin(): void {
    this.n = 0;
    this.#dual = false;
  }

  /** Inverse mass of a body (dofs x dofs, row-major) and its velocity without contacts. */
  setBody(body: number, inverseMass: ArrayLike<number>, velocity: ArrayLike<number>): void {
    const { dofs } = this.#size;
    const at = dofs * dofs * body;
    for (let k = 0; k < dofs * dofs; k++) this.#inverse[at + k] = inverseMass[k];
    for (let k = 0; k < dofs; k++) this.v[dofs * body + k] = velocity[k];
  }

  /**
   * Adds a contact: u = JA v_a + JB v_b + w, J 3 x dofs, row-major, normal first; b = -1: the other side does not move. Bodies must have
   * been set. Returns its number, under which `r` may be given a first guess.
   */
  addContact(
    a: number,
    JA: ArrayLike<number>,
    b: number,
    JB: ArrayLike<number> | undefined,
    w: ArrayLike<number>,
    mu: number,
  ): number {
    if (this.n === this.#size.contacts) throw new RangeError(`more than ${this.n} contacts`);
    const i = this.n++;
    this.mu[i] = mu;
    for (let k = 0; k < 9; k++) this.#own[9 * i + k] = 0;
    for (let k = 0; k < 3; k++) this.#w[3 * i + k] = w[k];
    this.#side(2 * i, a, JA);
    this.#side(2 * i + 1, JB ? b : -1, JB ?? JA);
    this.#prepare(i);
    return i;
  }

  #side(side: number, body: number, J: ArrayLike<number>): void {
    this.#body[side] = body;
    if (body < 0) return;
    // fields are looked up once: in the loops that would take most of the time
    const { dofs } = this.#size;
    const kept = this.#J;
    const inverse = this.#inverse;
    const MJ = this.#MJ;
    const own = this.#own;
    const at = 3 * dofs * side;
    for (let k = 0; k < 3 * dofs; k++) kept[at + k] = J[k];
    for (let p = 0, row = dofs * dofs * body, to = at; p < dofs; p++, row += dofs, to += 3) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let q = 0, from = at; q < dofs; q++, from++) {
        const m = inverse[row + q];
        x += m * kept[from];
        y += m * kept[from + dofs];
        z += m * kept[from + 2 * dofs];
      }
      MJ[to] = x;
      MJ[to + 1] = y;
      MJ[to + 2] = z;
    }
    for (let c = 0, from = at, to = 9 * (side >> 1); c < 3; c++, from += dofs, to += 3) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let p = 0, o = at; p < dofs; p++, o += 3) {
        const e = kept[from + p];
        x += e * MJ[o];
        y += e * MJ[o + 1];
        z += e * MJ[o + 2];
      }
      own[to] += x;
      own[to + 1] += y;
      own[to + 2] += z;
    }
  }

  /** Takes a problem in impulses, u = W r + b: W dense, 3 n x 3 n, row-major. For solvers made without bodies. */
  setDual(n: number, W: ArrayLike<number>, b: ArrayLike<number>, mu: ArrayLike<number>): void {
    if (n > this.#size.contacts || this.#W.length === 0) throw new RangeError(`no room for ${n} contacts as W and b`);
    this.n = n;
    this.#dual = true;
    for (let k = 0; k < 9 * n * n; k++) this.#W[k] = W[k];
    for (let i = 0; i < n; i++) {
      this.mu[i] = mu[i];
      for (let c = 0; c < 3; c++) {
        this.#w[3 * i + c] = b[3 * i + c];
        for (let d = 0; d < 3; d++) this.#own[9 * i + 3 * c + d] = W[3 * n * (3 * i + c) + 3 * i + d];
      }
      this.#prepare(i);
    }
  }

  /** What the own block is solved by. */
  #prepare(i: number): void {
    this.#slip[i] = 0;
    this.#regular[i] = prepareBlock(this.#blocks, blockStride * i, this.#own, 9 * i) ? 1 : 0;
  }

  /** Solves the problem from the first guess in `r`; results in `r`, `u`, `v`, `iterations`, `error`. */
  solve(): ContactSolverStatus {
    const begun = this.seconds < Infinity ? now() : 0;
    this.#start();
    this.iterations = 0;
    for (;;) {
      this.#pass(false);
      this.error = this.#worst[0];
      if (this.error <= this.tolerance) return 'converged';
      // sweeps until they themselves say that the error may have come down
      for (;;) {
        if (this.iterations >= this.maxIterations) return this.#end('max-iterations');
        if (this.seconds < Infinity && now() - begun > this.seconds) return this.#end('out-of-time');
        this.iterations++;
        this.#step();
        if (this.#worst[0] <= nearTolerance * this.tolerance) break;
      }
    }
  }

  #end(status: ContactSolverStatus): ContactSolverStatus {
    this.#pass(false);
    this.error = this.#worst[0];
    return status;
  }

  /** beta, and velocities for the first guess. */
  #start(): void {
    const scales = this.#scales;
    scales[0] = scales[1] = 0;
    const { n, u, r } = this;
    for (let i = 0; i < n; i++) {
      this.#velocity(i, true);
      const x = u[3 * i] * u[3 * i] + u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2];
      scales[0] = Math.max(scales[0], Math.sqrt(x));
    }
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) this.#d[c] = r[3 * i + c];
      this.#change(i);
    }
  }

  /** u_i of the present state; of W and b it is kept up to date, but for the start. */
  #velocity(i: number, anew = false): void {
    const { u } = this;
    if (this.#dual) {
      if (anew) for (let c = 3 * i; c < 3 * i + 3; c++) u[c] = this.#w[c];
      return;
    }
    const { dofs } = this.#size;
    const { v } = this;
    const J = this.#J;
    const w = this.#w;
    let x = w[3 * i];
    let y = w[3 * i + 1];
    let z = w[3 * i + 2];
    for (let side = 2 * i; side < 2 * i + 2; side++) {
      const body = this.#body[side];
      if (body < 0) continue;
      for (let p = 0, k = 3 * dofs * side, at = dofs * body; p < dofs; p++, k++, at++) {
        const speed = v[at];
        x += J[k] * speed;
        y += J[k + dofs] * speed;
        z += J[k + 2 * dofs] * speed;
      }
    }
    u[3 * i] = x;
    u[3 * i + 1] = y;
    u[3 * i + 2] = z;
  }

  /** The state follows the change `d` of r_i. */
  #change(i: number): void {
    const x = this.#d[0];
    const y = this.#d[1];
    const z = this.#d[2];
    if (x === 0 && y === 0 && z === 0) return;
    if (this.#dual) {
      const width = 3 * this.n;
      for (let k = 0; k < width; k++) {
        const at = width * k + 3 * i;
        this.u[k] += this.#W[at] * x + this.#W[at + 1] * y + this.#W[at + 2] * z;
      }
      return;
    }
    const { dofs } = this.#size;
    const { v } = this;
    const MJ = this.#MJ;
    for (let side = 2 * i; side < 2 * i + 2; side++) {
      const body = this.#body[side];
      if (body < 0) continue;
      for (let p = 0, k = 3 * dofs * side, at = dofs * body; p < dofs; p++, k += 3, at++) {
        v[at] += MJ[k] * x + MJ[k + 1] * y + MJ[k + 2] * z;
      }
    }
  }

  /**
   * A sweep, and the way of the last steps added to what it did, as in nonlinear conjugate gradients with restarts [Silcowitz10]:
   * stacks, where sweeps alone creep, take a tenth of them. The largest error met on the way is left in `worst`.
   */
  #step(): void {
    const { r, n } = this;
    const p = this.#p;
    const r0 = this.#r0;
    for (let k = 0; k < 3 * n; k++) r0[k] = r[k];
    this.#pass(true);
    let square = 0;
    for (let k = 0; k < 3 * n; k++) square += (r[k] - r0[k]) * (r[k] - r0[k]);
    const before = this.#scales[1];
    const beta = before > 0 ? square / before : 2;
    this.#scales[1] = square;
    if (beta > 1) {
      for (let k = 0; k < 3 * n; k++) p[k] = 0;
      return;
    }
    for (let i = 0; i < n; i++) {
      const o = 3 * i;
      const x = beta * p[o];
      const y = beta * p[o + 1];
      const z = beta * p[o + 2];
      p[o] = x + r[o] - r0[o];
      p[o + 1] = y + r[o + 1] - r0[o + 1];
      p[o + 2] = z + r[o + 2] - r0[o + 2];
      r[o] += x;
      r[o + 1] += y;
      r[o + 2] += z;
      this.#d[0] = x;
      this.#d[1] = y;
      this.#d[2] = z;
      this.#change(i);
    }
  }

  /**
   * Looks at every contact, and solves it where that is asked for; `worst` is the largest error met. One loop for both: engines compile what
   * runs often, and only that takes no memory for the numbers it hands on.
   */
  #pass(solving: boolean): void {
    this.#worst[0] = 0;
    for (let i = 0; i < this.n; i++) {
      this.#velocity(i);
      this.#lookAt(i);
      if (solving) this.#solveOne(i);
    }
  }

  /** worst = max(worst, |r - P_K(r - ρ ũ)| / (ρ β)) */
  #lookAt(i: number): void {
    const { u, r, mu } = this;
    const x = this.#x;
    const o = 3 * i;
    const trace = this.#own[9 * i] + this.#own[9 * i + 4] + this.#own[9 * i + 8];
    if (!(trace > 0 && this.#scales[0] > 0)) return;
    const rho = 3 / trace;
    const slip = Math.sqrt(u[o + 1] * u[o + 1] + u[o + 2] * u[o + 2]);
    x[0] = r[o] - rho * (u[o] + mu[i] * slip);
    x[1] = r[o + 1] - rho * u[o + 1];
    x[2] = r[o + 2] - rho * u[o + 2];
    projectCone(x, x, 0, mu[i]);
    const a = r[o] - x[0];
    const b = r[o + 1] - x[1];
    const c = r[o + 2] - x[2];
    const square = a * a + b * b + c * c;
    this.#worst[0] = Math.max(this.#worst[0], Math.sqrt(square) / (rho * this.#scales[0]));
  }

  /** Contact i exactly, all others held. */
  #solveOne(i: number): void {
    const { u, r, mu } = this;
    const b = this.#b;
    const old = this.#before;
    const o = 3 * i;
    const W = this.#own;
    const V = this.#blocks;
    for (let c = 0; c < 3; c++) {
      old[c] = r[o + c];
      const w = 9 * i + 3 * c;
      b[c] = u[o + c] - (W[w] * r[o] + W[w + 1] * r[o + 1] + W[w + 2] * r[o + 2]);
    }
    const x = this.#x;
    if (b[0] >= 0) x[0] = x[1] = x[2] = 0;
    else {
      for (let c = 0; c < 3; c++) {
        const at = blockStride * i + 3 * c;
        x[c] = -(V[at] * b[0] + V[at + 1] * b[1] + V[at + 2] * b[2]);
      }
      const sticks = x[0] > 0 && x[1] * x[1] + x[2] * x[2] <= mu[i] * mu[i] * x[0] * x[0];
      if (!sticks && this.#regular[i] === 1) slideBlock(x, V, blockStride * i, b, mu, this.#slip, i);
      else if (!sticks) {
        for (let c = 0; c < 3; c++) x[c] = old[c];
        this.#local.solve(x, W, 9 * i, b, mu[i]);
      }
    }
    for (let c = 0; c < 3; c++) {
      r[o + c] = x[c];
      this.#d[c] = x[c] - old[c];
    }
    this.#change(i);
  }
}
