import { describe, expect, it } from 'vitest';
import { fillReducingOrder } from '../ordering.js';
import type { SparseMatrix } from '../sparse.js';
import { SupernodalCholesky } from '../supernodal-cholesky.js';
import { clothMatrix, randomSpd, randomVector } from '../testing/matrices.js';
import { SolveKernel } from './solve-kernel.js';

describe('the solve kernel', () => {
  it.each<[string, SparseMatrix]>([
    ['cloth', clothMatrix(40, 33)],
    ['random', randomSpd(400, 3, 2)],
    ['dense', randomSpd(90, 80, 3)],
    ['forest', randomSpd(300, 1, 5)],
  ])('gives the bits of the solves in TypeScript: %s', (_, a) => {
    const factor = new SupernodalCholesky(a, fillReducingOrder(a, 'minimum-degree'));
    if (!SolveKernel.create(factor.supernodes)) throw new Error('WebAssembly SIMD is missing on this platform');
    const b = randomVector(3 * a.cols, 4);
    // the second time with other values: the kernel has to take over the new factor
    for (const scale of [1, 3]) {
      factor.factor({ ...a, values: a.values.map((v) => scale * v) });
      const host = new Float64Array(b.length);
      factor.solve3(host, b);
      const later = new Float64Array(b.length);
      for (let k = 0; k < 8; k++) factor.solve3(later.fill(0), b);
      expect([...later]).toEqual([...host]);
      const inPlace = b.slice();
      factor.solve3(inPlace);
      expect([...inPlace]).toEqual([...host]);
    }
  });
});
