import os from 'node:os';
import type { CodeIdentity } from '../node/code-identity.js';
import type { LinePlot } from '../present/line-plot.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** A reproduction as `--save` keeps it: what was found, and by what it was found. */
export interface StoredResult extends Omit<Reproduced, 'data'> {
  readonly version: 1;
  readonly name: string;
  readonly source: string;
  readonly summary: string;
  /** how to run it again */
  readonly command: string;
  readonly code: CodeIdentity;
  /** when it ended, UTC */
  readonly date: string;
  readonly machine: Machine;
  /** wall time (s) */
  readonly seconds: number;
}

interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly node: string;
  /** processes that waited for a core, in the mean of the last quarter of an hour: much above `cores` the machine was not ours */
  readonly load: number;
}

/** What is kept of a reproduction. */
export function storedResult(
  { name, source, summary }: Reproduction,
  { tables, plots, remarks, claims }: Reproduced,
  options: Pick<Surroundings, 'quick' | 'only' | 'problems' | 'set'>,
  seconds: number,
  code: CodeIdentity,
): StoredResult {
  return {
    version: 1,
    name,
    source,
    summary,
    command: commandOf(name, options),
    code,
    date: new Date().toISOString(),
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown',
      cores: os.availableParallelism(),
      memoryGB: Math.round(os.totalmem() / 2 ** 30),
      node: process.version,
      load: Math.round(10 * os.loadavg()[2]) / 10,
    },
    seconds: Math.round(seconds),
    claims,
    tables,
    plots: plots.map(thinned),
    remarks,
  };
}

export function commandOf(
  name: string,
  { quick, only, problems, set }: Pick<Surroundings, 'quick' | 'only' | 'problems' | 'set'>,
): string {
  return [
    `stickslip reproduce ${name}`,
    ...(quick ? ['--quick'] : []),
    ...(only.length > 0 ? [`--only ${only.join(',')}`] : []),
    ...(problems === undefined ? [] : [`--problems ${problems}`]),
    ...set.map((change) => `--set ${change}`),
  ].join(' ');
}

/** Points of a line that a stored plot keeps: more fall on the same pixels. */
const mostPoints = 120;

/** The plot with fewer points and digits, so that stored results stay small. */
function thinned(plot: LinePlot): LinePlot {
  const round = (x: number): number => Number(x.toPrecision(6));
  return {
    ...plot,
    series: plot.series.map((line) => {
      const every = Math.ceil(line.points.length / mostPoints);
      const kept = line.points.filter((_, k) => k % every === 0 || k === line.points.length - 1);
      return { ...line, points: kept.map((point) => ({ ...point, x: round(point.x), y: round(point.y) })) };
    }),
  };
}
