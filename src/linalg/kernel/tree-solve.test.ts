import { describe, expect, it } from 'vitest';
import { fillReducingOrder } from '../ordering.js';
import type { SparseMatrix } from '../sparse.js';
import { divideTree } from '../subtrees.js';
import { SupernodalCholesky } from '../supernodal-cholesky.js';
import { backwardsTeam } from '../testing/backwards.js';
import { clothMatrix, randomSpd, randomVector } from '../testing/matrices.js';
import { sharedFloatsOf } from './shared-work.js';
import { TreeSolve } from './tree-solve.js';
import { WorkTeam } from './work-team.js';

const matrices: [string, SparseMatrix][] = [
  ['cloth', clothMatrix(40, 33)],
  ['strip', clothMatrix(300, 4)],
  ['random', randomSpd(400, 3, 2)],
  ['dense', randomSpd(90, 80, 3)],
  ['forest', randomSpd(300, 1, 5)],
];

describe('solves by parts of the elimination tree', () => {
  it.each(matrices)('give the bits of one thread, whatever the order of tasks: %s', (_, a) => {
    const factor = new SupernodalCholesky(a, fillReducingOrder(a, 'best'));
    factor.factor(a);
    const b = randomVector(3 * a.cols, 4);
    // zeros of either sign among the numbers
    for (let k = 0; k < b.length; k += 5) b[k] = k % 2 === 0 ? 0 : -0;
    const one = new Float64Array(b.length);
    factor.solve3(one, b);
    const x = sharedFloatsOf(b);
    const tree = TreeSolve.create(factor.supernodes, factor.panels, x);
    if (!tree) throw new Error('WebAssembly SIMD or shared memory is missing on this platform');
    const team = new WorkTeam(tree.jobs);
    team.open({ call: () => undefined });
    for (const who of [team, backwardsTeam, team]) {
      x.set(b);
      tree.solve3(who);
      expect(x.every((value, k) => Object.is(value, one[k]))).toBe(true);
    }
    team.close();
  });

  it.each(matrices)('go through every supernode once, after all below it: %s', (_, a) => {
    const { supernodes } = new SupernodalCholesky(a, fillReducingOrder(a, 'best'));
    const { count, parent } = supernodes;
    const { from, to, run, phase } = divideTree(supernodes, 16);
    const [taskOf, phaseOf] = [new Int32Array(count).fill(-1), new Int32Array(count)];
    for (let p = 0; p + 1 < phase.length; p++) {
      for (let task = phase[p]; task < phase[p + 1]; task++) {
        for (let r = run[task]; r < run[task + 1]; r++) {
          for (let s = from[r]; s < to[r]; s++) {
            expect(taskOf[s]).toBe(-1);
            taskOf[s] = task;
            phaseOf[s] = p;
          }
        }
      }
    }
    for (let s = 0; s < count; s++) {
      expect(taskOf[s]).toBeGreaterThanOrEqual(0);
      if (parent[s] < 0 || taskOf[parent[s]] === taskOf[s]) continue;
      expect(phaseOf[parent[s]]).toBeGreaterThan(phaseOf[s]);
    }
  });
});
