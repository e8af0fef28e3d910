import type { InputProblem } from '../../errors.js';
import { InputError } from '../../errors.js';
import { differentiate } from '../../friction/differentiate/differentiate.js';
import type { ContactProblem } from '../../friction/problem.js';
import { contactCount } from '../../friction/problem.js';
import { solve } from '../../friction/solve.js';
import { type Fit, describeFit } from './describe-fit.js';
import { fitModel } from './fit.js';
import { Readings } from './readings.js';
import type { IdentifyProblem } from './schema.js';
import type { Evaluation } from './search.js';
import { pointAt, slopeOf } from './unknowns.js';

/** What a solution says in the places observed, and how that changes with the parameters. */
interface Computed {
  readonly values: readonly number[] | undefined;
  readonly evaluation: Evaluation;
  readonly slides: boolean;
}

/** Tolerance of the solutions: their derivatives ask for states of contacts that are settled. */
const tolerance = 1e-12;

/** Friction coefficients of a one-step problem from what its solution was observed to be, with exact derivatives. */
export class OneStep {
  readonly problem: IdentifyProblem;
  readonly readings: Readings;
  readonly contacts: ContactProblem;
  /** contacts whose mu each parameter is */
  readonly #members: readonly (readonly number[])[];
  readonly #known = new Map<string, Computed>();

  constructor(problem: IdentifyProblem, contacts: ContactProblem, what = 'the problem') {
    this.problem = problem;
    this.contacts = contacts;
    this.readings = new Readings(problem, what);
    const n = contactCount(contacts);
    const problems: InputProblem[] = [];
    this.#members = Object.entries(problem.parameters).map(([name, { path }]) => {
      const paths = typeof path === 'string' ? [path] : (path ?? []);
      return paths.flatMap((own) => {
        const index = /\[(\d+)\]/.exec(own)?.[1];
        if (index === undefined) return Array.from({ length: n }, (_, k) => k);
        if (Number(index) < n) return [Number(index)];
        problems.push({ path: `parameters.${name}.path`, expected: `mu[0] to mu[${n - 1}]`, found: own });
        return [];
      });
    });
    for (const { entry, expression } of this.readings.numbers) {
      const [, of, index] = /^([vur])\[(.*)\]$/.exec(expression)!;
      const length = of === 'v' ? (contacts.kind === 'primal' ? contacts.f.length : 0) : contacts.d * n;
      const k = Number(index);
      if (!(Number.isInteger(k) && k >= 0 && k < length)) {
        const expected = length === 0 ? 'u or r: the problem has no bodies' : `an index from 0 to ${length - 1}`;
        problems.push({ path: entry, expected, found: expression });
      }
    }
    if (problems.length > 0) throw new InputError(`${what} does not fit its one-step problem`, problems.slice(0, 20));
  }

  /** The fit, solving as often as it takes. */
  fit(): Fit {
    const search = fitModel(this.readings.settings(this.problem));
    let step = search.next();
    while (!step.done) step = search.next(step.value.map((z) => this.#at(z).evaluation));
    const { values } = this.#at(step.value.best.z);
    return describeFit(this.problem, this.readings, step.value, {
      computed: values ?? this.readings.numbers.map(() => NaN),
      answers: [],
      slides: (z) => this.#at(z).slides,
      points: this.#known.size,
      runs: this.#known.size,
    });
  }

  #at(z: Float64Array): Computed {
    const key = z.join(' ');
    const found = this.#known.get(key) ?? this.#compute(z);
    this.#known.set(key, found);
    return found;
  }

  #compute(z: Float64Array): Computed {
    const point = Object.values(pointAt(this.problem, z));
    const mu = Float64Array.from(this.contacts.mu);
    this.#members.forEach((members, i) => members.forEach((k) => (mu[k] = point[i])));
    const problem = { ...this.contacts, mu };
    const result = solve(problem, { tolerance });
    const slides = result.states.includes('slide');
    if (result.status !== 'converged')
      return { values: undefined, evaluation: { residuals: undefined, wrong: [] }, slides };
    const places = this.readings.numbers.map(({ expression }) => ({
      of: expression[0] as 'v' | 'u' | 'r',
      at: Number(expression.slice(2, -1)),
    }));
    const values = places.map(({ of, at }) => result[of]![at]);
    const derivatives = differentiate(problem, result);
    const n = z.length;
    const jacobian = new Float64Array(places.length * n);
    Object.values(this.problem.parameters).forEach((own, i) => {
      const change = new Float64Array(mu.length);
      for (const k of this.#members[i]) change[k] = slopeOf(own, point[i]);
      const moved = derivatives.jvp({ mu: change });
      this.readings.numbers.forEach(({ error = 1 }, k) => {
        jacobian[k * n + i] = moved[places[k].of]![places[k].at] / error;
      });
    });
    // where there is no derivative, differences do
    const exists = jacobian.every(Number.isFinite);
    return { values, evaluation: { ...this.readings.evaluate(values, []), ...(exists && { jacobian }) }, slides };
  }
}
