import { describe, expect, it } from 'vitest';
import { defineWork, sharedFloats } from './shared-work.js';
import { type TeamTask, WorkTeam, followTeam, teamJob } from './work-team.js';

const n = 100;
const adding = defineWork<{ readonly x: Float64Array; readonly step: number; readonly fails: number }>(
  'adding (test)',
  ({ x, step, fails }, task) => {
    if (task === fails) throw new Error('fails');
    x[task] += step * task;
  },
);

/** A crew whose threads come when they are told to. */
class Waiting {
  readonly tasks: TeamTask[] = [];

  readonly call = (task: unknown): void => void this.tasks.push(task as TeamTask);
}

describe('a team', () => {
  it('does all phases where nobody comes, and lets nobody in who comes when it is closed', () => {
    const crew = new Waiting();
    const x = sharedFloats(n);
    const first = teamJob(adding, { x, step: 1, fails: -1 });
    const second = teamJob(adding, { x, step: 100, fails: -1 });
    const team = new WorkTeam([first, second]);
    for (let session = 0; session < 3; session++) {
      team.open(crew);
      expect(team.isOpen).toBe(true);
      team.perform(first, 0, n);
      team.perform(second, 20, 40);
      team.close();
    }
    expect([x[1], x[20], x[39], x[40]]).toEqual([3, 6060, 3 * 39 * 101, 120]);
    // sessions that are over: these would wait for ever if they let anybody in
    crew.tasks.forEach((task) => followTeam(structuredClone(task)));
    expect(crew.tasks).toHaveLength(3);
    expect(x[20]).toBe(6060);
  });

  it('stays alone where an array cannot be shared', () => {
    const crew = new Waiting();
    const x = new Float64Array(n);
    const job = teamJob(adding, { x, step: 1, fails: -1 });
    const team = new WorkTeam([job]);
    team.open(crew);
    expect([team.isOpen, crew.tasks.length]).toEqual([false, 0]);
    team.perform(job, 0, n);
    expect(x[n - 1]).toBe(n - 1);
  });

  it('says that a task failed', () => {
    const job = teamJob(adding, { x: sharedFloats(n), step: 1, fails: 42 });
    const team = new WorkTeam([job]);
    team.open(new Waiting());
    expect(() => team.perform(job, 0, n)).toThrow("a task of 'adding (test)' failed");
    team.close();
  });
});
