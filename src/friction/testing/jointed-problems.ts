import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { Random } from '../../math/random.js';
import type { BilateralRows, PrimalProblem } from '../problem.js';
import { eliminateVelocities } from '../eliminate.js';
import { denseDual, denseVelocities } from './dense-dual.js';
import type { KnownProblem } from './fixtures.js';
import { oneBodyProblem } from './fixtures.js';
import { type RandomProblemOptions, randomProblem } from './random-problems.js';

/** How the bodies of a problem are joined. */
export interface JointOptions extends RandomProblemOptions {
  /** equations between one body and the next */
  readonly joints: number;
  /** whether the last body is joined to the first, and the rows of that joint are sums of the others: a closed loop */
  readonly loop?: boolean;
}

/** A random problem whose bodies hang together in a chain, with a prescribed solution: as `randomProblem`, w found last. */
export function jointedProblem(options: JointOptions): KnownProblem {
  const known = randomProblem(options);
  const free = known.problem as PrimalProblem;
  const bilateral = chain(new Random(options.seed + 1000), free, options.bodies, options.joints, options.loop ?? false);
  const problem: PrimalProblem = { ...free, w: new Float64Array(free.w.length), bilateral };
  const reached = denseVelocities(denseDual(problem), known.r!);
  for (let k = 0; k < reached.length; k++) problem.w[k] = known.u![k] - reached[k];
  return {
    ...known,
    name: `${known.name}, ${bilateral.c.length} equations${options.loop ? ' in a loop' : ''}`,
    problem,
  };
}

function chain(random: Random, { M, f }: PrimalProblem, bodies: number, joints: number, loop: boolean): BilateralRows {
  const rows = new BlockRowBuilder(1, f.length);
  const c: number[] = [];
  const sums: Float64Array[] = Array.from({ length: joints }, () => new Float64Array(f.length));
  const sumC = new Float64Array(joints);
  for (let k = 0; k + 1 < bodies; k++) {
    for (let j = 0; j < joints; j++) {
      c.push(random.normal());
      sumC[j] += c[c.length - 1];
      for (const body of [k, k + 1]) {
        const size = M.offset[body + 1] - M.offset[body];
        const values = Float64Array.from({ length: size }, () => random.normal());
        rows.segment(M.offset[body], size, values);
        values.forEach((x, e) => (sums[j][M.offset[body] + e] += x));
      }
      rows.endRow();
    }
  }
  for (let j = 0; loop && j < joints; j++) {
    for (let body = 0; body < bodies; body++) {
      rows.segment(M.offset[body], M.offset[body + 1] - M.offset[body], sums[j], M.offset[body]);
    }
    rows.endRow();
    c.push(sumC[j]);
  }
  return { B: rows.finish(), c: Float64Array.from(c) };
}

/**
 * A block of 1 kg on a slope that a drive holds at a speed along it: the drive's impulse is what friction and weight leave,
 * s = h (mu g cos a - g sin a) + v (the block was at rest), and it slides down at v whatever mu is.
 */
export function drivenBlock(): KnownProblem {
  const [g, h, speed, mu] = [9.81, 0.01, 0.02, 0.5];
  const [sin, cos] = [0.28, 0.96];
  const problem = oneBodyProblem(
    3,
    [1, 1, 1],
    [h * g * sin, 0, -h * g * cos],
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [0, 0, 0],
    [mu],
  );
  const rows = new BlockRowBuilder(1, 3);
  rows.segment(0, 1, [1]);
  rows.endRow();
  const bilateral = { B: rows.finish(), c: Float64Array.of(-speed) };
  return {
    name: 'a block driven down a slope',
    problem: { ...problem, bilateral },
    u: [0, speed, 0],
    r: [h * g * cos, -mu * h * g * cos, 0],
    states: ['slide'],
  };
}

/** Problems with equations that every solver is tried on: chains, closed loops, plane ones, and one in the dual form. */
export function jointedProblems(): KnownProblem[] {
  const chainOfFour = jointedProblem({ contacts: 5, bodies: 4, joints: 2, seed: 3 });
  const dual = eliminateVelocities(chainOfFour.problem as PrimalProblem);
  return [
    drivenBlock(),
    chainOfFour,
    jointedProblem({ contacts: 4, bodies: 3, joints: 3, loop: true, seed: 5 }),
    jointedProblem({ contacts: 3, bodies: 4, joints: 1, d: 2, seed: 7 }),
    { ...chainOfFour, name: `${chainOfFour.name}, dual`, problem: dual },
  ];
}
