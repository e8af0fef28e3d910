import { writeNpy } from '../io/npz/npy.js';
import { writeZip } from '../io/npz/zip.js';
import type { Plan } from './plan/plan.js';
import type { Lookup } from './plan/threshold.js';
import type { Study } from './schema.js';

/** A column of numbers or of texts, a value for each row. */
export interface StudyColumn {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** The runs of a study that have a result, a row each. */
export function runsTable(study: Study, plan: Plan, lookup: Lookup): StudyColumn[] {
  const rows = plan.runs.flatMap(({ point, task }, run) => {
    const result = lookup(task);
    return result ? [{ run, point, task, result }] : [];
  });
  const column = (name: string, value: (row: (typeof rows)[number]) => number | string): StudyColumn => ({
    name,
    values: rows.map(value),
  });
  return [
    column('run', ({ run }) => run),
    ...Object.keys(study.parameters).map((name) => column(name, ({ point }) => point[name])),
    ...Object.keys(study.measure).map((name) => column(name, ({ result }) => result.values[name] ?? NaN)),
    column('status', ({ result }) => result.status),
    column('simulatedSeconds', ({ result }) => result.t),
    column('steps', ({ result }) => result.steps),
    column('unconverged', ({ result }) => result.unconverged),
    column('stateHash', ({ result }) => result.stateHash),
    column('task', ({ task }) => task.id),
  ];
}

/** The thresholds of a study, a row each. */
export function thresholdsTable(study: Study, plan: Plan): StudyColumn[] {
  const { thresholds } = plan;
  const searched = study.find?.parameter ?? '';
  const others = Object.keys(study.parameters).filter((name) => name !== searched);
  return [
    ...others.map((name) => ({ name, values: thresholds.map(({ point }) => point[name]) })),
    { name: `${searched}_holds`, values: thresholds.map(({ holds }) => holds) },
    { name: `${searched}_fails`, values: thresholds.map(({ fails }) => fails) },
    { name: 'status', values: thresholds.map(({ status }) => status) },
    { name: 'runs', values: thresholds.map(({ runs }) => runs) },
  ];
}

/** Comma-separated values; numbers in as few digits as carry every bit, inf and nan as NumPy and pandas read them. */
export function csvOf(columns: readonly StudyColumn[]): string {
  const cell = (x: number | string): string => {
    if (typeof x === 'number')
      return Number.isNaN(x) ? 'nan' : x === Infinity ? 'inf' : x === -Infinity ? '-inf' : String(x);
    return /[",\r\n]/.test(x) ? `"${x.replaceAll('"', '""')}"` : x;
  };
  const lines = [columns.map(({ name }) => cell(name)).join(',')];
  const count = columns[0]?.values.length ?? 0;
  for (let k = 0; k < count; k++) lines.push(columns.map(({ values }) => cell(values[k])).join(','));
  return `${lines.join('\n')}\n`;
}

/** A NumPy archive: an array of numbers for each column of numbers; of texts, `status` alone, as 1 for done or stopped. */
export function npzOf(columns: readonly StudyColumn[]): Uint8Array {
  const members: [string, Uint8Array][] = [];
  for (const { name, values } of columns) {
    if (values.every((x) => typeof x === 'number')) {
      members.push([`${name}.npy`, writeNpy(Float64Array.from(values as number[]))]);
    } else if (name === 'status') {
      const good = Float64Array.from(values, (x) => (x === 'done' || x === 'stopped' || x === 'found' ? 1 : 0));
      members.push(['ok.npy', writeNpy(good)]);
    }
  }
  return writeZip(members);
}
