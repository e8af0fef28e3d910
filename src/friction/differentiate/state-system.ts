import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import { Random } from '../../math/random.js';
import { meanCompliance } from '../solvers/newton/contact-equations.js';
import { newtonMatrix } from '../solvers/newton/elimination.js';
import type { NewtonMatrix } from '../solvers/newton/newton-matrix.js';
import type { ReadyProblem } from '../solver.js';
import type { StateEquations } from './state-equations.js';

/**
 * Shifts of W, as shares of a contact's compliance, of which the first that makes the matrix factorable is taken: singular
 * problems need one. Refinement takes its effect away again: with the first, directions more compliant than 1e-6 lose it a
 * hundredfold with every pass. A smaller one would leave each pass fewer digits (16 less those of the shift); larger ones
 * are for problems whose contacts differ much in compliance.
 */
const shiftShares = [1e-8, 1e-6, 1e-4];

/** Passes of refinement; a pass that leaves more than `slow` of the residual is the last. */
const mostPasses = 30;
const slow = 0.5;

/** Residual, relative to the right-hand side, at which refinement has nothing more to gain. */
const exact = 1e-15;

/** Share of a random vector that must survive three passes for the matrix to count as singular. */
const survivor = 1e-3;

/** Contacts with less than this share of the largest part in a null vector have no part in it: rounding is 1e-8 of it. */
const noPart = 1e-6;

/** Limit on the conjugate gradients that project; as many are needed as there are angles between range and null space. */
const mostGradients = 60;

/** Residual of the projection, squared and relative: the filter itself is good to rounding over the shift, 1e-8. */
const projected = 1e-15;

/**
 * Linear systems with A = dF_du W + dF_dr, the matrix of Newton's method at the solution with the states held. One
 * factorisation of A + shift serves all; refinement with A itself makes the solves exact where A is singular too. Then
 * x is one solution of many where b allows one, and the residual says that b allows none.
 */
export class StateSystem {
  readonly #problem: ReadyProblem;
  readonly #equations: StateEquations;
  readonly #matrix: NewtonMatrix;
  readonly #transposed: BlockSparseMatrix | undefined;
  readonly #Wx: Float64Array;
  readonly #residual: Float64Array;
  readonly #step: Float64Array;
  readonly #trial: Float64Array;
  #null: { right: Float64Array; left: Float64Array } | undefined;
  /** whether the matrix could be factored at all */
  readonly factored: boolean;

  constructor(problem: ReadyProblem, equations: StateEquations) {
    const size = 3 * problem.n;
    this.#problem = problem;
    this.#equations = equations;
    this.#matrix = newtonMatrix(problem);
    this.#transposed = problem.primal ? undefined : problem.W.assembled();
    this.#Wx = new Float64Array(size);
    this.#residual = new Float64Array(size);
    this.#step = new Float64Array(size);
    this.#trial = new Float64Array(size);
    const shift = new Float64Array(problem.n);
    this.factored = shiftShares.some((share) => {
      for (let i = 0; i < problem.n; i++) shift[i] = share * meanCompliance(problem.W.diagonal, i);
      return this.#matrix.factor(equations, shift);
    });
  }

  /** x = A⁻¹ b; returns the residual relative to b. `contacts` receives the parts of the contacts in what is left of b. */
  solve(x: Float64Array, b: Float64Array, contacts?: Float64Array): number {
    const left = this.#refine(
      x,
      b,
      (out, y) => this.multiply(out, y),
      (d, f) => this.#matrix.solve(d, f),
      -1,
    );
    if (contacts) partsOf(contacts, this.#residual);
    return left;
  }

  /** x = A⁻ᵀ g; returns the residual relative to g. */
  solveTransposed(x: Float64Array, g: Float64Array): number {
    return this.#refine(
      x,
      g,
      (out, y) => this.multiplyTransposed(out, y),
      (d, f) => this.#matrix.solveTransposed(d, f),
      1,
    );
  }

  #refine(
    x: Float64Array,
    b: Float64Array,
    multiply: (out: Float64Array, x: Float64Array) => void,
    precondition: (d: Float64Array, f: Float64Array) => void,
    sign: number,
  ): number {
    const { length } = x;
    const residual = this.#residual;
    const step = this.#step;
    const trial = this.#trial;
    const scale = norm(b);
    x.fill(0);
    residual.set(b);
    if (scale === 0) return 0;
    let error = scale;
    for (let pass = 0; pass < mostPasses && error > exact * scale; pass++) {
      precondition(step, residual);
      for (let k = 0; k < length; k++) trial[k] = x[k] + sign * step[k];
      multiply(step, trial);
      for (let k = 0; k < length; k++) step[k] = b[k] - step[k];
      const next = norm(step);
      if (!(next < error)) break;
      x.set(trial);
      residual.set(step);
      const last = next > slow * error;
      error = next;
      if (last) break;
    }
    return error / scale;
  }

  /** out = A x */
  multiply(out: Float64Array, x: Float64Array): void {
    const { n, dF_du: U, dF_dr: R } = this.#equations;
    const Wx = this.#Wx;
    this.#problem.W.multiply(Wx, x);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + 3 * k;
        out[at + k] =
          U[row] * Wx[at] +
          U[row + 1] * Wx[at + 1] +
          U[row + 2] * Wx[at + 2] +
          R[row] * x[at] +
          R[row + 1] * x[at + 1] +
          R[row + 2] * x[at + 2];
      }
    }
  }

  /** out = Aᵀ x */
  multiplyTransposed(out: Float64Array, x: Float64Array): void {
    const { n, dF_dr: R } = this.#equations;
    const Ux = this.#Wx;
    this.velocityPart(Ux, x);
    this.multiplyWTransposed(out, Ux);
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + k;
        out[at + k] += R[row] * x[at] + R[row + 3] * x[at + 1] + R[row + 6] * x[at + 2];
      }
    }
  }

  /** out = dF_duᵀ x */
  velocityPart(out: Float64Array, x: Float64Array): void {
    const { n, dF_du: U } = this.#equations;
    for (let i = 0; i < n; i++) {
      const at = 3 * i;
      for (let k = 0; k < 3; k++) {
        const row = 9 * i + k;
        out[at + k] = U[row] * x[at] + U[row + 3] * x[at + 1] + U[row + 6] * x[at + 2];
      }
    }
  }

  /** out = Wᵀ x; W of a problem with bodies is symmetric */
  multiplyWTransposed(out: Float64Array, x: Float64Array): void {
    const W = this.#transposed;
    if (!W) {
      this.#problem.W.multiply(out, x);
      return;
    }
    out.fill(0);
    for (let i = 0; i < W.n; i++) {
      for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
        const j = 3 * W.col[e];
        for (let k = 0; k < 3; k++) {
          const xk = x[3 * i + k];
          for (let l = 0; l < 3; l++) out[j + l] += W.values[9 * e + 3 * k + l] * xk;
        }
      }
    }
  }

  /** Contacts with a part in null vectors: `right`, impulses that no velocity feels; `left`, equations that depend on each other. */
  nullContacts(): { right: number[]; left: number[] } {
    const { right, left } = this.#nullVectors();
    return { right: contactsOf(right), left: contactsOf(left) };
  }

  /** x ← its part orthogonal to the null space of A; the solution of least norm where x is one of many. */
  projectOffNullSpace(x: Float64Array): void {
    if (norm(this.#nullVectors().right) === 0) return;
    // z = Cᵀ y with C Cᵀ y = C x, where C = (A + shift)⁻¹ A keeps all but the null space
    const size = x.length;
    const z = new Float64Array(size);
    const residual = new Float64Array(size);
    const direction = new Float64Array(size);
    const back = new Float64Array(size);
    const product = new Float64Array(size);
    this.#filter(residual, x);
    direction.set(residual);
    let square = dot(residual, residual);
    const goal = projected * square;
    for (let k = 0; k < mostGradients && square > goal; k++) {
      this.#filterTransposed(back, direction);
      this.#filter(product, back);
      const alpha = square / dot(direction, product);
      if (!(alpha > 0 && alpha < Infinity)) break;
      for (let j = 0; j < size; j++) {
        z[j] += alpha * back[j];
        residual[j] -= alpha * product[j];
      }
      const next = dot(residual, residual);
      const beta = next / square;
      square = next;
      for (let j = 0; j < size; j++) direction[j] = residual[j] + beta * direction[j];
    }
    // only what is taken away passes through the filter, so that A x keeps all its digits
    for (let j = 0; j < size; j++) z[j] = x[j] - z[j];
    for (let pass = 0; pass < 2; pass++) {
      this.#filter(product, z);
      for (let j = 0; j < size; j++) z[j] -= product[j];
    }
    for (let j = 0; j < size; j++) x[j] -= z[j];
  }

  /** out = (A + shift)⁻¹ A x */
  #filter(out: Float64Array, x: Float64Array): void {
    this.multiply(this.#step, x);
    this.#matrix.solve(out, this.#step);
    for (let k = 0; k < out.length; k++) out[k] = -out[k];
  }

  /** out = Aᵀ (A + shift)⁻ᵀ x */
  #filterTransposed(out: Float64Array, x: Float64Array): void {
    this.#matrix.solveTransposed(this.#step, x);
    this.multiplyTransposed(out, this.#step);
  }

  /** What three passes leave of a random vector: zero, or a vector of the null space in which all that can have a part. */
  #nullVectors(): { right: Float64Array; left: Float64Array } {
    if (this.#null) return this.#null;
    const size = 3 * this.#problem.n;
    const random = new Random(1);
    const right = Float64Array.from({ length: size }, () => random.normal());
    const left = right.slice();
    const scale = norm(right);
    const out = new Float64Array(size);
    for (let pass = 0; pass < 3; pass++) {
      this.#filter(out, right);
      for (let k = 0; k < size; k++) right[k] -= out[k];
      this.multiplyTransposed(this.#step, left);
      this.#matrix.solveTransposed(out, this.#step);
      for (let k = 0; k < size; k++) left[k] -= out[k];
    }
    if (norm(right) < survivor * scale) {
      right.fill(0);
      left.fill(0);
    }
    return (this.#null = { right, left });
  }
}

function contactsOf(x: Float64Array): number[] {
  const parts = new Float64Array(x.length / 3);
  partsOf(parts, x);
  let largest = 0;
  for (const part of parts) largest = Math.max(largest, part);
  const contacts: number[] = [];
  parts.forEach((part, i) => {
    if (part > noPart * largest) contacts.push(i);
  });
  return contacts;
}

/** parts[i] = |x_i| */
function partsOf(parts: Float64Array, x: Float64Array): void {
  for (let i = 0; i < parts.length; i++) {
    const [a, b, c] = [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    parts[i] = Math.sqrt(a * a + b * b + c * c);
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, x));
}
