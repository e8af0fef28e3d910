import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import type { InputProblem } from '../../errors.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { gallerySceneNamed } from '../gallery/gallery.js';
import { readScene } from '../read-scene.js';
import { buildWorld } from './world.js';

type Json = Record<string, unknown>;

const problemsOf = (scene: unknown): readonly InputProblem[] => {
  try {
    buildWorld(readScene(scene));
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
};

const winch = (): Json & { joints: Json[] } => gallerySceneNamed('winch') as Json & { joints: Json[] };

describe('joints in scenes', () => {
  it('names that do not exist are answered with the nearest', () => {
    const scene = winch();
    scene.joints[0].between = ['beem', 'drum'];
    scene.joints[1].typ = 'ball';
    scene.joints[2].between = [{ body: 'crat', at: [0, 0, 0] }, 'rope'];
    const problems = problemsOf(scene);
    const at = (path: string): InputProblem | undefined => problems.find((problem) => problem.path === path);
    expect(at('joints[0].between[0]')).toMatchObject({ hint: 'did you mean beam?' });
    expect(at('joints[1].typ')).toMatchObject({ hint: 'did you mean type?' });
    expect(at('joints[2].between[0].body')).toMatchObject({ hint: 'did you mean crate?' });
  });

  it('what cannot be joined is listed with its place', () => {
    const scene = winch();
    scene.joints[0].axis = undefined;
    scene.joints[1].between = ['drum', { body: 'rope', s: 7 }];
    scene.joints[2] = { type: 'ball', between: ['crate', 'rope'] };
    expect(problemsOf(scene).map(({ path }) => path)).toEqual([
      'joints[0].axis',
      'joints[1].between[1].point',
      'joints[2].between[0]',
    ]);
  });

  it('are equations and bounded rows of the problems that are solved', () => {
    const world = buildWorld(readScene(winch()));
    let last: PrimalProblem | undefined;
    world.watch = (problem) => (last = problem);
    world.step();
    // hinge: 5, two balls: 3 each; the motor is one contact more, on a ballast of two degrees of freedom
    expect(last!.bilateral!.c).toHaveLength(11);
    expect(last!.mu[last!.mu.length - 1]).toBe(1);
    expect(last!.f).toHaveLength(world.dofs + 2);
    expect(world.jointMisfit).toBeLessThan(1e-14);
  });

  it('a rope is tied at the point nearest to the place given', () => {
    const scene = winch();
    scene.joints[2] = { type: 'ball', between: ['crate', 'rope'], at: [0.131, 0, 0.5] };
    const world = buildWorld(readScene(scene));
    expect(world.joints[2].b.arcLength).toBeCloseTo(1.3, 9);
  });
});
