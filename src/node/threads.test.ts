import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../bodies/cloth/index.js';
import type { GroupPool } from '../dynamics/groups/group-job.js';
import { World } from '../dynamics/world.js';
import { InputError } from '../errors.js';
import type { SweepCrew } from '../friction/kernel/sweep-crew.js';
import type { PrimalProblem } from '../friction/problem.js';
import { prepare } from '../friction/prepare.js';
import { type SolveOptions, solve } from '../friction/solve.js';
import { AcceleratedSweeps } from '../friction/solvers/accelerated-sweeps.js';
import { ballProblem } from '../friction/testing/balls.js';
import { fixtures } from '../friction/testing/fixtures.js';
import { randomProblem } from '../friction/testing/random-problems.js';
import { tiledProblem } from '../friction/testing/tiled.js';
import { Random } from '../math/random.js';
import type * as Node from './index.js';
import { startThreads } from './threads.js';

// threads run compiled code
const compiled = new URL('../../dist/node/index.js', import.meta.url);
const built = existsSync(compiled);

/** Problems that have parts: copies of problems whose solution is known. */
function problems(): { name: string; problem: PrimalProblem }[] {
  const known = [
    ...fixtures(),
    randomProblem({ contacts: 12, bodies: 5, d: 3, seed: 3 }),
    randomProblem({ contacts: 15, bodies: 6, d: 2, seed: 4 }),
  ];
  const copies = known.flatMap(({ name, problem }) =>
    problem.kind === 'primal' ? [{ name, problem: tiledProblem(problem, Math.ceil(2100 / problem.mu.length)) }] : [],
  );
  return copies;
}

describe('threads of Node', async () => {
  const { startThreads: start } = built ? ((await import(compiled.href)) as typeof Node) : { startThreads };
  const teams = (built ? [2, 3, 4] : []).map((count) => start(count));
  afterAll(async () => void (await Promise.all(teams.map((team) => team.close()))));

  function expectSameBits(problem: PrimalProblem, options: SolveOptions): void {
    const alone = solve(problem, options);
    for (const { crew } of teams) {
      const together = solve(problem, { ...options, crew: crew! });
      expect(together.iterations).toBe(alone.iterations);
      expect(Buffer.compare(bytes(together.r), bytes(alone.r))).toBe(0);
      // asked for when the threads' memory holds another problem
      solve(problem, { ...options, maxIterations: 1, crew: crew! });
      expect(together.backwardError).toBe(alone.backwardError);
    }
  }

  it.skipIf(!built).each(problems())('solve to the same bits, one, two, three or four: $name', ({ problem }) => {
    const options = { form: 'whitened', tolerance: 1e-8 } as const;
    const { status, error } = solve(problem, options);
    expect(status).toBe('converged');
    expect(error.natural).toBeLessThan(1e-6);
    expectSameBits(problem, options);
  });

  it.skipIf(!built)('sweep contacts between all parts to the same bits, in the first order and shuffled', () => {
    const problem = ballProblem(4100, 0.3);
    expectSameBits(problem, { form: 'whitened', maxIterations: 40, tolerance: 0 });
    const { ready } = prepare(problem, 'whitened');
    const order = new Random(1).shuffle(Int32Array.from({ length: ready.n }, (_, i) => i));
    const swept = (crew?: SweepCrew): Uint8Array => {
      const sweeps = new AcceleratedSweeps(ready, new Float64Array(3 * ready.n), crew);
      for (let k = 0; k < 20; k++) {
        if (k === 10) sweeps.reorder(order);
        sweeps.sweep();
      }
      sweeps.velocities();
      const r = bytes(sweeps.r.slice());
      sweeps.release();
      return r;
    };
    const alone = swept();
    for (const { crew } of teams) expect(Buffer.compare(swept(crew), alone)).toBe(0);
  });

  it.skipIf(!built)('step cloth to the same bits, also where nobody comes to help', async () => {
    await Promise.all(teams.map((team) => team.ready));
    const alone = stepCloth(undefined);
    const nobody = { crew: { call: () => undefined }, solveAll: () => [] };
    for (const pool of [nobody, ...teams.map((team) => team.pool)]) {
      expect(Buffer.compare(stepCloth(pool), alone)).toBe(0);
    }
  });

  it.skipIf(!built)('say when they have started', async () => {
    await Promise.all(teams.map((team) => team.ready));
    await startThreads(1).ready;
  });

  it('are none where one is enough, and are refused where they make no sense', () => {
    expect(startThreads(1)).toMatchObject({ pool: undefined, crew: undefined });
    for (const count of [0, 1.5, NaN]) expect(() => startThreads(count)).toThrow(InputError);
  });
});

/** Two sheets of 2,312 vertices on a ball and on each other, after some steps. */
function stepCloth(pool: GroupPool | undefined): Uint8Array {
  const world = new World({ materials: { cloth: { friction: 0.3 } }, h: 5e-3 });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.1 }, material: 'cloth', position: [0, 0, -0.104] });
  for (const height of [0, 5e-3]) {
    const surface = sheet({ nu: 34, nv: 34, u: [0.3, 0, 0], v: [0, 0.3, 0], origin: [-0.15, -0.13, height] });
    const material = { density: 0.2, stretch: 50, bend: 1e-5, thickness: 4e-3 };
    world.addCloth(new Cloth({ surface, material }), { material: 'cloth', iterations: 12 });
  }
  world.pool = pool;
  for (let k = 0; k < 4; k++) expect(world.step().contacts).toBeGreaterThan(0);
  return bytes(Float64Array.from(world.cloths.flatMap(({ cloth: { q, v } }) => [...q, ...v])));
}

function bytes(x: Float64Array): Uint8Array {
  return new Uint8Array(x.buffer, x.byteOffset, x.byteLength);
}
