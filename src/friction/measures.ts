import { alartCurnier } from './law/alart-curnier.js';
import type { EquationMisfit } from './equations.js';
import { fischerBurmeister } from './law/fischer-burmeister.js';
import { naturalMap } from './law/natural-map.js';

/** Names of the error measures, all zero exactly at a solution. */
export const measureNames = [
  'relative',
  'fb',
  'fbMean',
  'ac',
  'acMean',
  'acMeanN',
  'acMeanT',
  'acRelative',
  'natural',
  'siconos',
] as const;

/** Name of an error measure. */
export type MeasureName = (typeof measureNames)[number];

/** Every error measure of one pair (r, u). */
export type ErrorMeasures = Record<MeasureName, number>;

/** What the measures need to know of a problem, in its own units; vectors are three numbers a contact, normal first. */
export interface MeasureData {
  /** dimension of a contact, 2 or 3 (plane problems carry a zero third component) */
  readonly d: number;
  readonly n: number;
  /** trace of the d x d diagonal block W_ii */
  readonly trace: Float64Array;
  readonly b: Float64Array;
  readonly mu: Float64Array;
  /** what the equations beside the contacts miss */
  readonly equations?: EquationMisfit;
}

const f = new Float64Array(3);

/**
 * Velocity that errors are divided by: beta = max |b_i|; where b = 0, max |u_i|; where that is zero too, what equations
 * would miss without their impulses; where there are none, 0 (then the error is 0).
 */
export function velocityScale(data: MeasureData, u: Float64Array): number {
  return largestNorm(data.b, data.n) || largestNorm(u, data.n) || (data.equations?.free ?? 0);
}

/** rho_i = d / tr W_ii, the impulse that one unit of velocity costs; contacts that nothing can move count 1. */
export function contactScale(data: MeasureData, i: number): number {
  return data.trace[i] > 0 ? data.d / data.trace[i] : 1;
}

/** Value of one measure. `worst`, if given, receives the contact with the largest share in worst[0]. */
export function measure(
  name: MeasureName,
  data: MeasureData,
  r: Float64Array,
  u: Float64Array,
  worst?: Int32Array,
): number {
  const share = shares[name];
  const beta = velocityScale(data, u);
  let sum = 0;
  let largest = -1;
  if (worst) worst[0] = -1;
  for (let i = 0; i < data.n; i++) {
    const e = share(data, r, u, i, beta);
    sum += e;
    // written so that NaN wins
    if (!(e <= largest)) {
      largest = e;
      if (worst) worst[0] = i;
    }
  }
  return reduce(name, data, r, u, sum, largest, beta);
}

/** Part of contact i in a measure, before the reduction over contacts; beta: `velocityScale`. */
export function contactShare(
  name: MeasureName,
  data: MeasureData,
  r: Float64Array,
  u: Float64Array,
  i: number,
  beta: number,
): number {
  return shares[name](data, r, u, i, beta);
}

/** All measures at once. */
export function measureAll(data: MeasureData, r: Float64Array, u: Float64Array): ErrorMeasures {
  const errors = {} as ErrorMeasures;
  for (const name of measureNames) errors[name] = measure(name, data, r, u);
  return errors;
}

type Share = (data: MeasureData, r: Float64Array, u: Float64Array, i: number, beta: number) => number;

/** The part of each contact in a measure, before the reduction over contacts. */
const shares: Record<MeasureName, Share> = {
  relative: (data, r, u, i, beta) => {
    if (beta === 0) return 0;
    const rho = contactScale(data, i);
    naturalMap(f, u, r, 3 * i, data.mu[i], rho);
    return norm(f) / (rho * beta);
  },
  fb: (data, r, u, i, beta) => {
    if (beta === 0) return 0;
    const rho = contactScale(data, i);
    fischerBurmeister(f, u, r, 3 * i, data.mu[i], rho);
    return norm(f) / (rho * beta);
  },
  fbMean: (data, r, u, i) => {
    // as other programs print it: contacts without friction have x = (0, s r_T), y = (u_N, 0)
    const s = Math.max(1, data.trace[i] / data.d);
    const mu = data.mu[i];
    if (mu === 0) {
      const rT = s * Math.sqrt(square(r[3 * i + 1]) + square(r[3 * i + 2]));
      const e = blindError(rT, u[3 * i]);
      return e;
    }
    fischerBurmeister(f, u, r, 3 * i, mu, 1 / s);
    return s * s * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
  },
  ac: (data, r, u, i, beta) => {
    const e = scaledAlartCurnier(data, r, u, i, beta);
    return 0.5 * e * e;
  },
  acMean: scaledAlartCurnier,
  acMeanN: (data, r, u, i, beta) => {
    const scale = scaledAlartCurnier(data, r, u, i, beta);
    return scale === 0 ? 0 : Math.abs(f[0]) / (contactScale(data, i) * beta);
  },
  acMeanT: (data, r, u, i, beta) => {
    const scale = scaledAlartCurnier(data, r, u, i, beta);
    return scale === 0 ? 0 : Math.sqrt(f[1] * f[1] + f[2] * f[2]) / (contactScale(data, i) * beta);
  },
  acRelative: (data, r, u, i) => {
    alartCurnier(f, u, r, 3 * i, data.mu[i], 1, 1);
    return square(f[0]) + square(f[1]) + square(f[2]);
  },
  natural: rawNaturalSquare,
  siconos: rawNaturalSquare,
};

function reduce(
  name: MeasureName,
  data: MeasureData,
  r: Float64Array,
  u: Float64Array,
  sum: number,
  largest: number,
  beta: number,
): number {
  const e = data.equations;
  const count = data.n + (e?.count ?? 0);
  if (count === 0) return 0;
  if (e) {
    // an equation counts like a contact whose error is the velocity it misses
    const scale = beta > 0 ? beta : 1;
    if (!(e.largest / scale <= largest)) largest = e.largest / scale;
    if (name === 'ac') sum += (0.5 * e.squares) / (scale * scale);
    else if (name === 'acMean' || name === 'acMeanN' || name === 'acMeanT') sum += e.sum / scale;
    else sum += e.squares;
  }
  switch (name) {
    case 'relative':
    case 'fb':
      return largest;
    case 'ac':
      return sum;
    case 'acMean':
    case 'acMeanN':
    case 'acMeanT':
      return sum / count;
    case 'fbMean':
      return sum / (count + 1);
    case 'acRelative':
      return Math.sqrt(sum) / (1 + euclidean(r, 3 * data.n));
    case 'natural':
      return quotient(Math.sqrt(sum), euclidean(data.b, 3 * data.n) || euclidean(u, 3 * data.n) || (e?.free ?? 0));
    case 'siconos':
      return quotient(
        Math.sqrt(sum),
        Math.max(euclidean(data.b, 3 * data.n), euclidean(r, 3 * data.n), euclidean(u, 3 * data.n)),
      );
  }
}

function scaledAlartCurnier(data: MeasureData, r: Float64Array, u: Float64Array, i: number, beta: number): number {
  if (beta === 0) return 0;
  const rho = contactScale(data, i);
  alartCurnier(f, u, r, 3 * i, data.mu[i], rho, rho);
  return norm(f) / (rho * beta);
}

function rawNaturalSquare(data: MeasureData, r: Float64Array, u: Float64Array, i: number): number {
  naturalMap(f, u, r, 3 * i, data.mu[i], 1);
  return square(f[0]) + square(f[1]) + square(f[2]);
}

/** |x + y - (x∘x + y∘y)^(1/2)|² with x = (0, x_T), y = (y_N, 0) */
function blindError(xT: number, yN: number): number {
  const root = Math.sqrt(xT * xT + yN * yN);
  return square(yN - root) + square(xT);
}

function quotient(error: number, scale: number): number {
  return scale > 0 ? error / scale : error;
}

function square(x: number): number {
  return x * x;
}

function norm(x: Float64Array): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

function euclidean(x: Float64Array, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
}

function largestNorm(x: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const e = square(x[3 * i]) + square(x[3 * i + 1]) + square(x[3 * i + 2]);
    if (e > largest) largest = e;
  }
  return Math.sqrt(largest);
}
