import { InputError } from '../errors.js';
import { addTransposedBlockRows } from '../linalg/block-rows.js';
import { Room, ownRoom } from '../linalg/kernel/shared-work.js';
import { backwardError } from './certificate/backward-error.js';
import type { Certificate } from './certificate/certificate.js';
import { certifyImpossible } from './certificate/certificate.js';
import { now } from './clock.js';
import type { ContactState, StateCounts } from './contact-state.js';
import { contactStates, countStates } from './contact-state.js';
import { spread, velocityOf } from './delassus/build.js';
import type { DelassusForm } from './delassus/delassus.js';
import type { MassFactor } from './delassus/mass-factor.js';
import type { SweepCrew } from './kernel/sweep-crew.js';
import { type Reactions, reactionsTo } from './equations.js';
import type { ErrorMeasures, MeasureData, MeasureName } from './measures.js';
import { measure, measureAll } from './measures.js';
import type { Aim, TracePoint } from './monitor.js';
import { Monitor } from './monitor.js';
import { fewestForParts } from './parts/parts.js';
import type { Prepared } from './prepare.js';
import { prepare } from './prepare.js';
import type { ContactProblem, PrimalProblem } from './problem.js';
import { contactCount, degreeOfConstraint, dofCount, equationCount } from './problem.js';
import { checkProblem } from './problem-check.js';
import { solverOf } from './registry.js';
import type { Solver, SolverOutcome, SolverOptions, SolveStatus } from './solver.js';

/** Options of `solve`; all have defaults. */
export interface SolveOptions {
  /** name of a solver, see `solvers()`, or one of your own. Default: `auto` */
  solver?: string | Solver;
  /** one-contact solver of `gauss-seidel` and `nsgs`. Default: `mfb+enumerative` */
  local?: string;
  /** error to reach, in `measure`. Default: 1e-8 */
  tolerance?: number;
  /**
   * where the tolerance lets contacts move visibly: an error in m/s (measures `relative` and `fb`) to go on to, for at most so many iterations;
   * a solve that meets the tolerance is converged all the same. Default: none
   */
  aim?: Aim;
  /** error measure of the stopping test. Default: `relative` */
  measure?: MeasureName;
  /** sweeps or Newton steps allowed. Default: 10000 */
  maxIterations?: number;
  /** first guess of r, d numbers a contact, normal first (N s). Default: zero */
  warmStart?: Float64Array;
  /**
   * iterate even where the first guess meets the tolerance, so that its error does not add up over steps; a number: unless its error is
   * below this share of the tolerance. Default: false
   */
  refine?: boolean | number;
  /** record the error at every check. Default: false */
  trace?: boolean;
  /** facets of a linearised cone (lemke, nsgs): 4, 6, 8, 12 or 16. Default: the exact cone where there is one */
  facets?: number;
  /** linearised cone inside the true one or around it. Default: `inner` */
  cone?: 'inner' | 'outer';
  /** relaxation of psor and nsgs, in (0, 2). Default: 1 */
  relaxation?: number;
  /** seed of every pseudo-random choice. Default: 1 */
  seed?: number;
  /** sweeps between error checks. Default: the solver's */
  checkEvery?: number;
  /** how to apply W. Default: the cheapest for the problem */
  form?: DelassusForm;
  /** other threads that help with large problems: the same bits, sooner. Default: none */
  crew?: SweepCrew;
  /** M of a problem with bodies, where it has been factored already. Default: it is factored */
  factor?: MassFactor;
}

/** What `solve` found. */
export interface SolveResult {
  readonly problem: {
    readonly contacts: number;
    readonly dofs: number;
    readonly nu: number;
    /** equations beside the contacts, where there are any */
    readonly equations?: number;
  };
  readonly solver: string;
  readonly status: SolveStatus;
  readonly iterations: number;
  /** wall time: factoring and assembling; iterating, error checks left out */
  readonly seconds: { readonly setup: number; readonly solve: number };
  readonly error: ErrorMeasures;
  /** error in the measure asked for */
  readonly reached: number;
  /** contacts in each state */
  readonly contacts: StateCounts;
  /** state of each contact */
  readonly states: readonly ContactState[];
  /** contact with the largest `relative` error, or -1 */
  readonly worstContact: number;
  /** contact impulses, d numbers a contact, normal first (N s) */
  readonly r: Float64Array;
  /** relative velocities, d numbers a contact, normal first (m/s) */
  readonly u: Float64Array;
  /** generalised velocities, where the problem has bodies */
  readonly v: Float64Array | undefined;
  /** impulses of the equations beside the contacts, one number each, where there are any (N s) */
  readonly s: Float64Array | undefined;
  /** proof that the constraints cannot be met, where the status is `no-solution` and only there */
  readonly certificate: Certificate | undefined;
  /**
   * Largest change of w (or b), relative to the largest free velocity |b_i|, for which impulses next to r are an exact
   * solution; NaN where the status is not `converged`.
   */
  readonly backwardError: number;
  /** error at every check, if asked for */
  readonly trace: readonly TracePoint[];
  /** how W was applied */
  readonly form: DelassusForm;
  /** what the solver did, for people */
  readonly notes: readonly string[];
}

/**
 * Solves a one-step frictional contact problem. Never throws for want of convergence: the result says how far it got.
 * Throws `InputError` for an inconsistent problem or an unknown option.
 *
 * @example
 * ```ts
 * const result = solve(problem, { tolerance: 1e-10 });
 * if (result.status !== 'converged') console.warn(result.status, result.error.relative);
 * ```
 */
export function solve(problem: ContactProblem, options: SolveOptions = {}): SolveResult {
  return solveIn(ownRoom, problem, options);
}

/** The same, with all large arrays, those of the result among them, in `own`: they last as long as those of that room do. */
export function solveIn(own: Room, problem: ContactProblem, options: SolveOptions): SolveResult {
  checkProblem(problem);
  const crew = contactCount(problem) >= fewestForParts ? options.crew : undefined;
  const room = crew ? new Room(crew) : own;
  try {
    return run(problem, options, room, own);
  } finally {
    if (crew) room.giveBack();
  }
}

function run(problem: ContactProblem, options: SolveOptions, room: Room, own: Room): SolveResult {
  const solver = solverOf(options.solver ?? 'auto');
  const settings = resolve(options);
  const begun = now();
  const prepared = prepare(problem, options.form, options.factor, room, own);
  const r = firstGuess(problem, prepared, options.warmStart, own);
  // contradictory equations are met as nearly as they can be, and the contacts solved beside them
  const { equations, ...contactsAlone } = prepared.data;
  const watched = {
    measure: options.measure ?? 'relative',
    tolerance: options.tolerance ?? 1e-8,
    trace: options.trace ?? false,
    aim: options.aim,
  };
  const monitor = new Monitor(prepared.ready, equations?.contradictory ? contactsAlone : prepared.data, watched, own);
  const setup = now() - begun;
  monitor.start();
  // nothing to do where the first guess is good enough already
  const { refine = false } = options;
  const share = typeof refine === 'number' ? refine : refine ? 0 : 1;
  monitor.check(0, r);
  let outcome: SolverOutcome =
    monitor.last <= share * monitor.tolerance
      ? { status: 'converged', iterations: 0 }
      : solver.solve(prepared.ready, r, settings, monitor);
  if (options.aim && monitor.best <= monitor.enough) outcome = { ...outcome, status: 'converged' };
  const seconds = monitor.stop();
  const times = { setup: setup + monitor.setup, solve: seconds };
  return report(problem, prepared, solver.name, outcome, monitor, times, own);
}

function resolve(options: SolveOptions): SolverOptions {
  const wrong = (path: string, expected: string, found: unknown): never => {
    throw new InputError('wrong solver option', [{ path, expected, found: String(found) }]);
  };
  const { tolerance = 1e-8, maxIterations = 10000, facets, relaxation = 1, checkEvery } = options;
  if (!(tolerance >= 0)) wrong('tolerance', 'a number >= 0', tolerance);
  if (!Number.isInteger(maxIterations) || maxIterations < 0) wrong('maxIterations', 'an integer >= 0', maxIterations);
  if (facets !== undefined && ![4, 6, 8, 12, 16].includes(facets)) wrong('facets', '4, 6, 8, 12 or 16', facets);
  if (!(relaxation > 0 && relaxation < 2)) wrong('relaxation', 'a number between 0 and 2', relaxation);
  if (checkEvery !== undefined && !(checkEvery >= 1)) wrong('checkEvery', 'an integer >= 1', checkEvery);
  return {
    maxIterations,
    local: options.local,
    facets,
    cone: options.cone ?? 'inner',
    relaxation,
    seed: options.seed ?? 1,
    checkEvery,
    crew: options.crew,
  };
}

function firstGuess(
  problem: ContactProblem,
  prepared: Prepared,
  warmStart: Float64Array | undefined,
  own: Room,
): Float64Array {
  const n = contactCount(problem);
  if (!warmStart) return own.floats(3 * n);
  if (warmStart.length !== problem.d * n) {
    throw new InputError('wrong solver option', [
      { path: 'warmStart', expected: `length ${problem.d * n}`, found: `length ${warmStart.length}` },
    ]);
  }
  const r = spread(warmStart, problem.d, own);
  for (let k = 0; k < r.length; k++) r[k] /= prepared.ready.impulseUnit;
  return r;
}

/** The result; what takes a pass over the contacts is worked out when it is asked for. */
function report(
  problem: ContactProblem,
  prepared: Prepared,
  solver: string,
  reported: SolverOutcome,
  monitor: Monitor,
  seconds: { setup: number; solve: number },
  own: Room,
): SolveResult {
  const { ready, data } = prepared;
  const best = withoutIdle(monitor.bestR, ready.W.diagonal);
  const r3 = own.floats(3 * ready.n);
  for (let k = 0; k < r3.length; k++) r3[k] = best[k] * ready.impulseUnit;
  const u3 = own.floats(3 * ready.n);
  ready.W.velocities(u3, best);
  for (let k = 0; k < u3.length; k++) u3[k] *= ready.velocityUnit;
  const r = narrow(r3, problem.d);
  const u = narrow(u3, problem.d);
  const changed = best !== monitor.bestR;
  const reached = changed || data.equations?.contradictory ? measure(monitor.measure, data, r3, u3) : monitor.best;
  // an idle impulse can be so large that its contact's error is lost in rounding: what counts is the error without it
  const lost = changed && reported.status === 'converged' && !(reached <= monitor.enough);
  const outcome: SolverOutcome = lost ? { ...reported, status: 'stalled' } : reported;
  const certificate = proofOfNone(problem, data, outcome, best);
  const status = statusWith(certificate, data, outcome);
  const reactions = lazily(() => reactionsTo(problem, prepared.built, r));
  const error = lazily(() => measureAll(data, r3, u3));
  const states = lazily(() => contactStates(data, r3, u3));
  const worst = lazily(() => worstOf(data, r3, u3));
  const v = lazily(() =>
    problem.kind === 'primal' ? bodyVelocities(problem, prepared, r, reactions(), own) : undefined,
  );
  const equations = equationCount(problem);
  // asked for after the threads have gone on to another problem, W is made anew
  const W = lazily(() => (prepared.room.isCurrent ? ready.W : prepare(problem, ready.W.form).ready.W));
  const backward = lazily(() =>
    status === 'converged'
      ? backwardError(data, r3, u3, (out, near) => {
          W().velocities(
            out,
            near.map((x) => x / ready.impulseUnit),
          );
          for (let k = 0; k < out.length; k++) out[k] *= ready.velocityUnit;
        })
      : NaN,
  );
  return {
    problem: {
      contacts: ready.n,
      dofs: dofCount(problem),
      nu: degreeOfConstraint(problem),
      ...(equations > 0 && { equations }),
    },
    solver,
    status,
    iterations: outcome.iterations,
    seconds,
    reached,
    get error() {
      return error();
    },
    get contacts() {
      return countStates(states());
    },
    get states() {
      return states();
    },
    get worstContact() {
      return worst();
    },
    r,
    u,
    get v() {
      return v();
    },
    get s() {
      return reactions()?.s;
    },
    certificate,
    get backwardError() {
      return backward();
    },
    trace: monitor.trace,
    form: ready.W.form,
    notes: certificate ? [whatContradicts(certificate)] : (outcome.notes ?? []),
  };
}

/** r with zeros where a normal cannot be moved at all: whatever a method has put there moves nothing and has no bound. */
function withoutIdle(r: Float64Array, diagonal: Float64Array): Float64Array {
  let out = r;
  for (let i = 0; 3 * i < r.length; i++) {
    if (diagonal[9 * i] !== 0 || (r[3 * i] === 0 && r[3 * i + 1] === 0 && r[3 * i + 2] === 0)) continue;
    if (out === r) out = r.slice();
    out.fill(0, 3 * i, 3 * i + 3);
  }
  return out;
}

function lazily<T>(compute: () => T): () => T {
  let value: { it: T } | undefined;
  return () => (value ??= { it: compute() }).it;
}

function worstOf(data: MeasureData, r: Float64Array, u: Float64Array): number {
  const worst = new Int32Array(1);
  measure('relative', data, r, u, worst);
  return worst[0];
}

/**
 * Impulses so many times what stops the free motion are doubted, whatever error they reach: where equations leave a
 * normal nothing but rounding to move by (1e-16), an impulse of 1e16 seems to hold it.
 */
const doubtful = 1e8;

/** A proof that there is no solution, looked for where none was found or what was found is doubtful. `r` in scaled units. */
function proofOfNone(
  problem: ContactProblem,
  { equations }: MeasureData,
  outcome: SolverOutcome,
  r: Float64Array,
): Certificate | undefined {
  const solved = outcome.status === 'converged' && !equations?.contradictory;
  return solved && !hasDoubtful(r) ? undefined : certifyImpossible(problem);
}

/** Whether an impulse is doubtful, or no number. */
function hasDoubtful(r: Float64Array): boolean {
  for (let k = 0; k < r.length; k++) if (!(Math.abs(r[k]) < doubtful)) return true;
  return false;
}

/** `no-solution` needs a proof; equations that are missed for want of one leave the solve stalled. */
function statusWith(certificate: Certificate | undefined, data: MeasureData, { status }: SolverOutcome): SolveStatus {
  if (certificate) return 'no-solution';
  const unproven = status === 'no-solution' || (status === 'converged' && data.equations?.contradictory);
  return unproven ? 'stalled' : status;
}

function whatContradicts({ contacts, equations }: Certificate): string {
  const list = (numbers: readonly number[]): string =>
    numbers.length > 6 ? `${numbers.slice(0, 6).join(', ')} and ${numbers.length - 6} more` : numbers.join(', ');
  const parts: string[] = [];
  if (contacts.length > 0) parts.push(`contact${contacts.length === 1 ? '' : 's'} ${list(contacts)}`);
  if (equations.length > 0) parts.push(`equation${equations.length === 1 ? '' : 's'} ${list(equations)}`);
  if (contacts.length === 1 && equations.length === 0) return `${parts[0]} approaches and nothing it touches can move`;
  if (equations.length === 1 && contacts.length === 0) return `${parts[0]} cannot be met: nothing it touches can move`;
  return `${parts.join(' and ')} cannot be met together`;
}

function bodyVelocities(
  problem: PrimalProblem,
  prepared: Prepared,
  r: Float64Array,
  reactions: Reactions | undefined,
  own: Room,
): Float64Array {
  if (reactions) return reactions.v!;
  const momentum = own.copyOf(problem.f);
  addTransposedBlockRows(momentum, problem.H, r);
  return velocityOf(problem, momentum, prepared.built.factor, own);
}

function narrow(x: Float64Array, d: number): Float64Array {
  if (d === 3) return x;
  const n = x.length / 3;
  const out = new Float64Array(d * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) out[d * i + k] = x[3 * i + k];
  return out;
}
