import { ownRoom } from '../../linalg/kernel/shared-work.js';
import { hypot3 } from '../../math/hypot.js';
import { applyTransposed33 } from '../../math/mat3.js';
import { distance3, norm3 } from '../../math/vec3.js';
import { movesFarther, placeColliders } from '../contacts/placement.js';
import { ContactLaw, type LawOptions } from '../contacts/law.js';
import { ContactMemory } from '../contacts/memory.js';
import { assembleProblem } from '../groups/assembly.js';
import { type ContactReport, contactReport } from '../../friction/contact-report.js';
import { ContactRows } from '../contacts/rows.js';
import { type ContactColumns, stateNumber } from '../contacts/columns.js';
import type { EnergyBook } from '../energy/energy-book.js';
import { BodyFactors } from '../groups/body-factors.js';
import { GroupSolver, type StepContacts } from '../groups/group-solver.js';
import { guessImpacts, recallForces, rememberForces } from '../contacts/first-guess.js';
import { EndCheck } from '../contacts/end-check.js';
import { type ContactParts, contactKey, isOfFibers } from '../members/contact-parts.js';
import { overlapLimits } from '../policy/decide.js';
import { policy } from '../policy/values.js';
import { RepairStep } from '../repair/repair-step.js';
import type { Statistics } from '../report/step-record.js';
import type { Stopwatch } from './stopwatch.js';

/** Room for contacts found at the end of the step. */
const spareFor = (n: number): number => policy.spareContacts + (n >> 2);

/** The contacts of a world through one step: found, chosen, solved, repaired, remembered. */
export class ContactStep {
  readonly memory = new ContactMemory();
  readonly solver = new GroupSolver();
  readonly endCheck: EndCheck;
  readonly factors: BodyFactors;
  readonly #parts: ContactParts;
  readonly #rows = new ContactRows();
  readonly #endRows = new ContactRows();
  readonly #law = new ContactLaw();
  readonly #repairs: RepairStep | undefined;
  /** contacts found at the start of the step; those after them were found at its end */
  #found = 0;
  /** whether the end of the step was searched for contacts, and which of those overlap too much */
  #searched = false;
  #overlaps: readonly number[] = [];
  /** deepest overlap at the end of the step of all contacts, over the size; 0 without repair */
  depth = 0;
  /** whether contacts were added since the last solve, and how many the solution to go back to had */
  #added = false;
  #kept = 0;
  /** contacts whose place others took since then, or that were released */
  #replaced: number[] = [];
  /** 1 for bodies whose contacts are others since the last solve, where some have been released */
  #freed: Uint8Array | undefined;
  /** relative velocity of active contacts at the end of the step, drive included */
  #u = new Float64Array(0);
  #known = new Uint8Array(0);
  #recruits = new Uint8Array(0);
  #h = 0;
  /** theta of the present step */
  #theta: number;

  constructor(parts: ContactParts) {
    const { repair, theta } = parts.settings;
    this.#parts = parts;
    this.#theta = theta;
    this.factors = new BodyFactors(parts.bodies);
    this.endCheck = new EndCheck(parts);
    this.#repairs = repair && new RepairStep(parts, this.factors, repair);
  }

  /** Moves colliders to where the bodies are, with how far they may move within h, and notes which bodies may be at rest. */
  place(h: number): void {
    const { gravity } = this.#parts.settings;
    // weight of the steps that count as rest, and of the coming one
    const limit = (policy.restSteps + 1) * h * h * hypot3(gravity[0], gravity[1], gravity[2]);
    if (this.solver.fast.length !== this.#parts.bodies.length)
      this.solver.fast = new Uint8Array(this.#parts.bodies.length);
    for (let b = 0; b < this.#parts.bodies.length; b++) {
      const colliders = this.#parts.colliders[b];
      placeColliders(colliders, this.#parts.bodies[b], h, gravity);
      let fast = 0;
      for (const collider of colliders) if (movesFarther(collider, limit)) fast = 1;
      this.solver.fast[b] = fast;
    }
  }

  /** Finds everything that touches or may touch in the step; colliders and obstacles must be in place. */
  detect(): void {
    this.#parts.detector.detect();
    this.#found = this.#parts.detector.contacts.n;
    this.#reserve(this.#found + spareFor(this.#found));
  }

  /** Takes the coming step with another theta than that of the one before. */
  set theta(theta: number) {
    this.#theta = theta;
    this.endCheck.isImplicit = theta === 1;
  }

  /** whether there are any that can hit each other or obstacles */
  get hasSolids(): boolean {
    return this.#parts.bodies.some((body) => body.kind === 'rigid');
  }

  /** Whether solids hit each other in the step: contacts were found at its start. */
  hasHit(h: number): boolean {
    const { contacts } = this.#parts.detector;
    const { materials, surfaces, settings } = this.#parts;
    const { tolerated } = overlapLimits(settings.repair?.slop ?? 0, 0);
    const law = this.#lawOptions(h);
    this.#rows.begin(contacts, this.#parts.bodies, surfaces);
    for (let k = 0; k < contacts.n; k++) {
      // what fibers overlap is looked at at the end of the step
      if (isOfFibers(surfaces, contacts, k)) continue;
      if (this.#law.isHit(this.#rows, k, materials, law, tolerated)) return true;
    }
    return false;
  }

  #lawOptions(h: number): LawOptions {
    return { ...this.#parts.settings, h, theta: this.#theta };
  }

  /** Chooses the contacts that take part, of those found at the start; the bodies must be linearised. */
  choose(h: number): void {
    const { contacts } = this.#parts.detector;
    contacts.n = this.#found;
    this.#searched = this.#added = false;
    const spare = spareFor(contacts.n);
    this.#rows.begin(contacts, this.#parts.bodies, this.#parts.surfaces, spare);
    this.#law.choose(this.#rows, this.#parts.materials, this.#lawOptions(h), spare);
  }

  /** Farthest that an active contact travels in the step, in radii or half thicknesses. */
  travel(h: number): number {
    const law = this.#law;
    let largest = 0;
    for (let k = 0; k < this.#parts.detector.contacts.n; k++) {
      if (law.active[k] === 1) largest = Math.max(largest, (h * norm3(this.#rows.before, 3 * k)) / law.size[k]);
    }
    return largest;
  }

  /** contacts that take part */
  get n(): number {
    return this.#law.n;
  }

  /** whether contacts found at the end could be added */
  get hasRoom(): boolean {
    return this.#parts.detector.contacts.n < this.#found + spareFor(this.#found);
  }

  /** Solves the active contacts, those that were added again; then takes in what the solution would drive together. */
  solve(h: number, stopwatch: Stopwatch): void {
    const { solver } = this;
    this.#h = h;
    if (!this.#added) {
      solver.begin(this.#parts.bodies, this.#found + spareFor(this.#found));
      this.#firstGuess(h);
    }
    stopwatch.lap('assembly');
    solver.solve(this.#stepContacts(h), this.#added && !this.#freed ? this.#recruits : undefined, this.#freed);
    this.#freed = undefined;
    this.#recruit(h);
    this.#relativeVelocities();
    stopwatch.lap('solve');
  }

  /** Solves once more, from the last solution: bodies (those `refilled`, where given) or velocities asked for have changed. */
  solveAgain(h: number, refilled?: Uint8Array): void {
    this.solver.solve(this.#stepContacts(h), undefined, refilled);
    this.#recruit(h);
    this.#relativeVelocities();
  }

  /** The contacts were found at the middle of the step: gaps become those of its start, along the normals. */
  gapsAtStart(h: number): void {
    const { contacts } = this.#parts.detector;
    this.#rows.begin(contacts, this.#parts.bodies, this.#parts.surfaces, spareFor(contacts.n));
    for (let k = 0; k < contacts.n; k++) contacts.gap[k] -= 0.5 * h * this.#rows.normalBefore(k);
  }

  /** Bodies and obstacles are at the end of the step: the law shall hold for velocities there. Returns the largest change of w (m/s). */
  followToEnd(h: number): number {
    this.endCheck.place(h);
    this.#parts.detector.detectInPlace(policy.endReach);
    this.#endRows.begin(this.#parts.detector.endContacts, this.#parts.bodies, this.#parts.surfaces);
    const step = { ...this.#parts.settings, h };
    return this.#law.follow(this.#rows, this.#u, this.#endRows, step, (surface, point, at) =>
      this.#fastest(surface, point, at),
    );
  }

  /** Speed of a surface's body, its turning about the centre as far away as the point included (m/s). */
  #fastest(surface: number, point: Float64Array, at: number): number {
    const number = this.#parts.surfaces[surface].body;
    if (number < 0) return 0;
    const body = this.#parts.bodies[number];
    if (body.kind === 'rod') return Infinity;
    const velocity = new Float64Array(3);
    body.linearVelocity(velocity);
    return norm3(velocity) + body.spinSpeed * distance3(point, at, body.q, 0);
  }

  #recruit(h: number): void {
    const { solver } = this;
    const law = this.#lawOptions(h);
    const { recruited } = overlapLimits(
      this.#parts.settings.repair?.slop ?? 0,
      this.endCheck.hasFibers ? this.#law.n : 0,
    );
    for (let round = 0; round < policy.rounds; round++) {
      const { v, offset } = solver;
      if (solver.status !== 'converged') break;
      if (this.#law.recruit(this.#recruits, this.#rows, v, offset, law, recruited) === 0) break;
      solver.solve(this.#stepContacts(h), this.#recruits);
    }
  }

  /** Checks how contacts overlap where the bodies are now, at the end of the step. */
  check(h: number): void {
    const { contacts, endContacts } = this.#parts.detector;
    const { v, offset } = this.solver;
    // contacts of solids alone are asked for, for which theta is 1
    const gap = (k: number): number => contacts.gap[k] + h * this.#rows.normalAfter(k, v, offset);
    const presses = (k: number): boolean => this.solver.r[3 * k] > 0;
    this.#searched = this.endCheck.isUseful && this.endCheck.detect(this.#found, this.#law, h, gap, presses);
    this.endCheck.deepest = 0;
    this.#overlaps = this.#searched ? this.endCheck.overlaps() : [];
    const predicted = { rows: this.#rows, law: this.#law, u: this.#u, h, theta: this.#theta };
    this.depth = (this.#searched ? this.#repairs?.measure(endContacts) : this.#repairs?.predict(predicted)) ?? 0;
  }

  /**
   * Adds the contacts of the last check that overlap; `keep`: the solution without them is the best so far, and `back` goes there. The
   * bodies must be at the step's end; `rewind` takes them back to its start.
   */
  adopt(h: number, keep: boolean, rewind: () => void): void {
    const { contacts, endContacts } = this.#parts.detector;
    if (keep) {
      this.#kept = contacts.n;
      this.#replaced = [];
      this.solver.keep();
    }
    const { v, offset } = this.solver;
    const from = contacts.n;
    const places = this.#placesOfSolids();
    const old: number[] = [];
    for (const k of this.#overlaps) {
      if (!this.hasRoom) break;
      old[contacts.n] = places.get(contactKey(endContacts, k)) ?? -1;
      contacts.append(endContacts, k);
      this.endCheck.rewind(contacts, contacts.n - 1);
    }
    rewind();
    const law = this.#lawOptions(h);
    this.#recruits.fill(0, 0, from);
    this.#rows.extend();
    for (let k = from; k < contacts.n; k++) {
      const tolerated = this.endCheck.toleratedAt(contacts, k);
      this.#law.adopt(this.#rows, k, this.#parts.materials, v, offset, law, tolerated);
      for (let i = 3 * k; i < 3 * k + 3; i++) this.solver.r[i] = 0;
      if (old[k] >= 0 && this.#isNear(old[k], k)) this.#replace(old[k], k);
      this.#recruits[k] = 1;
    }
    this.#letGo(from);
    this.#added = true;
  }

  /** The contacts of solids that take part, by what touches. */
  #placesOfSolids(): Map<string, number> {
    const { contacts } = this.#parts.detector;
    const places = new Map<string, number>();
    for (let k = 0; k < contacts.n; k++) {
      if (this.#law.active[k] === 1 && !isOfFibers(this.#parts.surfaces, contacts, k))
        places.set(contactKey(contacts, k), k);
    }
    return places;
  }

  /** Whether contacts j and k touch in the same place of A, about; the lowest point of a rim may be anywhere a moment later. */
  #isNear(j: number, k: number): boolean {
    const { pointA } = this.#parts.detector.contacts;
    return distance3(pointA, 3 * j, pointA, 3 * k) <= policy.samePlace * this.#law.size[k];
  }

  /** Contact k, linearised at the end of the step, takes the place of contact `old` and begins with its impulse. */
  #replace(old: number, k: number): void {
    const { r } = this.solver;
    const { frame } = this.#rows;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let cosine = 0;
        for (let e = 0; e < 3; e++) cosine += frame[9 * k + 3 * i + e] * frame[9 * old + 3 * j + e];
        r[3 * k + i] += cosine * r[3 * old + j];
      }
    }
    this.#release(old);
  }

  /** Releases what the last check has found held off; notes which bodies that frees, besides those of the contacts added `from` a number on. */
  #letGo(from: number): void {
    const { body } = this.#rows;
    const note = (k: number): void => {
      this.#freed ??= new Uint8Array(this.#parts.bodies.length);
      for (let side = 2 * k; side < 2 * k + 2; side++) if (body[side] >= 0) this.#freed[body[side]] = 1;
    };
    // of a step whose end was not looked at there are none: what the last check found is of another
    for (const k of this.#searched ? this.endCheck.heldOff : []) {
      if (this.#law.active[k] === 0) continue;
      this.#release(k);
      note(k);
    }
    if (this.#freed) for (let k = from; k < this.#parts.detector.contacts.n; k++) note(k);
  }

  /** Leaves contact k out of the solutions to come. */
  #release(k: number): void {
    this.solver.r.fill(0, 3 * k, 3 * k + 3);
    this.solver.states[k] = undefined;
    this.#law.replace(k, true);
    this.#replaced.push(k);
  }

  /** Goes back to the solution that was kept, without the contacts added since. */
  back(): void {
    const { contacts } = this.#parts.detector;
    for (let k = this.#kept; k < contacts.n; k++) this.#law.n -= this.#law.active[k];
    for (const k of this.#replaced) if (k < this.#kept) this.#law.replace(k, false);
    contacts.n = this.#kept;
    this.#rows.n = this.#kept;
    this.solver.back();
    this.#relativeVelocities();
  }

  #stepContacts(h: number): StepContacts {
    const { bodies, settings } = this.#parts;
    return { bodies, factors: this.factors, rows: this.#rows, law: this.#law, settings, h };
  }

  #firstGuess(h: number): void {
    const { contacts } = this.#parts.detector;
    const { r } = this.solver;
    if (!this.#parts.settings.warmStart) {
      r.fill(0, 0, 3 * contacts.n);
      return;
    }
    recallForces(r, this.#known, this.memory, this.#rows, this.#law, h);
    guessImpacts(r, this.#known, this.#rows, this.#law, this.#parts.bodies, this.#calm(h));
  }

  /** u = drive + H v at the end of the step, for the contacts that took part */
  #relativeVelocities(): void {
    const { v, offset } = this.solver;
    for (let k = 0; k < this.#parts.detector.contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      for (let i = 3 * k; i < 3 * k + 3; i++) this.#u[i] = this.#rows.drive[i];
      this.#rows.addVelocity(this.#u, k, v, offset);
    }
  }

  /** Work that moving obstacles and driven roots put in: r·(-drive) (J) */
  driven(): number {
    const { r } = this.solver;
    let work = 0;
    for (let k = 0; k < this.#parts.detector.contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      for (let i = 3 * k; i < 3 * k + 3; i++) work -= r[i] * this.#rows.drive[i];
    }
    return work;
  }

  /** Repairs positions and books what that costs; the bodies have moved and been checked. */
  repair(h: number, energy: EnergyBook): void {
    const { endContacts } = this.#parts.detector;
    energy.bookRepair(() => {
      if (this.#searched) this.#repairs?.repairFound(endContacts, this.endCheck, h);
      else this.#repairs?.repairPredicted(this.#rows, this.#law, this.solver.groups);
    });
  }

  /** Remembers the impulses for the next step. */
  remember(h: number): void {
    rememberForces(this.memory, this.#rows, this.#law, this.solver.r, h, this.#calm(h));
  }

  /** Speed that weight gives in a step: what closes faster is an impact (m/s). */
  #calm(h: number): number {
    return h * hypot3(...this.#parts.settings.gravity);
  }

  /** The contacts' part of a step's record. */
  statistics(): Statistics {
    const { contacts } = this.#parts.detector;
    const { states, groups, iterations, error, status } = this.solver;
    const counts = { takeOff: 0, stick: 0, slide: 0 };
    let touching = 0;
    let { deepest, deepestRelative: relative } = contacts;
    for (let k = 0; k < contacts.n; k++) {
      const depth = k < this.#found ? Math.max(0, -contacts.gap[k]) : 0;
      deepest = Math.max(deepest, depth);
      relative = Math.max(relative, depth / this.#law.size[k]);
      const state = states[k];
      if (!state) continue;
      counts[state]++;
      // to first order, as the law has it
      if (state !== 'takeOff' || contacts.gap[k] + this.#h * this.#u[3 * k] <= 0) touching++;
    }
    const dofs = this.solver.offset[this.#parts.bodies.length];
    return {
      contacts: this.#law.n,
      nu: dofs > 0 ? (3 * this.#law.n) / dofs : 0,
      groups: groups.n,
      iterations,
      error,
      status,
      penetrationMax: deepest,
      penetrationRelative: relative,
      ...counts,
      touching,
    };
  }

  /** out = the contacts that took part in the last step. */
  columns(out: ContactColumns): void {
    const { contacts } = this.#parts.detector;
    const { r, states } = this.solver;
    out.n = 0;
    for (let k = 0; k < contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      const j = out.add();
      out.a[j] = this.#parts.surfaces[contacts.a[k]].collider.owner;
      out.b[j] = this.#parts.surfaces[contacts.b[k]].collider.owner;
      out.gap[j] = contacts.gap[k];
      out.mu[j] = this.#law.mu[k];
      out.state[j] = stateNumber[states[k] ?? 'takeOff'];
      applyTransposed33(out.force, 3 * j, this.#rows.frame, 9 * k, r, 3 * k);
      for (let i = 0; i < 3; i++) {
        out.point[3 * j + i] = contacts.pointA[3 * k + i];
        out.normal[3 * j + i] = contacts.normal[3 * k + i];
        out.velocity[3 * j + i] = this.#u[3 * k + i];
        out.force[3 * j + i] /= this.#h;
      }
    }
  }

  /** The one-contact problem of contact number `number` of `columns`. */
  report(number: number): ContactReport | undefined {
    const { n } = this.#parts.detector.contacts;
    let k = -1;
    for (let left = number + 1; left > 0 && ++k < n;) left -= this.#law.active[k];
    if (k >= n) return undefined;
    const r = this.solver.r.slice(3 * k, 3 * k + 3);
    const at = [3 * k, 3 * k + 1, 3 * k + 2];
    const u = Float64Array.from(at, (i) => this.#u[i] - this.#rows.drive[i] + this.#law.w[i]);
    const bodies = this.#parts.bodies;
    const { w, mu } = this.#law;
    const own = [...this.#rows.body.subarray(2 * k, 2 * k + 2)].filter((b) => b >= 0);
    const members = Int32Array.from(new Set(own));
    const place = new Int32Array(bodies.length);
    const problem = assembleProblem(bodies, members, this.#rows, Int32Array.of(k), place, w, mu, ownRoom);
    return contactReport(problem, this.factors.ofAll(members, problem.M), r, u);
  }

  #reserve(n: number): void {
    if (this.#known.length >= n) return;
    this.#u = new Float64Array(6 * n);
    this.#known = new Uint8Array(2 * n);
    this.#recruits = new Uint8Array(2 * n);
  }
}
