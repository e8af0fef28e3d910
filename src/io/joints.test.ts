import { describe, expect, it } from 'vitest';
import type { PrimalProblem } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { buildWorld } from '../scene/build/world.js';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { readScene } from '../scene/read-scene.js';
import { readProblem } from './read-problem.js';
import { writeProblem } from './write-problem.js';

/** A step of the winch: contacts of the rope on the drum, joints, and a motor with a bound. */
function winchProblem(): PrimalProblem {
  const world = buildWorld(readScene(gallerySceneNamed('winch')));
  let last: PrimalProblem | undefined;
  for (let k = 0; k < 60; k++) {
    world.watch = k === 59 ? (problem) => (last = problem) : undefined;
    world.step();
  }
  return last!;
}

describe('problems with joints', () => {
  const problem = winchProblem();
  const { r, s } = solve(problem, { tolerance: 1e-12 });

  it.each(['json', 'bin', 'fclib', 'npz'] as const)('keep them in %s files', async (format) => {
    const form = format === 'npz' ? ({ form: 'primal' } as const) : {};
    const read = await readProblem(await writeProblem({ problem }, format, form));
    expect(read.problem.bilateral?.c).toEqual(problem.bilateral!.c);
    const again = solve(read.problem, { tolerance: 1e-12 });
    expect(again.status).toBe('converged');
    for (let k = 0; k < s!.length; k++) expect(again.s![k]).toBeCloseTo(s![k], 6);
    for (let k = 0; k < r.length; k++) expect(again.r[k]).toBeCloseTo(r[k], 6);
  });

  it.each(['gauss-seidel', 'newton-ac', 'newton-mfb', 'psor', 'lemke', 'mcp', 'interior-point', 'cadoux', 'cpg'])(
    'are solved by %s',
    (solver) => {
      const found = solve(problem, { solver, tolerance: 1e-8 });
      expect(found.status).toBe('converged');
      for (let k = 0; k < s!.length; k++) expect(found.s![k]).toBeCloseTo(s![k], 5);
    },
  );
});
