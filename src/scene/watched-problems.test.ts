import { describe, expect, it } from 'vitest';
import type { PrimalProblem } from '../friction/problem.js';
import { buildWorld, gallerySceneNamed, readScene } from './index.js';

describe('problems that are watched', () => {
  it('stay as they were solved, also where the step is taken again with another length', () => {
    // its steps are solved again and halved from the second on; its rope has a sparse block in M
    const world = buildWorld(readScene(gallerySceneNamed('pulley')));
    const kept: { problem: PrimalProblem; then: PrimalProblem }[] = [];
    world.watch = (problem, status) => {
      if (status !== undefined) kept.push({ problem, then: structuredClone(problem) });
    };
    let halved = 0;
    for (let k = 0; k < 3; k++) halved += world.step().decisions.filter(({ kind }) => kind === 'shorten').length;
    expect(halved).toBeGreaterThan(0);
    expect(kept.some(({ problem }) => problem.M.sparse)).toBe(true);
    for (const { problem, then } of kept) expect(problem).toEqual(then);
  });
});
