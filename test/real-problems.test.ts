import { describe, expect, it } from 'vitest';
import type { ContactProblem } from '../src/friction/problem.js';
import { solve } from '../src/friction/solve.js';
import { eliminateVelocities } from '../src/friction/eliminate.js';
import { readProblem } from '../src/io/index.js';
import { sharedBytes, sharedFolder, usableFclib } from '../src/io/testing/shared-data.js';
import { blockSparseFromTriplets } from '../src/linalg/block-sparse.js';
import { Random } from '../src/math/random.js';

const missing = !sharedFolder();
if (missing) console.warn('real contact problems: no folder `shared` beside the repository, tests left out');

async function load(name: string): Promise<ContactProblem> {
  const file = `data/fclib/${name}.hdf5`;
  return (await readProblem(sharedBytes(file), file)).problem;
}

/** The same problem with its contacts in another order. */
function shuffled(problem: ContactProblem, seed: number): ContactProblem {
  const { W, b, mu, d } = problem.kind === 'dual' ? problem : eliminateVelocities(problem);
  const n = mu.length;
  const to = new Random(seed).shuffle(Int32Array.from({ length: n }, (_, i) => i));
  const row: number[] = [];
  const col: number[] = [];
  const value: number[] = [];
  const bMoved = new Float64Array(b.length);
  const muMoved = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    muMoved[to[i]] = mu[i];
    for (let k = 0; k < d; k++) bMoved[d * to[i] + k] = b[d * i + k];
    for (let e = W.ptr[i]; e < W.ptr[i + 1]; e++) {
      for (let k = 0; k < d * d; k++) {
        row.push(d * to[i] + Math.floor(k / d));
        col.push(d * to[W.col[e]] + (k % d));
        value.push(W.values[d * d * e + k]);
      }
    }
  }
  return { kind: 'dual', d, W: blockSparseFromTriplets(row, col, value, n, d), b: bMoved, mu: muMoved };
}

describe.skipIf(missing)('auto on real problems, to natural 1e-8', () => {
  for (const name of usableFclib) {
    it(name, async () => {
      const problem = await load(name);
      for (const order of [problem, shuffled(problem, 1)]) {
        const result = solve(order, { measure: 'natural', tolerance: 1e-8 });
        expect(result.status).toBe('converged');
        expect(result.error.natural).toBeLessThanOrEqual(1e-8);
        expect(result.error.siconos).toBeLessThanOrEqual(1e-8);
      }
    });
  }

  it('gives the same bits twice', async () => {
    const problem = await load('KaplasTower-i1061-4');
    const [a, b] = [solve(problem), solve(problem)];
    expect(a.r).toEqual(b.r);
    expect(a.u).toEqual(b.u);
  });
});

describe.skipIf(missing)('hair-like problems', () => {
  it('pony to fbMean 1e-6 takes no more sweeps than the native yardstick (450), and fewer with acceleration', async () => {
    const file = 'data/onestep/pony.bin';
    const { problem } = await readProblem(sharedBytes(file), file);
    const ask = { measure: 'fbMean', tolerance: 1e-6 } as const;
    const plain = solve(problem, { ...ask, solver: 'gauss-seidel' });
    expect(plain.status).toBe('converged');
    expect(plain.iterations).toBeLessThanOrEqual(450);
    const accelerated = solve(problem, ask);
    expect(accelerated.status).toBe('converged');
    expect(accelerated.iterations).toBeLessThan(0.6 * plain.iterations);
  });
});
