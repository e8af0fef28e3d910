import { denseBlockDiagonal } from '../../../linalg/block-diagonal.js';
import { addTransposedBlockRows, BlockRowBuilder, multiplyBlockRows } from '../../../linalg/block-rows.js';
import { Random } from '../../../math/random.js';
import type { PrimalProblem } from '../../problem.js';
import { velocityOf } from '../../delassus/build.js';
import type { ProblemChange } from '../change.js';

/**
 * Rigid bodies with more sticking contacts than they can do without: a chain of bodies, each stuck to the one before it
 * at one point, or at three (nine rows that say six things); some also slide on the world at one point. A solution is
 * drawn first, then w to go with it.
 */
export function redundantProblem(seed: number): { problem: PrimalProblem; r: Float64Array } {
  const random = new Random(seed);
  const bodies = 2 + random.int(3);
  const normals = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.normal());
  const M = denseBlockDiagonal(new Array<number>(bodies).fill(6));
  for (let k = 0; k < bodies; k++) {
    const root = normals(36);
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        let sum = i === j ? 1 : 0;
        for (let l = 0; l < 6; l++) sum += 0.05 * root[6 * i + l] * root[6 * j + l];
        M.values[M.start[k] + 6 * i + j] = sum;
      }
    }
  }
  const place = Array.from({ length: bodies }, () => normals(3));
  const rows = new BlockRowBuilder(3, 6 * bodies);
  const [u, r, mu]: [number[], number[], number[]] = [[], [], []];
  const touch = (a: number, b: number, slides: boolean): void => {
    const frame = randomFrame(random);
    const point = normals(3);
    rows.segment(6 * a, 6, pointVelocity(frame, point, place[a], 1));
    if (b >= 0) rows.segment(6 * b, 6, pointVelocity(frame, point, place[b], -1));
    rows.endRow();
    const friction = random.range(0.2, 0.6);
    const rN = random.range(1, 2);
    const direction = normals(2);
    const scale =
      ((slides ? 1 : random.range(0.1, 0.7)) * friction * rN) / Math.sqrt(direction[0] ** 2 + direction[1] ** 2);
    const slip = slides ? -random.range(0.5, 2) : 0;
    mu.push(friction);
    r.push(rN, scale * direction[0], scale * direction[1]);
    u.push(0, slip * scale * direction[0], slip * scale * direction[1]);
  };
  for (let k = 1; k < bodies; k++) {
    const points = k === 1 || random.uniform() < 0.5 ? 3 : 1;
    for (let p = 0; p < points; p++) touch(k, k - 1, false);
  }
  for (let k = 0; k < bodies; k++) if (random.uniform() < 0.6) touch(k, -1, true);
  const problem: PrimalProblem = {
    kind: 'primal',
    d: 3,
    M,
    f: normals(6 * bodies),
    H: rows.finish(),
    w: new Float64Array(u.length),
    mu: Float64Array.from(mu),
  };
  const momentum = problem.f.slice();
  addTransposedBlockRows(momentum, problem.H, Float64Array.from(r));
  multiplyBlockRows(problem.w, problem.H, velocityOf(problem, momentum), problem.w);
  problem.w.forEach((x, k) => (problem.w[k] = u[k] - x));
  return { problem, r: Float64Array.from(r) };
}

/** dH = H X with X within bodies, dw = H y: changes that keep all redundant contacts consistent. */
export function consistentChange(random: Random, { H, w, f }: PrimalProblem, name: 'H' | 'w'): ProblemChange {
  if (name === 'w') {
    const out = new Float64Array(w.length);
    multiplyBlockRows(
      out,
      H,
      f.map(() => random.normal()),
      out,
    );
    return { w: out };
  }
  const bodies = f.length / 6;
  const X = Array.from({ length: bodies }, () => Float64Array.from({ length: 36 }, () => 0.3 * random.normal()));
  const values = new Float64Array(H.values.length);
  for (let s = 0; s < H.col.length; s++) {
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 6; j++) {
        for (let l = 0; l < 6; l++) {
          values[H.start[s] + 6 * k + j] += H.values[H.start[s] + 6 * k + l] * X[H.col[s] / 6][6 * l + j];
        }
      }
    }
  }
  return { H: values };
}

/** Rows R [1, -[p - x]] of a body at x: velocity of its point p in the frame R. */
function pointVelocity(R: number[][], p: Float64Array, x: Float64Array, sign: number): number[] {
  const [a, b, c] = [p[0] - x[0], p[1] - x[1], p[2] - x[2]];
  return R.flatMap(([e, f, g]) => [e, f, g, b * g - c * f, c * e - a * g, a * f - b * e].map((value) => sign * value));
}

/** An orthonormal frame by rows. */
function randomFrame(random: Random): number[][] {
  const unit = (x: number[]): number[] => {
    const length = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));
    return x.map((value) => value / length);
  };
  const cross = (x: number[], y: number[]): number[] => [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ];
  const e = unit([random.normal(), random.normal(), random.normal()]);
  const t = unit(cross(e, unit([random.normal(), random.normal(), random.normal()])));
  return [e, t, cross(e, t)];
}
