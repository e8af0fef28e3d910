import type { Body, Movable, StepContext } from '../../bodies/body.js';
import type { ClothBody } from '../cloth/cloth-body.js';
import { withCloth } from '../cloth/record.js';
import type { ContactStep } from './contact-step.js';
import type { EnergyBook } from '../energy/energy-book.js';
import type { Hand } from '../hands/hand.js';
import type { Obstacle } from '../members/obstacle.js';
import type { StepClock } from './step-clock.js';
import type { StepRecord } from '../report/step-record.js';
import { Stopwatch } from './stopwatch.js';
import type { Load } from '../members/members.js';
import type { WorldSettings } from '../members/settings.js';

/** How often a step is taken back because fibers would overlap by more than what is left to the repair. */
const secondLooks = 3;

/** With this many contacts, solving them again costs more than two steps half as long. */
const manyContacts = 1000;

/** What a world is made of; may grow between steps. */
export interface WorldMembers {
  /** rigid bodies and rods, then cloths */
  readonly bodies: readonly Movable[];
  /** the bodies of the one-step problem */
  readonly solids: readonly Body[];
  readonly cloths: readonly ClothBody[];
  readonly obstacles: readonly Obstacle[];
  readonly loads: readonly Load[];
  readonly hands: readonly Hand[];
}

/** Takes the steps of a world: contacts found and solved, bodies moved, overlaps repaired, energies booked. */
export class WorldStepper {
  readonly #members: WorldMembers;
  readonly #settings: WorldSettings;
  readonly #clock: StepClock;
  readonly #contacts: ContactStep;
  readonly #energy: EnergyBook;

  constructor(
    members: WorldMembers,
    settings: WorldSettings,
    clock: StepClock,
    contacts: ContactStep,
    energy: EnergyBook,
  ) {
    this.#members = members;
    this.#settings = settings;
    this.#clock = clock;
    this.#contacts = contacts;
    this.#energy = energy;
  }

  /** Takes one step and says what happened. Throws `StepError` where numbers are no longer finite. */
  step(): StepRecord {
    const watch = new Stopwatch();
    const contacts = this.#contacts;
    let step = this.#prepare(watch);
    this.#solve(step, watch);
    if (!contacts.endCheck.isUseful) this.#advance(step);
    else {
      // what could not be solved is not worth a look: half as long it may be
      while (this.#fails(0) || !this.#advanceWatchfully(step, watch)) {
        step = this.#prepare(watch);
        this.#solve(step, watch);
      }
    }
    const { h } = step;
    watch.lap('bodies');
    contacts.finish(h, this.#energy);
    watch.lap('assembly');
    this.#stepCloths(step, watch);
    const slow = this.#settings.levels === 0 || contacts.travel(h) < 0.25 * this.#settings.travel;
    this.#clock.advance();
    this.#clock.lengthen(slow, contacts.endCheck.isCalm);
    const energy = this.#energy.balance();
    watch.lap('bodies');
    return { t: this.#clock.t, h, energy, ...this.#statistics(), seconds: watch.seconds };
  }

  #statistics(): ReturnType<ContactStep['statistics']> {
    const { bodies, cloths } = this.#members;
    const dofs = bodies.reduce((sum, body) => sum + body.dofs, 0);
    return cloths.reduce((all, cloth) => withCloth(all, cloth, dofs), this.#contacts.statistics());
  }

  /** Cloths see where the other bodies have gone. */
  #stepCloths(step: StepContext, watch: Stopwatch): void {
    if (this.#members.cloths.length > 0) for (const obstacle of this.#members.obstacles) obstacle.place(step.t, step.h);
    for (const cloth of this.#members.cloths) {
      const { seconds, work } = cloth.step(step.t, this.#members.hands);
      this.#energy.driven += work.driven;
      this.#energy.repair += work.repair;
      watch.lap('bodies');
      const found = seconds.obstacleDetection + seconds.selfDetection + seconds.sorting;
      watch.shift('bodies', 'collision', found);
      watch.shift('bodies', 'solve', seconds.contact + seconds.selfContact + seconds.solve);
    }
  }

  /** Finds contacts, linearises the bodies, and shortens the step while a contact moves too far in it. */
  #prepare(watch: Stopwatch): StepContext {
    const { theta, gravity, levels, travel } = this.#settings;
    const contacts = this.#contacts;
    this.#energy.open();
    for (const obstacle of this.#members.obstacles) obstacle.place(this.#clock.t, this.#clock.h);
    contacts.detect(this.#clock.h);
    watch.lap('collision');
    for (;;) {
      const h = this.#clock.h;
      const step: StepContext = { t: this.#clock.t, h, theta, gravity };
      for (const body of this.#members.solids) body.linearise(step);
      this.#applyLoads(step);
      for (const hand of this.#members.hands) {
        if (this.#members.solids[hand.body]) hand.apply(this.#members.solids[hand.body], step);
      }
      for (const cloth of this.#members.cloths) cloth.begin(h);
      watch.lap('bodies');
      contacts.decide(h);
      watch.lap('assembly');
      if (levels === 0 || contacts.travel(h) <= travel || !this.#clock.shorten()) return step;
      for (const obstacle of this.#members.obstacles) obstacle.place(this.#clock.t, this.#clock.h);
    }
  }

  /** Solves the contacts. */
  #solve({ h }: StepContext, watch: Stopwatch): void {
    const contacts = this.#contacts;
    contacts.solver.hasty = contacts.endCheck.isUseful && contacts.n >= manyContacts && this.#clock.canShorten;
    contacts.solve(h, watch);
  }

  /** Moves the bodies to the end of the step and books the work done on the way. */
  #advance(step: StepContext): void {
    const { v, offset } = this.#contacts.solver;
    let driven = this.#work(step);
    this.#members.solids.forEach((body, b) => {
      body.advance(v.subarray(offset[b], offset[b + 1]), step);
      driven += body.drivenWork ?? 0;
    });
    this.#energy.driven += driven;
  }

  /**
   * Moves the bodies and, where they come to overlap after all, takes the step back and solves again. Returns false, the
   * bodies back at its start, where that does not help and the step must be shorter.
   */
  #advanceWatchfully(step: StepContext, watch: Stopwatch): boolean {
    const contacts = this.#contacts;
    const { endCheck } = contacts;
    const { driven } = this.#energy;
    const takeBack = (): void => {
      endCheck.restore(step.h);
      for (const obstacle of this.#members.obstacles) obstacle.place(step.t, step.h);
      this.#energy.driven = driven;
    };
    let least = Infinity;
    for (let round = 0; ; round++) {
      endCheck.save();
      const overlaps = this.#try(step, watch);
      if (endCheck.isRepairable(overlaps)) break;
      // overlaps of many fibers that go round bends are a matter of the step's length, and go with its square
      if (endCheck.limits.isRough && contacts.solver.hasty && this.#clock.shorten(true)) {
        takeBack();
        return false;
      }
      if (round > 0 && !(contacts.solver.status === 'converged' && endCheck.deepest < least)) {
        takeBack();
        contacts.back();
        this.#try(step, watch);
        break;
      }
      least = endCheck.deepest;
      if (round === secondLooks) break;
      const adopted = contacts.adopt(overlaps, step.h, takeBack);
      watch.lap('solve');
      if (adopted) continue;
      this.#try(step, watch);
      break;
    }
    if (!this.#fails(endCheck.deepest)) return true;
    takeBack();
    return false;
  }

  /** Whether the step is to be taken again with half the length, now set: overlaps, over the size, are too deep, or it is not solved. */
  #fails(deepest: number): boolean {
    return (
      (deepest > this.#contacts.endCheck.limits.hopeless || this.#contacts.solver.status !== 'converged') &&
      this.#clock.shorten(true)
    );
  }

  /** Moves the bodies to the end of the step and looks at what overlaps there: numbers of contacts found ahead. */
  #try(step: StepContext, watch: Stopwatch): readonly number[] {
    this.#advance(step);
    watch.lap('bodies');
    for (const obstacle of this.#members.obstacles) obstacle.place(step.t + step.h, step.h);
    const overlaps = this.#contacts.look(step.h);
    watch.lap('collision');
    return overlaps;
  }

  #applyLoads(step: StepContext): void {
    for (const { body, force } of this.#members.loads) {
      const out = new Float64Array(this.#members.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const { f } = this.#members.solids[body].system;
      for (let i = 0; i < out.length; i++) f[i] += step.h * out[i];
    }
  }

  /** Work of moving obstacles, loads h F·(v + v⁻)/2 and hands (J). */
  #work(step: StepContext): number {
    const { v: next, offset } = this.#contacts.solver;
    let driven = this.#contacts.driven();
    for (const { body, force } of this.#members.loads) {
      const out = new Float64Array(this.#members.bodies[body].dofs);
      force(out, step.t + step.theta * step.h);
      const { v } = this.#members.bodies[body];
      for (let i = 0; i < out.length; i++) driven += 0.5 * step.h * out[i] * (v[i] + next[offset[body] + i]);
    }
    for (const hand of this.#members.hands) {
      if (!this.#members.solids[hand.body]) continue;
      const own = next.subarray(offset[hand.body], offset[hand.body + 1]);
      driven += hand.work(this.#members.solids[hand.body], own, step.h);
    }
    return driven;
  }
}
