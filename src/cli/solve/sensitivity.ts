import type { ContactProblem, Derivatives, SolveResult } from '../../friction/index.js';
import { differentiate } from '../../friction/index.js';
import { multiplyBlockDiagonal } from '../../linalg/block-diagonal.js';
import { count, short } from '../../present/format.js';
import { formatTable } from '../../present/table.js';

/** Contacts listed in the table for people; `--json` has all. */
const listed = 10;

/** A number that depends on the solution, and its derivative with respect to the friction coefficient of each contact. */
interface Gradient {
  readonly value: number;
  readonly gradient: readonly number[];
}

/** How the solution of a problem answers to its friction coefficients. */
export interface Sensitivity {
  readonly parameter: 'mu';
  /** change of u, r and v per unit of change of all coefficients together */
  readonly together: { readonly u: number[]; readonly r: number[]; readonly v?: number[] };
  /** sum of the slip speeds (m/s) */
  readonly slip: Gradient;
  /** kinetic energy after the step (J), of a problem with bodies */
  readonly energy?: Gradient;
  readonly near: Derivatives['near'];
  readonly undetermined: readonly number[];
  readonly redundant: readonly number[];
  readonly ambiguous: readonly number[];
}

/** Derivatives with respect to mu; undefined where there is no solution to differentiate. */
export function frictionSensitivity(problem: ContactProblem, result: SolveResult): Sensitivity | undefined {
  if (result.status !== 'converged') return undefined;
  const d = differentiate(problem, result);
  const change = d.jvp({ mu: new Float64Array(problem.mu.length).fill(1) });
  const { near, undetermined, redundant, ambiguous } = d;
  const energy = kineticEnergy(problem, result, d);
  return {
    parameter: 'mu',
    together: { u: [...change.u], r: [...change.r], ...(change.v && { v: [...change.v] }) },
    slip: totalSlip(problem, result, d),
    ...(energy && { energy }),
    near,
    undetermined,
    redundant,
    ambiguous,
  };
}

function totalSlip({ d: rows, mu }: ContactProblem, { u, states }: SolveResult, d: Derivatives): Gradient {
  const weights = new Float64Array(u.length);
  let value = 0;
  for (let i = 0; i < mu.length; i++) {
    if (states[i] === 'stick') continue;
    const slip = Math.hypot(...u.subarray(rows * i + 1, rows * i + rows));
    value += slip;
    if (slip > 0) for (let k = 1; k < rows; k++) weights[rows * i + k] = u[rows * i + k] / slip;
  }
  return { value, gradient: [...d.vjp({ u: weights }).mu] };
}

function kineticEnergy(problem: ContactProblem, { v }: SolveResult, d: Derivatives): Gradient | undefined {
  if (problem.kind !== 'primal' || !v) return undefined;
  const Mv = new Float64Array(v.length);
  multiplyBlockDiagonal(Mv, problem.M, v);
  const value = 0.5 * v.reduce((sum, x, k) => sum + x * Mv[k], 0);
  return { value, gradient: [...d.vjp({ v: Mv }).mu] };
}

/** What `solve --sensitivity mu` prints for people. */
export function sensitivityText(problem: ContactProblem, result: SolveResult, found: Sensitivity | undefined): string {
  if (!found) return '\nsensitivity to mu: none, only a converged solution has derivatives\n';
  const { slip, energy, near, redundant, undetermined, ambiguous } = found;
  const sum = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0);
  const totals = [`slip speeds add up to ${short(slip.value)} m/s; ${short(sum(slip.gradient))} m/s per unit of mu`];
  if (energy) totals.push(`kinetic energy ${short(energy.value)} J; ${short(sum(energy.gradient))} J per unit of mu`);
  const weight = energy ?? slip;
  const order = weight.gradient
    .map((_, i) => i)
    .filter((i) => weight.gradient[i] !== 0 || slip.gradient[i] !== 0)
    .sort((a, b) => Math.abs(weight.gradient[b]) - Math.abs(weight.gradient[a]) || a - b);
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = [right('contact'), { title: 'state' }, right('mu'), right('d slip/d mu')];
  if (energy) columns.push(right('d energy/d mu'));
  const rows = order.slice(0, listed).map((i) => {
    const cells = [String(i), result.states[i], short(problem.mu[i]), short(slip.gradient[i])];
    return energy ? [...cells, short(energy.gradient[i])] : cells;
  });
  const lines = ['', 'sensitivity to mu, of all contacts together', ...totals.map((line) => `  ${line}`)];
  const parts = [`${lines.join('\n')}\n`];
  if (rows.length > 0) {
    const rest = order.length - rows.length;
    parts.push(`\nof single contacts\n${formatTable({ columns, rows })}${rest > 0 ? `and ${rest} more\n` : ''}`);
  } else parts.push('  no contact slides: friction changes nothing\n');
  for (const { contact, state, to, distance } of near.slice(0, listed))
    parts.push(
      `near      contact ${contact}: ${state}, ${short(distance)} from ${to}; the derivative may be one-sided\n`,
    );
  if (near.length > listed) parts.push(`near      and ${near.length - listed} more\n`);
  if (undetermined.length > 0)
    parts.push(
      `note      impulses of ${count(undetermined.length, 'contact')} are not unique: r by its least-norm change; ` +
        `constraints of ${count(redundant.length, 'contact')} depend on each other\n`,
    );
  if (ambiguous.length > 0)
    parts.push(
      `note      ${count(ambiguous.length, 'sliding contact')} among them: the derivatives are those at these impulses\n`,
    );
  return parts.join('');
}
