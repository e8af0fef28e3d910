import { describe, expect, it } from 'vitest';
import { cos, sin } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { OneContact } from '../testing/one-contact.js';
import { backwardError } from '../testing/one-contact.js';
import { slideExists } from '../testing/one-contact-oracle.js';
import { localSolverNamed } from './registry.js';

const random = new Random(5);
const vector = (): Float64Array => Float64Array.from({ length: 3 }, () => random.normal());
const coefficient = (): number => (random.int(3) > 0 ? random.range(0, 1) : random.range(0, 10));

/** Σ v vᵀ */
function gram(...vectors: Float64Array[]): Float64Array {
  const W = new Float64Array(9);
  for (const v of vectors) for (let k = 0; k < 9; k++) W[k] += v[Math.floor(k / 3)] * v[k % 3];
  return W;
}

function times(W: Float64Array, x: ArrayLike<number>): Float64Array {
  return Float64Array.from([0, 3, 6], (k) => W[k] * x[0] + W[k + 1] * x[1] + W[k + 2] * x[2]);
}

/** A velocity that closes the contact. */
function closing(b = vector()): Float64Array {
  b[0] = -Math.abs(b[0]);
  return b;
}

function problem(W: Float64Array, b: Float64Array, mu = coefficient()): OneContact {
  return { W, b, mu, condition: NaN };
}

const regular = (): Float64Array => gram(vector(), vector(), vector());

/** W with entries scaled by s_i s_j */
function scaled(W: Float64Array, s: readonly number[]): Float64Array {
  return W.map((w, k) => w * s[Math.floor(k / 3)] * s[k % 3]);
}

/** b = -W x, or with its sign changed so that it closes: there is an impulse that stops the contact. */
function stoppable(W: Float64Array): Float64Array {
  const b = times(W, vector());
  return b[0] > 0 ? b.map((x) => -x) : b;
}

/** A velocity with the given normal component. */
function approaching(bN: number): Float64Array {
  const b = vector();
  b[0] = bN;
  return b;
}

/** Stopped by an impulse on the surface of the cone. */
function onBorder(W: Float64Array): OneContact {
  const mu = coefficient();
  const t = random.range(0, 6.28);
  const b = times(W, [-1, -mu * cos(t), -mu * sin(t)]);
  return problem(W, b, mu);
}

const multiple = (s: number, v: Float64Array): Float64Array => v.map((x) => s * x);

/** The identity plus a random v vᵀ, its off-diagonal entries disturbed independently. */
function asymmetric(): Float64Array {
  const W = gram(vector());
  return W.map((w, k) => (k % 4 ? w + 1e-3 * random.normal() : w + 1));
}

function coupled(): Float64Array {
  const v = multiple(10, vector());
  v[0] *= 3;
  return gram(v, vector(), vector());
}

function stopped(W: Float64Array): OneContact {
  return problem(W, stoppable(W));
}

/** Problems that always have a solution, with the error allowed over max(|b|, |W| |r|). */
const solvable: [string, () => OneContact, number][] = [
  ['rank 2, stoppable', () => stopped(gram(vector(), vector())), 1e-11],
  ['rank 1, stoppable', () => stopped(gram(vector())), 1e-11],
  ['nothing moves sideways', () => problem(gram(Float64Array.of(random.range(0.1, 1), 0, 0)), closing()), 1e-12],
  [
    'nothing moves along t2',
    () => problem(gram(Float64Array.of(1, 0.3, 0), Float64Array.of(0, 1, 0)), closing()),
    1e-12,
  ],
  ['b = 0', () => problem(regular(), new Float64Array(3)), 0],
  ['mu = 0', () => problem(regular(), closing(), 0), 1e-15],
  ['mu = 1e-9', () => problem(regular(), closing(), 1e-9), 1e-12],
  // sticking, the law multiplies the rounding of u_T by mu
  ['mu = 1e6', () => problem(regular(), closing(), 1e6), 1e-8],
  ['mu = 1e12', () => problem(regular(), closing(), 1e12), 1e-2],
  ['b_N = -1e-300', () => problem(regular(), approaching(-1e-300)), 1e-12],
  ['b_N = -1e-17', () => problem(regular(), approaching(-1e-17)), 1e-12],
  ['b_N = 0', () => problem(regular(), approaching(0)), 1e-15],
  ['w_N tiny', () => problem(scaled(regular(), [1e-8, 1, 1]), closing()), 1e-12],
  ['W_TT tiny', () => problem(scaled(regular(), [1, 1e-8, 1e-8]), closing()), 1e-12],
  ['strong coupling of N and T', () => problem(coupled(), closing(), random.range(1, 10)), 1e-12],
  ['b_T = 0', () => problem(regular(), Float64Array.of(-1, 0, 0)), 1e-12],
  ['border of stick and slide', () => onBorder(regular()), 1e-12],
  [
    'the same, condition about 1e8',
    () => onBorder(gram(vector(), multiple(1e-4, vector()), multiple(1e-4, vector()))),
    1e-11,
  ],
  ['asymmetric by 1e-3', () => problem(asymmetric(), closing(), random.range(0, 1)), 1e-12],
];

for (const solver of ['mfb+enumerative', 'enumerative']) {
  describe(`${solver} on contacts made to be hard`, () => {
    const local = localSolverNamed(solver);
    const r = new Float64Array(3);
    for (const [name, draw, allowed] of solvable) {
      it(name, () => {
        let worst = 0;
        for (let k = 0; k < 2000; k++) {
          const one = draw();
          // stale guesses must not matter
          r.set(k % 2 ? vector() : [0, 0, 0]);
          expect(local.solve(r, one.W, 0, one.b, one.mu)).toBe(true);
          const error = backwardError(one, r);
          if (!(error <= worst)) worst = error;
        }
        expect(worst).toBeLessThanOrEqual(allowed);
      });
    }

    it('W = 0: nothing to be done, and said so', () => {
      for (const mu of [0, 0.5]) {
        r.fill(0);
        expect(local.solve(r, new Float64Array(9), 0, Float64Array.of(-1, 2, 3), mu)).toBe(false);
        expect([...r]).toEqual([0, 0, 0]);
        expect(local.solve(r, new Float64Array(9), 0, Float64Array.of(1, 2, 3), mu)).toBe(true);
      }
    });

    it('singular W, any b: finds a slide wherever one exists, else r = 0 and says so', () => {
      let without = 0;
      for (let k = 0; k < 2000; k++) {
        const one = problem(k % 2 ? gram(vector()) : gram(vector(), vector()), closing());
        r.fill(0);
        const believed = local.solve(r, one.W, 0, one.b, one.mu);
        if (believed) expect(backwardError(one, r)).toBeLessThan(1e-11);
        else {
          without++;
          expect(slideExists(one)).toBe(false);
          expect([...r]).toEqual([0, 0, 0]);
        }
      }
      expect(without).toBeGreaterThan(100);
    });
  });
}
