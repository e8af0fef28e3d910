import type { Body } from '../../bodies/body.js';
import type { ContactState } from '../../friction/contact-state.js';
import { IndefiniteBlockError, type MassFactor } from '../../friction/delassus/mass-factor.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { Arena, Room, ownRoom } from '../../linalg/kernel/shared-work.js';
import type { CoupledGroup } from './coupled-group.js';
import { assembleProblem, withOwnBlocks } from './assembly.js';
import type { BodyFactors } from './body-factors.js';
import type { Linkage, TiedProblem } from './linkage.js';
import type { ContactLaw } from '../contacts/law.js';
import type { ContactRows } from '../contacts/rows.js';
import {
  type GroupJob,
  type GroupPool,
  type GroupResult,
  type ProblemWatch,
  StepError,
  type StepStatus,
  solveGroup,
  statuses,
} from './group-job.js';
import { solveEquations } from '../../friction/equations-alone.js';
import { Groups } from './groups.js';
import { solveSingleContact } from '../../friction/single-contact.js';
import { policy } from '../policy/values.js';
import { fastestContact, stoppingRule } from './stopping-rule.js';
import type { WorldSettings } from '../members/settings.js';

/** The contacts of a step: of which bodies, their rows, what holds at them, and the step's length (s). */
export interface StepContacts {
  readonly bodies: readonly Body[];
  readonly factors: BodyFactors;
  readonly rows: ContactRows;
  readonly law: ContactLaw;
  readonly settings: WorldSettings;
  readonly h: number;
}

/** A solution, with how good it is. */
interface Solution {
  readonly v: Float64Array;
  readonly r: Float64Array;
  readonly states: readonly (ContactState | undefined)[];
  readonly error: Float64Array;
  readonly status: Uint8Array;
}

/** Solves the active contacts of a step, group by group. */
export class GroupSolver {
  readonly groups = new Groups();
  /** velocities at the end of the step, bodies stacked from `offset[body]` */
  v = new Float64Array(0);
  offset = new Int32Array(1);
  /** the same, body by body */
  readonly velocities: Float64Array[] = [];
  /** impulses of all contacts; 0 for those that take no part (N s) */
  r = new Float64Array(0);
  /** state of each active contact */
  readonly states: (ContactState | undefined)[] = [];
  iterations = 0;
  /** cloths and how they are solved with what touches them */
  cloth: CoupledGroup | undefined;
  /** what ties bodies together besides contacts */
  linkage: Linkage | undefined;
  /** error and status (its place in `statuses`) of the last solution of each body's group in this step; at the end, the cloths' */
  #error = new Float64Array(0);
  #status = new Uint8Array(0);
  /** called with every problem before it is solved, with the first guess where there is one, and after with how it ended */
  watch: ProblemWatch | undefined;
  /** solves groups side by side where there are threads for it */
  pool: GroupPool | undefined;
  /** 1 for bodies that move faster than weight makes them in two steps; the others may be at rest */
  fast: Uint8Array = new Uint8Array(0);
  /** whether a group that is not solved is not tried in other ways, since the step is taken again half as long */
  oneAttempt = false;
  #place = new Int32Array(0);
  #kept: Solution | undefined;
  /** where problems stand while they are solved by this thread, one after the other */
  readonly #memory = new Arena();

  /** largest `relative` error of a group */
  get error(): number {
    let worst = 0;
    for (let k = 0; k < this.#error.length; k++) worst = Math.max(worst, this.#error[k]);
    return worst;
  }

  /** worst status of a group */
  get status(): StepStatus {
    let worst = 0;
    for (let k = 0; k < this.#status.length; k++) worst = Math.max(worst, this.#status[k]);
    return statuses[worst];
  }

  /** Keeps the present solution, to come back to. */
  keep(): void {
    this.#kept = {
      v: this.v.slice(),
      r: this.r.slice(),
      states: this.states.slice(),
      error: this.#error.slice(),
      status: this.#status.slice(),
    };
    this.cloth?.keep();
  }

  /** Goes back to the solution that was kept. */
  back(): void {
    const { v, r, states, error, status } = this.#kept!;
    this.v.set(v);
    this.r.set(r);
    this.states.fill(undefined);
    for (let k = 0; k < states.length; k++) this.states[k] = states[k];
    this.#error.set(error);
    this.#status.set(status);
    this.cloth?.back();
  }

  /** Makes room for the step. */
  begin(bodies: readonly Body[], contacts: number): void {
    if (this.#error.length !== bodies.length + 1) {
      this.offset = new Int32Array(bodies.length + 1);
      bodies.forEach((body, b) => (this.offset[b + 1] = this.offset[b] + body.dofs));
      this.v = new Float64Array(this.offset[bodies.length]);
      this.velocities.length = bodies.length;
      for (let b = 0; b < bodies.length; b++) {
        this.velocities[b] = this.v.subarray(this.offset[b], this.offset[b + 1]);
      }
      this.#place = new Int32Array(bodies.length);
      this.#error = new Float64Array(bodies.length + 1);
      this.#status = new Uint8Array(bodies.length + 1);
    }
    if (this.r.length < 3 * contacts) this.r = new Float64Array(6 * contacts);
    // not made shorter: it would have to grow again
    this.states.fill(undefined);
    this.iterations = 0;
    this.#error.fill(0);
    this.#status.fill(0);
  }

  /**
   * Solves all groups, `this.r` being the first guess. `changed`, where given, marks contacts that are new since the
   * last call in this step: groups without any are left as they are. `refilled`, where given, marks bodies whose systems are new:
   * groups without any of them are left.
   */
  solve(step: StepContacts, changed?: Uint8Array, refilled?: Uint8Array): void {
    const { bodies, rows, law } = step;
    const { groups } = this;
    groups.find(bodies.length, rows.n, rows.body, law.active, this.linkage?.ties);
    const withCloth = this.#solveWithCloth(step, changed, refilled);
    if (!changed) this.#freeBodies(step, withCloth, refilled);
    const open: OpenGroup[] = [];
    for (let g = 0; g < groups.n; g++) {
      const contacts = groups.contactsOf(g);
      const members = groups.bodies.subarray(groups.bodyStart[g], groups.bodyStart[g + 1]);
      if (withCloth.has(members[0])) continue;
      if (changed && !contacts.some((k) => changed[k] === 1)) continue;
      if (refilled && !members.some((b) => refilled[b] === 1)) continue;
      if (changed && contacts.length >= policy.largeGroup) {
        this.#solveAgain(step, members, contacts, changed);
        continue;
      }
      const job = this.#openGroup(step, members, contacts);
      if (!job) continue;
      if (this.pool) open.push(job);
      else this.#close(job, solveGroup(job));
    }
    const results = open.length > 0 ? this.pool!.solveAll(open) : [];
    open.forEach((group, k) => this.#close(group, results[k]));
  }

  /**
   * Solves a large group again, the velocities being those of its last solution: without the contacts that are open, and
   * with those of them after all that the new solution would close. Where r = 0 and u_N >= 0 Coulomb's law holds exactly.
   */
  #solveAgain(step: StepContacts, members: Int32Array, contacts: Int32Array, changed: Uint8Array): void {
    const { rows, law, h } = step;
    const opening = (k: number): number => rows.normalAfter(k, this.v, this.offset) - rows.drive[3 * k] + law.w[3 * k];
    const isBusy = (k: number): boolean => {
      return changed[k] === 1 || this.r[3 * k] !== 0 || opening(k) * h < policy.openingClearance * law.size[k];
    };
    let part: Int32Array = contacts.filter(isBusy);
    for (let look = 0; ; look++) {
      const job = this.#openGroup(step, members, part);
      if (job) this.#close(job, this.pool ? this.pool.solveAll([job])[0] : solveGroup(job));
      if (part.length === contacts.length) return;
      const taken = new Set(part);
      const closing = contacts.filter((k) => !taken.has(k) && opening(k) < 0);
      for (const k of contacts) if (!taken.has(k)) this.states[k] = 'takeOff';
      if (closing.length === 0) return;
      const all = look === policy.rounds - 1;
      part = all ? contacts : Int32Array.from([...part, ...closing]).sort();
    }
  }

  /** Solves the group that holds cloth, if there is one, by its own method; returns the bodies in it. */
  #solveWithCloth(
    { bodies, rows, law }: StepContacts,
    changed?: Uint8Array,
    refilled?: Uint8Array,
  ): ReadonlySet<number> {
    const { cloth, groups } = this;
    const members = new Set<number>();
    if (!cloth || cloth.isEmpty) return members;
    const own = new Set<number>();
    for (let b = 0; b < bodies.length; b++) {
      if (!cloth.touches(b)) continue;
      members.add(b);
      if (groups.group[b] >= 0) own.add(groups.group[b]);
    }
    for (let b = 0; b < bodies.length; b++) if (own.has(groups.group[b])) members.add(b);
    const lists = [...own].sort((a, b) => a - b).map((g) => groups.contactsOf(g));
    const contacts = Int32Array.from(lists.flatMap((list) => Array.from(list)));
    if (changed && !cloth.changed && !contacts.some((k) => changed[k] === 1)) return members;
    const list = [...members].sort((a, b) => a - b);
    if (refilled && !list.some((b) => refilled[b] === 1)) return members;
    const { status, error, iterations } = cloth.solve({
      rows,
      w: law.w,
      mu: law.mu,
      contacts,
      members: list,
      held: this.linkage?.held(list) ?? [],
      r: this.r,
    });
    this.linkage?.settle();
    contacts.forEach((k, i) => (this.states[k] = cloth.stateBetween(i)));
    for (const b of list) for (let k = this.offset[b]; k < this.offset[b + 1]; k++) this.v[k] = cloth.velocities[k];
    this.iterations = Math.max(this.iterations, iterations);
    this.#note([...list, bodies.length], error, status);
    return members;
  }

  /** Bodies without contacts: v = M⁻¹ f */
  #freeBodies({ bodies, factors }: StepContacts, withCloth: ReadonlySet<number>, refilled?: Uint8Array): void {
    for (let b = 0; b < bodies.length; b++) {
      if (this.groups.group[b] >= 0 || withCloth.has(b) || refilled?.[b] === 0) continue;
      const factor = factors.of(b);
      if (!factor) throw new IndefiniteBlockError(b);
      this.v.set(bodies[b].system.f, this.offset[b]);
      factor.solve(this.v, this.offset[b]);
    }
  }

  /** The problem of a group, or undefined where that is solved already. */
  #openGroup(step: StepContacts, members: Int32Array, contacts: Int32Array): OpenGroup | undefined {
    const { bodies, factors, rows, law, settings, h } = step;
    const room = this.#roomFor();
    const assembled = assembleProblem(bodies, members, rows, contacts, this.#place, law.w, law.mu, room);
    const plain = this.watch ? withOwnBlocks(assembled) : assembled;
    const own = room.floats(3 * contacts.length);
    for (let i = 0; i < contacts.length; i++) {
      const k = contacts[i];
      for (let e = 0; e < 3; e++) own[3 * i + e] = this.r[3 * k + e];
    }
    const tied = this.linkage?.extend(plain, members, this.#place, own);
    const { problem, warmStart } = tied ?? { problem: plain, warmStart: own };
    const factor = factorsOf(problem, factors, members);
    const group = { problem, members, contacts, tied };
    const found = solveDirectly(group, factor, settings);
    this.watch?.(problem, undefined, found ? undefined : warmStart);
    if (found) {
      this.#close(group, found);
      return undefined;
    }
    const slow = members.every((b) => this.fast[b] === 0);
    const options = stoppingRule(settings, h, contacts.length, slow ? fastestContact(rows, contacts) : Infinity);
    const all = { maxIterations: policy.iterations, ...options, warmStart };
    return { ...group, factor, room, options: all, once: this.oneAttempt };
  }

  /** Room for the next problem, which takes the place of the last. Problems that others get to see, or solve, are not given up. */
  #roomFor(): Room {
    if (this.watch || this.pool) return ownRoom;
    this.#memory.reset();
    return new Room(undefined, this.#memory);
  }

  /** Takes in the solution of a group. */
  #close({ problem, members, contacts, tied }: Group, result: GroupResult): void {
    this.watch?.(problem, result.status, undefined, result);
    tied?.close(result);
    for (let i = 0; i < contacts.length; i++) {
      const k = contacts[i];
      for (let e = 0; e < 3; e++) this.r[3 * k + e] = result.r[3 * i + e];
      this.states[k] = result.states[i];
    }
    this.#scatter(result.v, members, problem.M.offset);
    this.iterations = Math.max(this.iterations, result.iterations);
    this.#note(members, result.error, result.status);
  }

  /** A solution replaces what was found before for the same bodies in the step. */
  #note(members: Iterable<number>, error: number, status: StepStatus): void {
    for (const b of members) {
      this.#error[b] = error;
      this.#status[b] = statuses.indexOf(status);
    }
  }

  #scatter(v: Float64Array, members: Int32Array, offset: Int32Array): void {
    for (let k = 0; k < members.length; k++) {
      const to = this.offset[members[k]];
      for (let i = offset[k]; i < offset[k + 1]; i++) this.v[to + i - offset[k]] = v[i];
    }
  }
}

/** The factored masses of a group. */
function factorsOf(problem: PrimalProblem, factors: BodyFactors, members: Int32Array): MassFactor {
  try {
    return factors.ofAll(members, problem.M);
  } catch (cause) {
    throw new StepError('the one-step problem could not be solved', problem, { cause });
  }
}

/** Equations alone, and one contact alone where the solver is left to us; undefined where that does not do. */
function solveDirectly(
  { problem, tied }: Group,
  factor: MassFactor,
  { solver: own }: WorldSettings,
): GroupResult | undefined {
  if (tied) return problem.mu.length === 0 ? solveEquations(problem, factor) : undefined;
  const { solver = 'auto', facets, measure = 'relative', tolerance = 1e-3 } = own;
  if (problem.mu.length !== 1 || solver !== 'auto' || facets !== undefined || measure !== 'relative') return undefined;
  const found = solveSingleContact(problem, factor);
  return found && found.error <= Math.min(tolerance, policy.singleContactError) ? found : undefined;
}

/** The problem of a group, with how its joints take in the solution. */
interface Group {
  readonly problem: PrimalProblem;
  readonly members: Int32Array;
  readonly contacts: Int32Array;
  readonly tied: TiedProblem | undefined;
}

/** A group whose problem stands but is not solved yet. */
type OpenGroup = Group & GroupJob;
