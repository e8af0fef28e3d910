import { describe, expect, it } from 'vitest';
import { buildWorld, galleryNames, gallerySceneNamed, readScene } from '../scene/index.js';
import { recompute } from './testing/recompute.js';
import { readProblem } from './read-problem.js';
import { writeProblem } from './write-problem.js';

/** Problems with contacts that press after which a scene has been looked at enough, and steps after which it has in any case. */
const enough = 8;
const steps = 1000;
/** Scenes whose steps take seconds, are stopped after the papers' iterations once anything touches, and so are not said to converge: steps looked at. */
const fewer: Record<string, number> = {
  'square-3': 12,
  arabesque: 2,
  crinoline: 2,
  'head-10k': 1,
};

type Dump = Parameters<typeof writeProblem>[0];

/** Unknowns of cloth, which are the first of a problem that has any. */
const clothUnknowns = ({ problem }: Dump, cloth: boolean): number =>
  cloth && problem.kind === 'primal' ? problem.M.offset[1] : 0;

describe.each(galleryNames)('converged steps of %s', (name) => {
  it('obey the equation of motion and the law by code that shares nothing with the solvers', async () => {
    const scene = readScene(gallerySceneNamed(name));
    const world = buildWorld(scene);
    const { tolerance = 1e-3, measure = 'relative', facets } = scene.solver ?? {};
    let dumps: { readonly file: Dump; readonly cloth: boolean }[] = [];
    world.watch = (problem, status, _start, solution) => {
      if (status === 'converged' && solution && problem.kind === 'primal') {
        const { r, v, s } = solution;
        dumps.push({
          file: {
            problem,
            solution: { r: r.slice(), u: new Float64Array(r.length), v: v.slice(), ...(s && { s: s.slice() }) },
          },
          cloth: false,
        });
      }
    };
    world.watchCloth = (file, status) => {
      if (status === 'converged') dumps.push({ file, cloth: true });
    };
    let [checked, converged, bearing] = [0, 0, 0];
    for (let step = 0; step < (fewer[name] ?? steps) && bearing < enough; step++) {
      dumps = [];
      const { status, error } = world.step();
      if (status !== 'converged') continue;
      converged++;
      if (measure === 'relative') expect(error).toBeLessThanOrEqual(tolerance);
      for (const { file, cloth } of dumps) {
        const read = await readProblem(await writeProblem(file, 'json'));
        if (read.problem.kind !== 'primal') throw new Error('a primal problem was written');
        const { r, v, s } = read.solution as { r: Float64Array; v: Float64Array; s?: Float64Array };
        const given = cloth ? Number(read.info!.mathInfo!.match(/[-\d.e]+(?= m)/)![0]) : undefined;
        const { motion, meanMotion, law, equations, pressed } = recompute(
          read.problem,
          { r, v, s },
          given,
          clothUnknowns(file, cloth),
        );
        checked++;
        if (pressed > 0) bearing++;
        // cloth's equation of motion is met to the tolerance in the mean over its mass, others to rounding
        if (cloth) expect(meanMotion).toBeLessThan(1.001 * tolerance);
        else expect(motion).toBeLessThan(1e-9);
        expect(equations).toBeLessThan(2 * tolerance);
        // cases differ from projections by a factor of at most 1 + mu; facets and other measures are laws and scales of their own
        const largest = Math.max(0, ...read.problem.mu);
        if (measure === 'relative' && facets === undefined)
          expect(law).toBeLessThan((1 + largest) * 2 * tolerance + 1e-12);
      }
    }
    process.stdout.write(
      `${name}: ${converged} converged, ${checked} problems recomputed, ${bearing} with contacts that press\n`,
    );
  }, 600_000);
});
