import type { MeasureName, SolveResult } from '../../friction/index.js';
import { localSolvers, solvers } from '../../friction/index.js';
import type { ReadProblem } from '../../io/index.js';
import { count, duration, short } from '../../present/format.js';
import { describeFormat } from '../problem-input.js';

/** What `solve --json` prints. */
export function solveJson(result: SolveResult): object {
  const { problem, solver, status, iterations, seconds, error, contacts, worstContact, certificate } = result;
  return {
    problem,
    solver,
    status,
    iterations,
    seconds,
    error,
    contacts,
    worstContact,
    ...(certificate && {
      certificate: { ...certificate, lambda: [...certificate.lambda], eta: [...certificate.eta] },
    }),
  };
}

/** What was asked of a solve, as far as the summary speaks of it. */
export interface Asked {
  readonly tolerance: number;
  readonly measure: MeasureName;
  readonly maxIterations: number;
  readonly local?: string;
}

/** What `solve` prints for people. */
export function solveSummary(file: string, read: ReadProblem, result: SolveResult, asked: Asked): string {
  const { problem, iterations, seconds, error, contacts } = result;
  const reached = error[asked.measure];
  const others = (Object.keys(error) as MeasureName[]).filter((name) => name !== asked.measure);
  const sizes = `${count(problem.contacts, 'contact')}, ${count(problem.dofs, 'dof')}, nu ${short(problem.nu)}`;
  const lines: [string, string][] = [
    ['problem', file],
    ['', `${describeFormat(read)}, ${sizes}${read.problem.d === 2 ? ', plane' : ''}`],
    ['solver', `${result.solver}, W ${result.form}`],
    ['status', `${result.status}, ${count(iterations, 'iteration')}`],
    ['time', `${duration(seconds.setup)} setup, ${duration(seconds.solve)} solve`],
    ['error', `${short(reached)} ${asked.measure} (asked: ${short(asked.tolerance)})`],
    ...chunks(
      others.map((name) => `${name} ${short(error[name])}`),
      5,
    ).map((line): [string, string] => ['', line]),
    ['contacts', `${contacts.stick} stick, ${contacts.slide} slide, ${contacts.takeOff} take off`],
  ];
  if (result.status === 'converged')
    lines.push(['backward', `${short(result.backwardError)}: exact for w changed by this share of the largest |b|`]);
  if (result.worstContact >= 0) lines.push(['worst', worstContact(read, result)]);
  for (const note of result.notes) lines.push(['note', note]);
  if (read.info?.title) lines.splice(2, 0, ['title', read.info.title]);
  for (const advice of whatToTry(result, asked)) lines.push(['try', advice]);
  return lines.map(([key, text]) => `${key.padEnd(9)} ${text}\n`).join('');
}

function chunks(items: readonly string[], size: number): string[] {
  const lines: string[] = [];
  for (let k = 0; k < items.length; k += size) lines.push(items.slice(k, k + size).join('   '));
  return lines;
}

function worstContact({ problem }: ReadProblem, result: SolveResult): string {
  const { worstContact: i, r, u, states } = result;
  const d = problem.d;
  const vector = (x: Float64Array): string =>
    `(${[...x.subarray(d * i, d * i + d)].map((c) => short(c, 3)).join(', ')})`;
  const state = states[i] === 'takeOff' ? 'takes off' : states[i] === 'stick' ? 'sticks' : 'slides';
  return `contact ${i} ${state}, mu ${short(problem.mu[i])}, r ${vector(r)}, u ${vector(u)}`;
}

/** Next steps for a solve that did not reach its tolerance. */
export function whatToTry(result: SolveResult, asked: Asked): string[] {
  if (result.status === 'converged') return [];
  const advice: string[] = [];
  if (result.status === 'no-solution')
    return ['changing what the contacts and equations named above ask for: no solver can meet it'];
  if (!obeysTheLaw(result.solver, asked.local)) {
    const method = asked.local === undefined ? result.solver : `${result.solver} --local ${asked.local}`;
    advice.push(`--solver auto: what ${method} computes obeys the law only approximately, however long it runs`);
  } else if (result.solver !== 'auto') advice.push('--solver auto, which combines several methods');
  if (result.status === 'max-iterations') advice.push(`--max-iterations ${Math.max(10 * asked.maxIterations, 1000)}`);
  const reached = result.error[asked.measure];
  if (Number.isFinite(reached) && reached > 0) {
    const [mantissa, exponent] = reached.toExponential(0).split('e');
    const rounded = `${Number(mantissa) + 1}e${exponent.replace('+', '')}`;
    advice.push(`--tolerance ${rounded}, if that is good enough: it is what was reached`);
  }
  advice.push('stickslip compare with several solvers on the same file');
  return advice;
}

/** Whether what a solver converges to is exact: with a one-contact solver of choice, that one decides. */
function obeysTheLaw(solver: string, local: string | undefined): boolean {
  const chosen = local === undefined ? undefined : localSolvers().find(({ name }) => name === local);
  if (chosen && ['gauss-seidel', 'nsgs'].includes(solver)) return chosen.exact;
  return solvers().find(({ name }) => name === solver)?.exact ?? true;
}
