import { denseBlockDiagonal } from '../../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../../linalg/block-rows.js';
import { Random } from '../../../math/random.js';
import type { ContactProblem, PrimalProblem } from '../../problem.js';
import { randomProblem } from '../../testing/random-problems.js';

/**
 * A problem made impossible: among contacts of random bodies, a few normals (and equations) that add up to zero with
 * positive weights while what they ask for adds up to less than zero. Kinds by seed: a body pressed from two sides, a ring
 * of normals, a contact that nothing can move, a contact against equations, equations alone.
 */
export function impossibleProblem(seed: number): PrimalProblem {
  const random = new Random(seed);
  const bodies = 2 + random.int(4);
  const { problem, rows, equations } = surroundings(random, bodies);
  const size = 6 * bodies;
  const dense = (): Float64Array =>
    Float64Array.from({ length: size }, () => (random.uniform() < 0.5 ? random.normal() : 0));
  const kind = seed % 5;
  const count = kind === 2 ? 1 : kind === 0 ? 2 : 2 + random.int(4);
  const weights = Array.from({ length: count }, () => random.range(0.2, 3));
  const asked = Array.from({ length: count }, () => random.normal());
  const list = Array.from({ length: count }, dense);
  // the last row closes the sum
  list[count - 1] = Float64Array.from({ length: size }, (_, j) => {
    let sum = 0;
    for (let k = 0; k < count - 1; k++) sum += weights[k] * list[k][j];
    return -sum / weights[count - 1];
  });
  const rest = asked.slice(0, -1).reduce((sum, x, k) => sum + weights[k] * x, 0);
  asked[count - 1] = (-random.range(0.1, 2) - rest) / weights[count - 1];
  for (let k = 0; k < count; k++) {
    if (kind === 4 || (kind === 3 && k > 0)) equations.push([list[k], asked[k]]);
    else rows.push([list[k], asked[k]]);
  }
  return assemble(random, problem, rows, equations, size);
}

/** The like with a motion that meets everything: rows at random, what they ask for drawn so that a random v does. */
export function solvableProblem(seed: number): PrimalProblem {
  const random = new Random(seed);
  const bodies = 2 + random.int(4);
  const { problem, rows, equations } = surroundings(random, bodies);
  const size = 6 * bodies;
  const v = Float64Array.from({ length: size }, () => random.normal());
  const count = 2 + random.int(6);
  for (let k = 0; k < count; k++) {
    const row = Float64Array.from({ length: size }, () => (random.uniform() < 0.5 ? random.normal() : 0));
    const along = row.reduce((sum, x, j) => sum + x * v[j], 0);
    // pairs of opposite normals leave room, or none: both can be met
    rows.push([row, random.range(0, 1) - along]);
    if (random.uniform() < 0.5) rows.push([row.map((x) => -x), (random.uniform() < 0.5 ? 0 : 0.1) + along]);
    if (random.uniform() < 0.3)
      equations.push([row.map((x, j) => x + (j % 3)), -row.reduce((sum, x, j) => sum + (x + (j % 3)) * v[j], 0)]);
  }
  for (const each of rows) {
    const along = each[0].reduce((sum, x, j) => sum + x * v[j], 0);
    each[1] = Math.max(each[1], -along);
  }
  for (const each of equations) each[1] = -each[0].reduce((sum, x, j) => sum + x * v[j], 0);
  return assemble(random, problem, rows, equations, size);
}

type Row = [Float64Array, number];

function surroundings(random: Random, bodies: number): { problem: PrimalProblem; rows: Row[]; equations: Row[] } {
  const { problem } = randomProblem({ contacts: 3, bodies, seed: 1 + random.int(1e6) });
  return { problem: problem as PrimalProblem, rows: [], equations: [] };
}

/** The rows as contacts and equations after those that the problem has, in an order that tells nothing. */
function assemble(random: Random, base: PrimalProblem, rows: Row[], equations: Row[], size: number): PrimalProblem {
  const H = new BlockRowBuilder(3, size);
  const w: number[] = [];
  for (const [row, asked] of [...rows].sort((a, b) => a[0][0] - b[0][0])) {
    for (let at = 0; at < size; at += 6) {
      const tangents = Float64Array.from({ length: 12 }, () => random.normal());
      H.segment(at, 6, Float64Array.of(...row.subarray(at, at + 6), ...tangents));
    }
    H.endRow();
    w.push(asked, random.normal(), random.normal());
  }
  const M = denseBlockDiagonal(Array.from({ length: size / 6 }, () => 6));
  M.values.set(base.M.values);
  const problem: PrimalProblem = {
    ...base,
    M,
    H: H.finish(),
    w: Float64Array.from(w),
    mu: Float64Array.from({ length: rows.length }, () => random.range(0, 1)),
  };
  if (equations.length === 0) return problem;
  const B = new BlockRowBuilder(1, size);
  for (const [row] of equations) {
    for (let at = 0; at < size; at += 6) B.segment(at, 6, row.subarray(at, at + 6));
    B.endRow();
  }
  return { ...problem, bilateral: { B: B.finish(), c: Float64Array.from(equations, ([, asked]) => asked) } };
}

/**
 * Whether numbers prove a problem impossible, by the two products alone and by dense sums of our own: the part of the sum
 * that should vanish is below 1e-9 of what is added up, and the value clearly negative beside it.
 */
export function proves(problem: ContactProblem, lambda: ArrayLike<number>, eta: ArrayLike<number>): boolean {
  const sum = new Map<number, number>();
  let [value, size] = [0, 0];
  const add = (j: number, x: number): void => {
    sum.set(j, (sum.get(j) ?? 0) + x);
    size += Math.abs(x);
  };
  const { d, mu } = problem;
  for (let i = 0; i < mu.length; i++) {
    if (!(lambda[i] >= 0)) return false;
    if (problem.kind === 'primal') {
      const { H, w } = problem;
      for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++)
        for (let j = 0; j < H.len[s]; j++) add(H.col[s] + j, lambda[i] * H.values[H.start[s] + j]);
      value += lambda[i] * w[d * i];
      continue;
    }
    const { W, b } = problem;
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++)
      for (let k = 0; k < d; k++) add(d * W.col[e] + k, lambda[i] * W.values[d * d * e + k]);
    value += lambda[i] * b[d * i];
  }
  const { bilateral } = problem;
  for (let k = 0; k < (bilateral?.c.length ?? 0); k++) {
    value += eta[k] * bilateral!.c[k];
    if ('B' in bilateral!) {
      const { B } = bilateral;
      for (let s = B.ptr[k]; s < B.ptr[k + 1]; s++)
        for (let j = 0; j < B.len[s]; j++) add(B.col[s] + j, eta[k] * B.values[B.start[s] + j]);
      continue;
    }
    const { V, R } = bilateral!;
    for (let p = V.ptr[k]; p < V.ptr[k + 1]; p++) add(V.index[p], eta[k] * V.values[p]);
    for (let p = R.ptr[k]; p < R.ptr[k + 1]; p++) add(d * mu.length + R.index[p], eta[k] * R.values[p]);
  }
  if (problem.kind === 'dual' && bilateral && !('B' in bilateral)) {
    // lambdaᵀ V
    for (let k = 0; k < bilateral.c.length; k++)
      for (let p = bilateral.V.ptr[k]; p < bilateral.V.ptr[k + 1]; p++) {
        const row = bilateral.V.index[p];
        if (row % d === 0) add(d * mu.length + k, lambda[row / d] * bilateral.V.values[p]);
      }
  }
  let left = 0;
  for (const x of sum.values()) left = Math.max(left, Math.abs(x));
  return value < 0 && left <= 1e-9 * size && left <= 1e-8 * -value;
}
