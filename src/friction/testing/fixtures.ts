import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { blockSparseFromDense } from '../../linalg/block-sparse.js';
import type { ContactState } from '../contact-state.js';
import type { ContactProblem, DualProblem, PrimalProblem } from '../problem.js';

/** A problem with what is known of its solution. */
export interface KnownProblem {
  readonly name: string;
  readonly problem: ContactProblem;
  /** relative velocities, where they are unique and known */
  readonly u?: readonly number[];
  /** impulses, where they are unique and known */
  readonly r?: readonly number[];
  readonly states?: readonly ContactState[];
}

/** A dual problem from rows of numbers. */
export function dualProblem(
  d: 2 | 3,
  W: readonly (readonly number[])[],
  b: readonly number[],
  mu: readonly number[],
): DualProblem {
  return {
    kind: 'dual',
    d,
    W: blockSparseFromDense(W.flat(), mu.length, d),
    b: Float64Array.from(b),
    mu: Float64Array.from(mu),
  };
}

/** A primal problem of one body with a diagonal mass, its Jacobian given by rows. */
export function oneBodyProblem(
  d: 2 | 3,
  mass: readonly number[],
  f: readonly number[],
  H: readonly (readonly number[])[],
  w: readonly number[],
  mu: readonly number[],
): PrimalProblem {
  const m = mass.length;
  const M = denseBlockDiagonal([m]);
  mass.forEach((value, k) => (M.values[(m + 1) * k] = value));
  const rows = new BlockRowBuilder(d, m);
  for (let i = 0; i < mu.length; i++) {
    rows.segment(0, m, H.slice(d * i, d * i + d).flat());
    rows.endRow();
  }
  return {
    kind: 'primal',
    d,
    M,
    f: Float64Array.from(f),
    H: rows.finish(),
    w: Float64Array.from(w),
    mu: Float64Array.from(mu),
  };
}

/** One sliding contact; solved by hand-written cases to 16 digits. */
export function oneContact(): KnownProblem {
  const W = [
    [15, -1, -2],
    [-1, 14, 1],
    [-2, 1, 16],
  ];
  return {
    name: 'one contact',
    problem: dualProblem(3, W, [-1, 2, 3], [0.1]),
    r: [0.06569568289773829, -0.0036786149068067583, -0.005443070813559287],
    u: [0, 1.8773606375934078, 2.777840886280768],
    states: ['slide'],
  };
}

const massOfTwo = [1, 1, 1, 1, 2, 2];
const jacobianOfTwo = [
  [3, 5, 7, -1, -3, -6],
  [2, 4, 5, 4, -6, -5],
  [1, 6, 9, 1, -5, -8],
  [-2, -2, -8, -6, 0, 0],
  [0, -5, -5, -8, 0, 0],
  [-3, 0, -9, -10, 0, 0],
];
const velocityOfTwo = [2, 1, 2, 1, 3, 3];
const muOfTwo = [0.5, 0.7];

/** Two coupled contacts of one body: the first slides, the second opens. */
export function twoContactsA(): KnownProblem {
  return {
    name: 'two contacts A',
    problem: oneBodyProblem(3, massOfTwo, [-1, -2, -3, -4, -5, -6], jacobianOfTwo, velocityOfTwo, muOfTwo),
    r: [0.015269480435948318, 0.007301026877463242, 0.002232546691675548, 0, 0, 0],
    u: [0, -7.849547989315989, -2.400276384242629, 53.231941952906055, 58.458506572356946, 71.17903937810455],
    states: ['slide', 'takeOff'],
  };
}

/** The same two contacts, pushed the other way: the first slides, the second sticks. */
export function twoContactsB(): KnownProblem {
  return {
    name: 'two contacts B',
    problem: oneBodyProblem(3, massOfTwo, [1, 2, 3, 4, 5, 6], jacobianOfTwo, velocityOfTwo, muOfTwo),
    r: [
      0.5584498627729839, 0.05297349913184097, 0.274153917895623, 2.916038643937709, 0.05866657085772029,
      -1.4606931896079354,
    ],
    u: [0, -0.9747376172945224, -5.044562679094753, 0, 0, 0],
    states: ['slide', 'stick'],
  };
}

/** The problems with a published solution. */
export function fixtures(): KnownProblem[] {
  return [oneContact(), twoContactsA(), twoContactsB()];
}
