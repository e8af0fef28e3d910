import type { MeasureName } from '../../friction/index.js';
import { baseName, duration, short } from '../../present/format.js';
import { solveJson } from '../solve/report.js';
import type { Table } from '../../present/table.js';
import { costs, performanceProfiles } from './profile.js';
import type { Run } from './run.js';
import { total } from './run.js';

/** What a comparison asked for. */
export interface Asked {
  readonly tolerance: number;
  readonly measure: MeasureName;
}

/** A row per problem and solver. */
export function comparisonTable(runs: readonly Run[], { measure }: Asked): Table {
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = [
    { title: 'problem' },
    right('contacts'),
    { title: 'solver' },
    { title: 'status' },
    ...[right('iterations'), right('setup'), right('solve'), right(measure), right('natural')],
  ];
  const rows: (string[] | null)[] = [];
  runs.forEach((run, k) => {
    const first = k === 0 || runs[k - 1].problem !== run.problem;
    if (first && k > 0) rows.push(null);
    rows.push(row(run, first, measure));
  });
  return { columns, rows };
}

function row({ problem, candidate, result, refusal }: Run, first: boolean, measure: MeasureName): string[] {
  const name = first ? baseName(problem) : '';
  if (!result) return [name, '', candidate.name, `refused: ${refusal}`, '', '', '', '', ''];
  const { status, iterations, seconds, error } = result;
  return [
    name,
    first ? String(result.problem.contacts) : '',
    candidate.name,
    status,
    String(iterations),
    duration(seconds.setup),
    duration(seconds.solve),
    short(error[measure]),
    short(error.natural),
  ];
}

/** A row per solver: how many it solved, how often it was the fastest, the time it took in all. */
export function summaryTable(runs: readonly Run[]): Table {
  const problems = new Set(runs.map((run) => run.problem)).size;
  const profiles = performanceProfiles(runs, costs.time);
  const rows = profiles.map(({ solver, steps }) => {
    const own = runs.filter((run) => run.candidate.name === solver);
    const fastest = steps[0]?.[0] === 1 ? Math.round(steps[0][1] * problems) : 0;
    const seconds = own.reduce((sum, { result }) => sum + (result ? total(result) : 0), 0);
    return [solver, `${own.filter((run) => run.solved).length} of ${problems}`, String(fastest), duration(seconds)];
  });
  const right = (title: string) => ({ title, align: 'right' as const });
  return { columns: [{ title: 'solver' }, right('solved'), right('fastest'), right('time in all')], rows };
}

/** What `compare --json` prints. */
export function comparisonJson(runs: readonly Run[], asked: Asked): object {
  const profile = (cost: (run: Run) => number) =>
    Object.fromEntries(performanceProfiles(runs, cost).map(({ solver, steps }) => [solver, steps]));
  return {
    tolerance: asked.tolerance,
    measure: asked.measure,
    rows: runs.map(({ problem, candidate, result, refusal, solved }) =>
      result
        ? { file: problem, ...solveJson(result), solver: candidate.name, solved }
        : { file: problem, solver: candidate.name, status: 'refused', reason: refusal, solved },
    ),
    profiles: { time: profile(costs.time), iterations: profile(costs.iterations) },
  };
}
