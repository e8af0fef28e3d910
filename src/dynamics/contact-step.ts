import type { Body } from '../bodies/body.js';
import type { Collider, Detector } from '../collision/detector.js';
import type { PrimalProblem } from '../friction/problem.js';
import type { SolveStatus } from '../friction/solver.js';
import { norm3 } from '../math/vec3.js';
import { placeColliders } from './collider-placement.js';
import { ContactLaw } from './contact-law.js';
import { ContactMemory } from './contact-memory.js';
import { type ContactReport, contactReport, ownDelassus } from './contact-report.js';
import { ContactRows } from './contact-rows.js';
import { viewContact } from './contact-view.js';
import type { EnergyBook } from './energy-book.js';
import { GroupSolver } from './group-solver.js';
import { guessImpacts } from './impact-guess.js';
import type { MaterialTable } from './materials.js';
import { Repair, predictGaps } from './repair.js';
import type { ContactView, StepRecord } from './step-record.js';
import type { Stopwatch } from './stopwatch.js';
import type { WorldSettings } from './world-options.js';
import type { Part } from './world-parts.js';

/** Rounds of taking in contacts that the solution would close. */
const recruitingRounds = 5;

/** The contacts of a world through one step: found, chosen, solved, repaired, remembered. */
export class ContactStep {
  readonly memory = new ContactMemory();
  readonly solver = new GroupSolver();
  watch: ((problem: PrimalProblem, status: SolveStatus | undefined) => void) | undefined;
  readonly #bodies: readonly Body[];
  readonly #detector: Detector;
  readonly #parts: readonly Part[];
  readonly #colliders: readonly (readonly Collider[])[];
  readonly #materials: MaterialTable;
  readonly #settings: WorldSettings;
  readonly #rows = new ContactRows();
  readonly #law = new ContactLaw();
  /** relative velocity of active contacts at the end of the step, drive included */
  #u = new Float64Array(0);
  #gap = new Float64Array(0);
  #known = new Uint8Array(0);
  #recruits = new Uint8Array(0);
  #h = 0;

  constructor(
    bodies: readonly Body[],
    detector: Detector,
    parts: readonly Part[],
    colliders: readonly (readonly Collider[])[],
    materials: MaterialTable,
    settings: WorldSettings,
  ) {
    this.#bodies = bodies;
    this.#detector = detector;
    this.#parts = parts;
    this.#colliders = colliders;
    this.#materials = materials;
    this.#settings = settings;
  }

  /** Finds everything that touches or may touch within h; the obstacles must be in place. */
  detect(h: number): void {
    const { gravity } = this.#settings;
    this.#bodies.forEach((body, b) => placeColliders(this.#colliders[b], body, h, gravity));
    this.#detector.detect();
    this.#reserve(this.#detector.contacts.n);
  }

  /** Chooses the contacts that take part; the bodies must be linearised. */
  decide(h: number): void {
    const { contacts } = this.#detector;
    this.#rows.begin(contacts, this.#bodies, this.#parts);
    this.#law.decide(contacts, this.#rows, this.#parts, this.#materials, { ...this.#settings, h });
  }

  /** Farthest that an active contact travels in the step, in radii or half thicknesses. */
  travel(h: number): number {
    const law = this.#law;
    let largest = 0;
    for (let k = 0; k < this.#detector.contacts.n; k++) {
      if (law.active[k] === 1) largest = Math.max(largest, (h * norm3(this.#rows.before, 3 * k)) / law.size[k]);
    }
    return largest;
  }

  /** Solves the active contacts, then takes in what the solution would drive together, until nothing is. */
  solve(h: number, stopwatch: Stopwatch): void {
    const { contacts } = this.#detector;
    const { solver } = this;
    const law = { ...this.#settings, h };
    this.#h = h;
    solver.watch = this.watch;
    solver.begin(this.#bodies, contacts.n);
    this.#firstGuess(h);
    stopwatch.lap('assembly');
    solver.solve(this.#bodies, this.#rows, this.#law, this.#settings, h);
    for (let round = 0; round < recruitingRounds; round++) {
      const { v, offset } = solver;
      if (this.#law.recruit(this.#recruits, contacts, this.#rows, v, offset, law) === 0) break;
      solver.solve(this.#bodies, this.#rows, this.#law, this.#settings, h, this.#recruits);
    }
    this.#relativeVelocities();
    stopwatch.lap('solve');
  }

  #firstGuess(h: number): void {
    const { contacts } = this.#detector;
    const { r } = this.solver;
    if (!this.#settings.warmStart) {
      r.fill(0, 0, 3 * contacts.n);
      return;
    }
    this.memory.recall(r, this.#known, contacts, this.#rows, this.#law, h);
    guessImpacts(r, this.#known, contacts, this.#rows, this.#law, this.#bodies);
  }

  /** u = drive + H v at the end of the step, for the contacts that took part */
  #relativeVelocities(): void {
    const { v, offset } = this.solver;
    for (let k = 0; k < this.#detector.contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      for (let i = 3 * k; i < 3 * k + 3; i++) this.#u[i] = this.#rows.drive[i];
      this.#rows.addVelocity(this.#u, k, v, offset);
    }
  }

  /** Work that moving obstacles and driven roots put in: r·(-drive) (J) */
  driven(): number {
    const { r } = this.solver;
    let work = 0;
    for (let k = 0; k < this.#detector.contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      for (let i = 3 * k; i < 3 * k + 3; i++) work -= r[i] * this.#rows.drive[i];
    }
    return work;
  }

  /** Repairs positions, books what that costs, and remembers the impulses for the next step; the bodies have moved. */
  finish(h: number, energy: EnergyBook): void {
    this.#repair(h, energy);
    const calm = h * Math.sqrt(this.#settings.gravity.reduce((sum, x) => sum + x * x, 0));
    this.memory.remember(this.#detector.contacts, this.#rows, this.#law, this.solver.r, h, calm);
  }

  #repair(h: number, energy: EnergyBook): void {
    const { repair, theta } = this.#settings;
    if (!repair) return;
    predictGaps(this.#gap, this.#detector.contacts, this.#rows, this.#law, this.#u, h, theta);
    const { islands } = this.solver;
    let before: number | undefined;
    for (let g = 0; g < islands.n; g++) {
      const own = islands.contacts.subarray(islands.contactStart[g], islands.contactStart[g + 1]);
      if (!own.some((k) => this.#gap[k] < -repair.slop * this.#law.size[k])) continue;
      before ??= energy.total();
      new Repair(this.#bodies, this.#rows, this.#law, repair).run(own, this.#gap);
    }
    if (before !== undefined) energy.repair += energy.total() - before;
  }

  /** The contacts' part of a step's record. */
  statistics(): Omit<StepRecord, 't' | 'h' | 'energy' | 'seconds'> {
    const { contacts } = this.#detector;
    const { states, islands, iterations, error, status } = this.solver;
    const counts = { takeOff: 0, stick: 0, slide: 0 };
    let deepest = 0;
    let relative = 0;
    for (let k = 0; k < contacts.n; k++) {
      const depth = Math.max(0, -contacts.gap[k]);
      deepest = Math.max(deepest, depth);
      relative = Math.max(relative, depth / this.#law.size[k]);
      const state = states[k];
      if (state) counts[state]++;
    }
    const dofs = this.solver.offset[this.#bodies.length];
    return {
      contacts: this.#law.n,
      nu: dofs > 0 ? (3 * this.#law.n) / dofs : 0,
      islands: islands.n,
      iterations,
      error,
      status,
      penetrationMax: deepest,
      penetrationRelative: relative,
      ...counts,
    };
  }

  /** The contacts that took part in the last step. */
  views(): ContactView[] {
    const { contacts } = this.#detector;
    const views: ContactView[] = [];
    for (let k = 0; k < contacts.n; k++) {
      if (this.#law.active[k] === 0) continue;
      const state = this.solver.states[k] ?? 'takeOff';
      const parts = { bodies: this.#bodies, parts: this.#parts, contacts, rows: this.#rows };
      views.push(viewContact(parts, k, this.solver.r, this.#u, this.#h, state, this.#law.mu[k]));
    }
    return views;
  }

  /** The one-contact problem of contact number `number` of `views()`. */
  report(number: number): ContactReport | undefined {
    const { n } = this.#detector.contacts;
    let k = -1;
    for (let left = number + 1; left > 0 && ++k < n;) left -= this.#law.active[k];
    if (k >= n) return undefined;
    const r = this.solver.r.slice(3 * k, 3 * k + 3);
    const at = [3 * k, 3 * k + 1, 3 * k + 2];
    const u = Float64Array.from(at, (i) => this.#u[i] - this.#rows.drive[i] + this.#law.w[i]);
    return contactReport(ownDelassus(this.#rows, this.#bodies, k), r, u, this.#law.mu[k]);
  }

  #reserve(n: number): void {
    if (this.#gap.length >= n) return;
    this.#u = new Float64Array(6 * n);
    this.#gap = new Float64Array(2 * n);
    this.#known = new Uint8Array(2 * n);
    this.#recruits = new Uint8Array(2 * n);
  }
}
