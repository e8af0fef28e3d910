import type { TeamJob, WorkTeam } from '../kernel/work-team.js';

/** A team that does the tasks of every piece of work last first: whoever does them when, nothing may change. */
export const backwardsTeam = {
  isOpen: true,
  perform({ run, data }: TeamJob, first: number, end: number) {
    for (let task = end - 1; task >= first; task--) run(data, task);
  },
} as unknown as WorkTeam;
