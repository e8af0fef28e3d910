import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { Random } from '../../math/random.js';
import type { ContactState } from '../contact-state.js';
import type { PrimalProblem } from '../problem.js';
import { denseDual, denseVelocities } from './dense-dual.js';
import type { KnownProblem } from './fixtures.js';

/** What a random problem is made of. */
export interface RandomProblemOptions {
  readonly contacts: number;
  /** bodies of six degrees of freedom (three for plane contacts); few bodies couple all contacts, many make W sparse */
  readonly bodies: number;
  readonly d?: 2 | 3;
  /** friction coefficients lie between 0.2 and this. Default 0.5 */
  readonly mu?: number;
  /** cases to draw from. Default: all three */
  readonly states?: readonly ContactState[];
  readonly seed: number;
}

/**
 * A problem with a prescribed solution: pairs (u_i, r_i) that obey the law are drawn first, then w so that u = W r + b.
 * Every contact touches one body or two.
 */
export function randomProblem(options: RandomProblemOptions): KnownProblem {
  const { contacts: n, bodies, d = 3, seed } = options;
  const random = new Random(seed);
  const size = d === 3 ? 6 : 3;
  const problem = randomBodies(random, n, bodies, d, size, options.mu ?? 0.5);
  const kinds = options.states ?? ['takeOff', 'stick', 'slide'];
  const r = new Float64Array(d * n);
  const u = new Float64Array(d * n);
  const states: ContactState[] = [];
  for (let i = 0; i < n; i++) {
    const state = kinds[random.int(kinds.length)];
    states.push(state);
    prescribe(random, r, u, d, i, problem.mu[i], state);
  }
  const reached = denseVelocities(denseDual(problem), r);
  for (let k = 0; k < d * n; k++) problem.w[k] = u[k] - reached[k];
  return {
    name: `${n} random contacts of ${bodies} bodies, d = ${d}, seed ${seed}`,
    problem,
    r: [...r],
    u: [...u],
    states,
  };
}

function randomBodies(random: Random, n: number, bodies: number, d: 2 | 3, size: number, muMax: number): PrimalProblem {
  const M = denseBlockDiagonal(new Array<number>(bodies).fill(size));
  for (let k = 0; k < bodies; k++) fillPositive(random, M.values, M.start[k], size);
  const rows = new BlockRowBuilder(d, size * bodies);
  for (let i = 0; i < n; i++) {
    const a = random.int(bodies);
    const b = random.int(bodies + 1);
    rows.segment(size * a, size, normals(random, d * size));
    // body number `bodies` is the world
    if (b < bodies && b !== a) rows.segment(size * b, size, normals(random, d * size));
    rows.endRow();
  }
  return {
    kind: 'primal',
    d,
    M,
    f: normals(random, size * bodies),
    H: rows.finish(),
    w: new Float64Array(d * n),
    mu: Float64Array.from({ length: n }, () => random.range(0.2, muMax)),
  };
}

/** Symmetric positive definite block, condition number below about 10. */
function fillPositive(random: Random, values: Float64Array, at: number, size: number): void {
  const root = normals(random, size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += (0.3 * root[i * size + k] * root[j * size + k]) / size;
      values[at + i * size + j] = sum;
    }
  }
}

/** r_i and u_i that obey the law in the given case, well away from the borders to the others. */
function prescribe(
  random: Random,
  r: Float64Array,
  u: Float64Array,
  d: number,
  i: number,
  mu: number,
  state: ContactState,
): void {
  const direction = normals(random, d - 1);
  let norm = 0;
  for (const t of direction) norm += t * t;
  norm = Math.sqrt(norm);
  if (state === 'takeOff') u[d * i] = random.range(0.5, 2);
  else r[d * i] = random.range(0.5, 2);
  const friction = state === 'stick' ? random.range(0, 0.8) : state === 'slide' ? 1 : 0;
  const slip = state === 'stick' ? 0 : random.range(0.5, 2);
  for (let k = 1; k < d; k++) {
    r[d * i + k] = (friction * mu * r[d * i] * direction[k - 1]) / norm;
    u[d * i + k] = (-slip * direction[k - 1]) / norm;
  }
}

function normals(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.normal());
}
