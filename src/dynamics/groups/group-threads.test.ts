import { describe, expect, it } from 'vitest';
import { answerTask, GroupThreads, type GroupThread } from './group-threads.js';
import { StepError } from './group-job.js';
import { World } from '../world.js';

/** Two walls far apart, and a ball between: two large groups and a small one. */
function twoWalls(): World {
  const world = new World({ materials: { stone: { friction: 0.6 } }, h: 0.01 });
  const common = { density: 2000, material: 'stone' };
  world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
  world.addRigid({ ...common, shape: { type: 'sphere', radius: 0.05 }, position: [5, 0, 0.05] });
  for (let k = 0; k < 48; k++) {
    const row = (k >> 2) % 6;
    const x = 10 * (k / 24 < 1 ? 0 : 1) + 0.2 * (k % 4) + 0.1 * (row % 2);
    const shape = { type: 'box', half: [0.099, 0.05, 0.05] } as const;
    world.addRigid({ ...common, shape, position: [x, 0, 0.05 + 0.1 * row] });
  }
  return world;
}

/** A thread that is none: it answers at once, from a copy of the task, as threads get one. */
class Copying implements GroupThread {
  jobs = 0;

  post(task: Parameters<GroupThread['post']>[0]): void {
    // a group that all work on is left to the leader, as by a thread that comes too late
    if (!('jobs' in task)) return;
    this.jobs += task.jobs.length;
    answerTask(structuredClone(task));
  }
}

describe('groups solved in threads', () => {
  it.each([1, 3])('move as without threads, to the last bit (%d threads)', (count) => {
    const alone = twoWalls();
    const shared = twoWalls();
    const threads = Array.from({ length: count }, () => new Copying());
    shared.pool = new GroupThreads(threads);
    for (let k = 0; k < 20; k++) {
      const a = alone.step();
      const b = shared.step();
      expect(a.groups).toBe(3);
      expect({ ...b, seconds: 0 }).toEqual({ ...a, seconds: 0 });
    }
    expect(shared.save()).toEqual(alone.save());
    expect(threads[0].jobs).toBeGreaterThanOrEqual(20);
  });

  it('tell of a problem that cannot be solved where it was asked for', () => {
    const world = twoWalls();
    world.step();
    const pool = new GroupThreads([new Copying()]);
    world.pool = {
      solveAll: (jobs) => {
        jobs.forEach(({ problem }) => problem.M.values.fill(NaN));
        return pool.solveAll(jobs);
      },
    };
    expect(() => world.step()).toThrow(StepError);
  });
});
