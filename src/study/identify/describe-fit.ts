import type { Point } from '../design/points.js';
import type { ShareFit } from './fit.js';
import type { ShareInterval } from './intervals.js';
import type { Readings } from './readings.js';
import type { IdentifyProblem } from './schema.js';
import { costOf } from './search.js';
import { excess } from './statistics.js';
import { pointAt, slopeOf, valueOf } from './unknowns.js';

/** What the data say of one parameter. */
export interface Estimate {
  readonly name: string;
  /** the value that fits best; one of many where the data give only a bound */
  readonly value: number;
  /** nothing: the data agree with the whole range */
  readonly kind: 'interval' | 'at least' | 'at most' | 'nothing';
  readonly low?: number;
  readonly high?: number;
  /** by the linear model at the best fit; not finite where the data do not depend on it */
  readonly standardError: number;
}

/** One number observed, and what the best fit computes. */
export interface Fitted {
  readonly entry: string;
  readonly line: string;
  readonly x: number;
  readonly observed: number;
  readonly computed: number;
  readonly error: number | undefined;
}

/** What an identification has come to. */
export interface Fit {
  /** converged; limit: out of iterations; stuck: no better point found though there should be one; failed: no run at all */
  readonly status: 'converged' | 'limit' | 'stuck' | 'failed';
  readonly method: ShareFit['method'];
  readonly estimates: readonly Estimate[];
  readonly confidence: number;
  /** sum of squares of (computed - observed) / error */
  readonly chiSquare: number;
  /** independent numbers observed less parameters */
  readonly freedom: number;
  readonly errorsGiven: boolean;
  /** standard deviation of the residuals, where no errors were given */
  readonly residualError?: number;
  /** yes-or-no observations: how many, and those that the best fit contradicts */
  readonly thresholds: number;
  readonly contradicted: readonly string[];
  readonly correlation: readonly (readonly number[])[];
  readonly starts: readonly {
    readonly start: Point;
    readonly end: Point;
    readonly chiSquare: number;
    readonly status: string;
    readonly iterations: number;
  }[];
  /** points of the search that were computed, and runs made for them */
  readonly points: number;
  readonly runs: number;
  /** what should be known about the estimates */
  readonly notes: readonly string[];
  readonly fitted: readonly Fitted[];
}

/** What describes a best fit beside the search. */
export interface BestRun {
  readonly computed: readonly number[];
  readonly answers: readonly boolean[];
  /** whether any contact slid in the runs at a point; undefined where that is not known */
  slides(z: Float64Array): boolean | undefined;
  readonly points: number;
  readonly runs: number;
}

export function describeFit(problem: IdentifyProblem, readings: Readings, found: ShareFit, run: BestRun): Fit {
  const { best, knowledge, chiSquare, freedom, variance } = found;
  const n = best.z.length;
  const unknowns = Object.entries(problem.parameters);
  const estimates = knowledge
    ? unknowns.map(([name, own], i) => {
        const { low, high, deviation } = knowledge.intervals[i];
        const value = valueOf(own, best.z[i]);
        return {
          name,
          value,
          kind: kindOf(knowledge.intervals[i]),
          ...(low !== undefined && { low: valueOf(own, low) }),
          ...(high !== undefined && { high: valueOf(own, high) }),
          standardError: deviation * slopeOf(own, value),
        };
      })
    : [];
  const contradicted = readings.yesNo.flatMap(({ observed, entry, expression }, k) =>
    run.answers[k] === observed ? [] : [`${entry}: ${expression} was ${observed ? 'observed' : 'not observed'}`],
  );
  const correlation = Array.from({ length: knowledge ? n : 0 }, (_, i) =>
    Array.from(knowledge!.correlation.slice(i * n, (i + 1) * n)),
  );
  return {
    status: best.status,
    method: found.method,
    estimates,
    confidence: problem.confidence,
    chiSquare,
    freedom,
    errorsGiven: readings.errorsGiven,
    ...(!readings.errorsGiven && { residualError: Math.sqrt(variance) }),
    thresholds: readings.yesNo.length,
    contradicted,
    correlation,
    starts: found.descents.map(({ start, end }) => ({
      start: pointAt(problem, start),
      end: pointAt(problem, end.z),
      chiSquare: 2 * costOf(end.at),
      status: end.status,
      iterations: end.iterations,
    })),
    points: run.points,
    runs: run.runs,
    notes: notesOn(problem, readings, found, run, estimates, contradicted.length),
    fitted: readings.numbers.map(({ entry, line, x, value, error }, k) => ({
      entry,
      line,
      x,
      observed: value,
      computed: run.computed[k],
      error,
    })),
  };
}

function kindOf({ low, high }: ShareInterval): Estimate['kind'] {
  if (low !== undefined) return high !== undefined ? 'interval' : 'at least';
  return high !== undefined ? 'at most' : 'nothing';
}

/** Standard deviations by which a chi square may exceed what is expected: once in a thousand fits. */
const unlikely = 3.1;

function notesOn(
  problem: IdentifyProblem,
  readings: Readings,
  found: ShareFit,
  run: BestRun,
  estimates: readonly Estimate[],
  contradicted: number,
): string[] {
  const { best, knowledge, chiSquare, freedom, variance } = found;
  const notes: string[] = [];
  const names = Object.keys(problem.parameters);
  if (best.status === 'failed') return ['no run could be made at any start: see the messages of the runs'];
  if (best.status === 'limit') notes.push(`not converged in ${problem.iterations} iterations: raise "iterations"`);
  if (best.status === 'stuck')
    notes.push('no better point was found though the derivatives promise one: the estimates are not to be trusted');
  if (contradicted > 0)
    notes.push(`no values were found that agree with all yes-or-no observations; ${contradicted} are contradicted`);
  if (readings.errorsGiven && freedom >= 1 && excess(chiSquare, freedom) > unlikely) {
    notes.push(
      `the fit is worse than the errors allow (chi square ${chiSquare.toPrecision(3)} for ${freedom.toPrecision(3)} degrees of freedom): ` +
        'the scene leaves something out, or the errors are larger than said; the intervals are too narrow',
    );
  }
  estimates.forEach(({ name, kind, low, high }, i) => {
    if (kind === 'interval') return;
    const still = knowledge!.intervals[i].open.some((z) => run.slides(z) === false);
    const why = still ? ': no contact slides beyond it, so that friction is not used up' : '';
    const bound = low !== undefined ? `at least ${low.toPrecision(4)}` : `at most ${high?.toPrecision(4)}`;
    if (kind === 'nothing')
      notes.push(`the data say nothing about ${name} within its range${still ? ': no contact slides' : ''}`);
    else notes.push(`the data give only a bound for ${name}, ${bound}${why}`);
  });
  for (const direction of knowledge?.blind ?? []) {
    const parts = names.filter((_, i) => Math.abs(direction[i]) > 0.2);
    if (parts.length > 1)
      notes.push(`the data do not tell ${parts.join(' and ')} apart: only a combination of them matters`);
  }
  const [least, most] = [0, 1].map((bound) =>
    names.filter((_, i) => best.z[i] === bound && estimates[i].kind === 'interval'),
  );
  for (const name of [...least, ...most])
    notes.push(`${name} is at the end of its range: a better value may lie outside`);
  // another minimum that the data do not rule out
  const allowed = 4 * variance;
  const other = found.descents.find(
    ({ end }) =>
      end.status === 'converged' &&
      end.at.wrong.length === best.at.wrong.length &&
      2 * (costOf(end.at) - costOf(best.at)) < allowed &&
      end.z.some((z, i) => outside(knowledge?.intervals[i], z)),
  );
  if (other) {
    const values = Object.entries(pointAt(problem, other.end.z)).map(
      ([name, value]) => `${name} ${value.toPrecision(4)}`,
    );
    notes.push(`another point fits as well: ${values.join(', ')}`);
  }
  return notes;
}

/** Whether a share is outside of an interval by more than its width. */
function outside(interval: ShareInterval | undefined, z: number): boolean {
  if (!interval) return false;
  const [low, high] = [interval.low ?? 0, interval.high ?? 1];
  const margin = Math.max(high - low, 1e-3);
  return z < low - margin || z > high + margin;
}
