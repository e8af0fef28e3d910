import { exp } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import { naturalMap } from '../law/natural-map.js';

const LN10 = 2.302585092994046;

/** A one-contact problem: find r with u = W r + b and (u, r) ∈ C(mu). */
export interface OneContact {
  /** 9 numbers, row-major */
  readonly W: Float64Array;
  readonly b: Float64Array;
  mu: number;
  /** condition number of W */
  condition: number;
}

/** Draws problem after problem, each into the same arrays. */
export class OneContactDraw implements OneContact {
  readonly W = new Float64Array(9);
  readonly b = new Float64Array(3);
  mu = 0;
  condition = 1;
  readonly #random: Random;
  readonly #axes = new Float64Array(9);
  readonly #values = new Float64Array(3);

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /**
   * The next problem: W symmetric positive definite with eigenvalues over up to `decades` orders of magnitude and any
   * size, turned at random; mu from 0 to 10; b over 12 orders of magnitude, as a whole and, for some, between components.
   */
  next(decades = 8): this {
    const random = this.#random;
    this.#drawMatrix(power10(random.range(-3, 3)), random.range(0, decades));
    const kind = random.int(10);
    this.mu = kind === 0 ? 0 : kind < 4 ? power10(random.range(-4, 1)) : random.range(0, kind < 8 ? 1 : 10);
    const size = power10(random.range(-6, 6));
    const uneven = random.int(4) === 0;
    for (let k = 0; k < 3; k++) {
      this.b[k] = size * random.normal() * (uneven ? power10(random.range(-6, 0)) : 1);
    }
    // most of the work lies in contacts that close
    if (random.int(4) > 0) this.b[0] = -Math.abs(this.b[0]);
    return this;
  }

  #drawMatrix(size: number, decades: number): void {
    const random = this.#random;
    const V = this.#axes;
    randomAxes(random, V);
    const lambda = this.#values;
    const middle = random.range(0, decades);
    lambda[0] = size;
    lambda[1] = size * power10(-middle);
    lambda[2] = size * power10(-decades);
    this.condition = power10(decades);
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += lambda[k] * V[3 * k + i] * V[3 * k + j];
        this.W[3 * i + j] = this.W[3 * j + i] = sum;
      }
    }
  }
}

/** Three orthonormal rows, uniform up to sign. */
function randomAxes(random: Random, V: Float64Array): void {
  random.onSphere(V, 0);
  let dot = 1;
  while (Math.abs(dot) > 0.9) {
    random.onSphere(V, 3);
    dot = V[0] * V[3] + V[1] * V[4] + V[2] * V[5];
  }
  const norm = Math.sqrt(1 - dot * dot);
  for (let k = 0; k < 3; k++) V[3 + k] = (V[3 + k] - dot * V[k]) / norm;
  V[6] = V[1] * V[5] - V[2] * V[4];
  V[7] = V[2] * V[3] - V[0] * V[5];
  V[8] = V[0] * V[4] - V[1] * V[3];
}

function power10(x: number): number {
  return exp(LN10 * x);
}

const u = new Float64Array(3);
const f = new Float64Array(3);

/** Natural residual |r - P_K(r - rho ũ)| / rho, a velocity; rho = 3 / tr W. */
export function naturalResidual({ W, b, mu }: OneContact, r: Float64Array): number {
  for (let k = 0; k < 3; k++) u[k] = W[3 * k] * r[0] + W[3 * k + 1] * r[1] + W[3 * k + 2] * r[2] + b[k];
  const rho = 3 / (W[0] + W[4] + W[8]) || 1;
  naturalMap(f, u, r, 0, mu, rho < Infinity ? rho : 1);
  return norm(f) / (rho < Infinity ? rho : 1);
}

/** The residual over max(|b|, |W| |r|), with |W| at least the norm of each row. */
export function backwardError(problem: OneContact, r: Float64Array): number {
  const W = problem.W;
  const largestRow = Math.max(...[0, 3, 6].map((k) => norm(W.subarray(k, k + 3))));
  const scale = Math.max(norm(problem.b), largestRow * norm(r));
  return scale > 0 ? naturalResidual(problem, r) / scale : 0;
}

/** The residual over |b|: the measure `relative` of a problem of one contact. */
export function relativeError(problem: OneContact, r: Float64Array): number {
  return naturalResidual(problem, r) / norm(problem.b);
}

function norm(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
