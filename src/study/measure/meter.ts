import type { StepRecord } from '../../dynamics/report/step-record.js';
import type { World } from '../../dynamics/world.js';
import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { compileNumber } from '../expression/compile.js';
import { Probe } from './probe.js';
import { type Fed, worldScope } from './scope.js';

/** Ends a run early: where a condition has held for a time. */
export interface StopRule {
  readonly when: string;
  /** how long it must hold without a break (s). Default: 0 */
  readonly for?: number;
}

interface CompiledStop {
  readonly holds: () => number;
  readonly for: number;
  since: number;
}

/** What a meter remembers between two parts of a run. */
export interface MeterState {
  readonly collectors: readonly Float64Array[];
  readonly since: readonly number[];
  readonly extremes: Record<string, number>;
}

/** Measures a run: named expressions, evaluated at its end, and rules that end it. */
export class Meter {
  readonly #probe: Probe;
  readonly #fed: Fed[] = [];
  readonly #values: readonly (readonly [name: string, value: () => number])[];
  readonly #stops: readonly CompiledStop[];

  /**
   * @param world at its start
   * @param measure expressions by name; throws an `InputError` that lists all that cannot be measured here
   * @param parameters names that stand for numbers
   */
  constructor(
    world: World,
    measure: Readonly<Record<string, string>>,
    stop: readonly StopRule[] = [],
    parameters: Readonly<Record<string, number>> = {},
  ) {
    this.#probe = new Probe(world);
    const scope = worldScope(this.#probe, parameters, this.#fed);
    const problems: InputProblem[] = [];
    const compile = (path: string, text: string): (() => number) => {
      try {
        return compileNumber(text, scope);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        problems.push(...error.problems.map((problem) => ({ ...problem, path: `${path}: ${problem.path}` })));
        return () => NaN;
      }
    };
    this.#values = Object.entries(measure).map(([name, text]) => [name, compile(`measure.${name}`, text)] as const);
    this.#stops = stop.map((rule, k) => ({
      holds: compile(`stop[${k}].when`, rule.when),
      for: rule.for ?? 0,
      since: Infinity,
    }));
    if (problems.length > 0) throw new InputError('the study cannot be measured in this scene', problems);
  }

  /** Looks at the start of a run. */
  begin(): void {
    this.#sample();
  }

  /** Takes note of a step; looks at the world where it was a whole one. */
  note(step: StepRecord): void {
    this.#probe.note(step);
    if (this.#probe.world.atWholeStep) this.#sample();
  }

  /** The number of the rule by which the run is over, or undefined. */
  stopped(): number | undefined {
    const { t } = this.#probe.world;
    const k = this.#stops.findIndex((rule) => rule.since <= t - rule.for + 1e-12);
    return k < 0 ? undefined : k;
  }

  /** All measured values now. */
  values(): Record<string, number> {
    return Object.fromEntries(this.#values.map(([name, value]) => [name, value()]));
  }

  save(): MeterState {
    return {
      collectors: this.#fed.map(({ collector }) => collector.state.slice()),
      since: this.#stops.map((rule) => rule.since),
      extremes: { ...this.#probe.extremes },
    };
  }

  load(state: MeterState): void {
    this.#fed.forEach(({ collector }, k) => collector.state.set(state.collectors[k]));
    this.#stops.forEach((rule, k) => (rule.since = state.since[k]));
    Object.assign(this.#probe.extremes, state.extremes);
  }

  #sample(): void {
    const { t } = this.#probe.world;
    // inner expressions come first in the list, so that they are up to date when the outer ones read them
    for (const { collector, value } of this.#fed) collector.add(t, value());
    for (const rule of this.#stops) {
      if (rule.holds() === 0) rule.since = Infinity;
      else if (rule.since === Infinity) rule.since = t;
    }
  }
}
