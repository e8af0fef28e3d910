import type { PrimalProblem } from '../../friction/problem.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { sparseFromTriplets } from '../../linalg/sparse.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { Random } from '../../math/random.js';

/** What a problem of mixed bodies is made of. */
export interface MixedOptions {
  readonly d?: 2 | 3;
  readonly contacts?: number;
  /** dofs of each body */
  readonly sizes?: readonly number[];
  /** contacts whose two sides lie on one body, over the same dofs */
  readonly twice?: boolean;
  /** adds a large sparse body (a chain) of so many dofs */
  readonly chain?: number;
  readonly seed?: number;
  /** equations: on one body, between two, and one that moves nothing */
  readonly equations?: number;
}

/** Bodies of different sizes; contacts with the world, between two bodies, three bodies, or one body twice. */
export function mixedProblem(options: MixedOptions = {}): PrimalProblem {
  const { d = 3, contacts = 7, sizes = [6, 1, 3, 16, 6], twice = false, chain = 0 } = options;
  const random = new Random(options.seed ?? 1);
  const normals = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.normal());
  const all = chain > 0 ? [...sizes, chain] : sizes;
  const dense = denseBlockDiagonal(sizes);
  sizes.forEach((size, k) => fillMass(dense.values, dense.start[k], size, normals(size * size)));
  const offset = Int32Array.from([0, ...all.map((_, k) => all.slice(0, k + 1).reduce((a, b) => a + b))]);
  const m = offset[all.length];
  const M =
    chain > 0
      ? {
          offset,
          start: Int32Array.of(...dense.start, -1),
          values: dense.values,
          sparse: new Map([[sizes.length, chainMass(chain)]]),
        }
      : dense;
  const rows = new BlockRowBuilder(d, m);
  for (let i = 0; i < contacts; i++) {
    const drawn = Array.from({ length: 1 + (i % 3) }, () => random.int(all.length));
    const touched = new Set(drawn.sort((a, b) => a - b));
    for (const body of touched) {
      const len = Math.min(all[body], 6);
      rows.segment(offset[body], len, normals(d * len));
      if (twice && i % 2 === 0) rows.segment(offset[body], len, normals(d * len));
    }
    rows.endRow();
  }
  const mu = Float64Array.from({ length: contacts }, (_, i) => (i === 0 ? 0 : random.uniform()));
  const problem: PrimalProblem = {
    kind: 'primal',
    d,
    M,
    f: normals(m),
    H: rows.finish(),
    w: normals(d * contacts),
    mu,
  };
  const { equations } = options;
  if (equations === undefined) return problem;
  const joints = new BlockRowBuilder(1, m);
  for (let k = 0; k < equations; k++) {
    const drawn = Array.from({ length: k % 3 }, () => random.int(all.length));
    for (const body of new Set(drawn.sort((a, b) => a - b))) {
      const len = Math.min(all[body], 6);
      joints.segment(offset[body], len, normals(len));
    }
    joints.endRow();
  }
  return { ...problem, bilateral: { B: joints.finish(), c: normals(equations) } };
}

/** 1 + A Aᵀ / size: symmetric, positive definite, no zero entries. */
function fillMass(values: Float64Array, at: number, size: number, A: Float64Array): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += (A[i * size + k] * A[j * size + k]) / size;
      values[at + i * size + j] = sum;
      values[at + j * size + i] = sum;
    }
  }
}

function chainMass(size: number): SparseMatrix {
  const i: number[] = [];
  const j: number[] = [];
  const v: number[] = [];
  const add = (a: number, b: number, x: number): void => void (i.push(a), j.push(b), v.push(x));
  for (let k = 0; k < size; k++) {
    add(k, k, 3 + 1 / (k + 1));
    if (k > 0) {
      add(k, k - 1, -1);
      add(k - 1, k, -1);
    }
  }
  return sparseFromTriplets(size, size, i, j, v);
}
