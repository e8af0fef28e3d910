import type { StepContext } from '../../bodies/body.js';
import type { ClothGroup } from '../cloth/cloth-group.js';
import { withCloth } from '../cloth/contact-views.js';
import type { InverseMass } from '../cloth/solids.js';
import type { SurfaceTie } from '../groups/coupled-group.js';
import type { EnergyBook } from '../energy/energy-book.js';
import type { Hand } from '../hands/hand.js';
import { project } from '../joints/projection.js';
import type { WorldSettings } from '../members/settings.js';
import {
  type StepDecision,
  type StepFacts,
  type Stage,
  decide,
  isOneAttempt,
  mayLengthen,
  stages,
} from '../policy/decide.js';
import { policy } from '../policy/values.js';
import type { Statistics, StepRecord } from '../report/step-record.js';
import { type CentredMembers, CentredStep } from './centred-step.js';
import type { ContactStep } from './contact-step.js';
import { type Forces, applyForces, drivenWork } from './forces.js';
import type { StepClock } from './step-clock.js';
import { Stopwatch } from './stopwatch.js';

/** What a world is made of, rigid bodies and rods before cloths; may grow between steps. */
export interface WorldMembers extends Forces, CentredMembers {
  readonly cloth: ClothGroup;
}

/**
 * Takes the steps of a world. One loop, one exit: after each stage facts are measured, and `decide` says how to go on; what it
 * decided goes into the step's record. Stages do not call each other.
 */
export class WorldStepper {
  readonly #members: WorldMembers;
  readonly #settings: WorldSettings;
  readonly #clock: StepClock;
  readonly #contacts: ContactStep;
  readonly #energy: EnergyBook;
  /** for theta < 1 */
  readonly #middle: CentredStep | undefined;
  /** whether the present step is implicit although theta < 1 */
  #isImplicit = false;
  #step!: StepContext;
  /** hands that hold cloth in the step */
  #grips: readonly { readonly hand: Hand; readonly tie: SurfaceTie }[] = [];
  #watch = new Stopwatch();
  /** how often the step was solved again, whether it is a fallback now, and the least overlap of the solutions before */
  #round = 0;
  #isFallback = false;
  #overlapBefore = Infinity;
  /** deepest overlap of cloth at the end of the step on trial, in half thicknesses */
  #clothOverlap = 0;
  /** energy of the bodies at the start of the step, once it was asked for, and whether there is more at its end but for what was put in */
  #energyBefore: number | undefined;
  #gains = false;
  /** 1 for bodies that are linearised anew */
  #refilled = new Uint8Array(0);
  /** work of loads, hands and moving obstacles in the step on trial (J) */
  #driven = 0;

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
    contacts.solver.cloth = members.cloth;
    contacts.solver.linkage = members.joints;
    this.#middle = settings.theta < 1 ? new CentredStep(members, contacts) : undefined;
  }

  /** Takes one step and says what happened. Throws `StepError` where numbers are no longer finite. */
  step(): StepRecord {
    this.#watch = new Stopwatch();
    this.#energy.open();
    const decisions: StepDecision[] = [];
    let stage: Stage = 'detect';
    for (;;) {
      this.#do(stage);
      const facts = this.#assess(stage);
      const decision = decide(facts);
      if (decision.kind !== 'proceed') decisions.push(decision);
      if (decision.kind === 'accept' || decision.kind === 'repair') return this.#finish(decisions, facts);
      stage = decision.kind === 'proceed' ? stages[stages.indexOf(stage) + 1] : this.#takeBack(decision, facts);
    }
  }

  /** the centred step that is being taken, if it is one */
  get #centred(): CentredStep | undefined {
    return this.#isImplicit ? undefined : this.#middle;
  }

  /** Takes the present step with the theta of the scene, or, `isImplicit`, with 1. */
  #choose(isImplicit: boolean): void {
    this.#isImplicit = isImplicit;
    this.#contacts.theta = isImplicit ? 1 : this.#settings.theta;
  }

  #do(stage: Stage): void {
    switch (stage) {
      case 'detect':
        return this.#detect();
      case 'linearise':
        return this.#linearise();
      case 'solve':
        return this.#solve();
      case 'advance':
        return this.#advance();
    }
  }

  /** Everything that touches or may touch within the step. */
  #detect(): void {
    this.#place(this.#clock.t, this.#clock.h);
    this.#members.joints.prepare();
    this.#choose(false);
    // for theta < 1 contacts are found at the middle of the step, once it is known where that is; here what hits something is
    if (!this.#middle || this.#contacts.hasSolids) {
      this.#contacts.place(this.#clock.h);
      this.#contacts.detect();
    }
    this.#watch.lap('collision');
  }

  /** M and f of every body for a step of the present length; the contacts that take part. */
  #linearise(): void {
    const { theta, gravity } = this.#settings;
    this.#step = { t: this.#clock.t, h: this.#clock.h, theta: this.#isImplicit ? 1 : theta, gravity };
    this.#round = 0;
    this.#isFallback = false;
    this.#overlapBefore = Infinity;
    this.#energyBefore = undefined;
    this.#contacts.endCheck.tried.clear();
    for (const body of this.#members.solids) body.linearise(this.#step);
    // before anybody is factored: forces of joints turn with the bodies
    if (!this.#members.joints.isEmpty) this.#members.joints.begin(this.#step);
    this.#contacts.factors.reset();
    this.#applyForces();
    this.#watch.lap('bodies');
    this.#prepareCloth();
    this.#watch.lap('collision');
    this.#centred?.begin(this.#step);
    this.#contacts.choose(this.#step.h);
    this.#watch.lap('assembly');
  }

  #applyForces(isMeant?: (body: number) => boolean): void {
    applyForces(this.#members, this.#contacts.factors, this.#step, isMeant);
  }

  /** Impulses and velocities at the end of the step. */
  #solve(): void {
    const { n, solver } = this.#contacts;
    const canHalveFailed = this.#clock.canHalveFailed && this.#settings.levels > 0;
    solver.oneAttempt = isOneAttempt({ contacts: n, canHalveFailed });
    this.#contacts.solve(this.#step.h, this.#watch);
    if (!this.#centred) this.#dissipate();
    else if (this.#round === 0) this.#centred.solve(this.#step, (isMeant) => this.#applyForces(isMeant));
  }

  /** Solves again where a linearised body would gain energy; each fills its system anew at most once, so that comes to an end. */
  #dissipate(): void {
    const { solids, cloth } = this.#members;
    const { solver, factors, endCheck } = this.#contacts;
    if (this.#refilled.length !== solids.length) this.#refilled = new Uint8Array(solids.length);
    const refilled = this.#refilled;
    for (;;) {
      for (let b = 0; b < solids.length; b++) {
        refilled[b] = solids[b].dissipate?.(solver.velocities[b], this.#step) ? 1 : 0;
      }
      if (!refilled.includes(1)) return;
      refilled.forEach((is, b) => {
        if (is === 0) return;
        factors.forget(b);
        endCheck.tried.forget(b);
      });
      this.#applyForces((body) => refilled[body] === 1);
      if (!cloth.isEmpty && refilled.some((is, b) => is === 1 && cloth.touches(b))) this.#prepareCloth();
      this.#contacts.solveAgain(this.#step.h, refilled);
    }
  }

  /** Bodies at the end of the step, on trial; how they overlap there. */
  #advance(): void {
    const step = this.#step;
    const { endCheck, solver } = this.#contacts;
    const { cloth } = this.#members;
    const looksAhead = endCheck.isUseful || cloth.looksAhead;
    // the middle of a step, where it counts, is another place each time
    if (looksAhead && (this.#round === 0 || this.#centred)) endCheck.save();
    const mayGain = this.#round > 0 && !this.#isFallback;
    if (mayGain) this.#energyBefore ??= this.#energy.total();
    this.#driven = this.#contacts.driven() + drivenWork(this.#members, step, solver.v, solver.offset);
    const { solids } = this.#members;
    for (let b = 0; b < solids.length; b++) {
      const next = solver.velocities[b];
      if (!endCheck.tried.recall(b, next)) solids[b].advance(next, step);
      this.#driven += solids[b].drivenWork ?? 0;
    }
    this.#watch.lap('bodies');
    if (looksAhead) this.#place(step.t + step.h, step.h);
    this.#contacts.check(step.h);
    this.#clothOverlap = cloth.check();
    if (!this.#isFallback) this.#gains = mayGain && this.#gain() > policy.gained;
    this.#watch.lap('collision');
  }

  /** What there is more at the end of the step on trial but for what was put in, as a share of the energy of motion; cloths have not moved yet. */
  #gain(): number {
    const { cloth, joints } = this.#members;
    return this.#energy.gain(this.#energyBefore! + this.#driven + joints.work(this.#step) - cloth.gain());
  }

  /** What has been measured, for `decide`. */
  #assess(stage: Stage): StepFacts {
    const contacts = this.#contacts;
    const { repair, travel } = this.#settings;
    const { canHalve, canHalveFailed } = this.#clock;
    return {
      stage,
      contacts: contacts.n,
      impact: stage === 'detect' && this.#middle !== undefined && contacts.hasSolids && contacts.hasHit(this.#clock.h),
      travel: stage !== 'detect' && this.#settings.levels > 0 ? contacts.travel(this.#clock.h) / travel : 0,
      canHalve,
      // a scene with steps of one length is told that one is not solved; shorter ones are for what would pass through cloth
      canHalveFailed: canHalveFailed && (stage === 'advance' || this.#settings.levels > 0),
      // a scene that asks for a number of iterations gets it, not a shorter step
      solved: contacts.solver.status === 'converged' || contacts.solver.status === 'stopped',
      // energy is what theta < 1 is for, and an implicit step loses it: any scene may take a shorter one instead
      fellBack: stage === 'solve' && canHalveFailed && this.#members.solids.some((body) => body.fellBack),
      round: this.#round,
      isFallback: this.#isFallback,
      hasRoom: contacts.hasRoom,
      canRepair: repair !== undefined,
      allowed: repair?.slop ?? 0,
      depth: contacts.depth,
      overlap: Math.max(contacts.endCheck.deepest, this.#clothOverlap),
      overlapBefore: this.#overlapBefore,
      isOfCloth: this.#clothOverlap > contacts.endCheck.deepest,
      gains: this.#gains,
    };
  }

  /** Takes the step back as far as it is done again, and says from which stage. */
  #takeBack({ kind }: StepDecision, { stage, overlap }: StepFacts): Stage {
    const contacts = this.#contacts;
    if (stage === 'detect') {
      this.#choose(true);
      return 'linearise';
    }
    const rewind = (): void => {
      if (stage !== 'advance') return;
      if (kind !== 'shorten' && !this.#centred) contacts.endCheck.tried.keep(contacts.solver.velocities);
      contacts.endCheck.restore(this.#step.h);
      this.#place(this.#step.t, this.#step.h);
    };
    if (kind === 'shorten') {
      rewind();
      if (stage === 'linearise') this.#centred?.leave(this.#step);
      this.#clock.halve();
      // what was found for the longer step is all that a shorter one can meet
      this.#place(this.#clock.t, this.#clock.h);
      contacts.place(this.#clock.h);
      return 'linearise';
    }
    if (kind === 'solve-again') {
      contacts.adopt(this.#step.h, overlap < this.#overlapBefore, () => {
        this.#members.cloth.adopt();
        rewind();
      });
      this.#round++;
      this.#overlapBefore = Math.min(overlap, this.#overlapBefore);
      return 'solve';
    }
    rewind();
    contacts.back();
    this.#isFallback = true;
    return 'advance';
  }

  /** The step stands: positions repaired, cloths moved, energies booked, the length of the next step. */
  #finish(decisions: readonly StepDecision[], facts: StepFacts): StepRecord {
    const { h } = this.#step;
    const contacts = this.#contacts;
    this.#energy.driven += this.#driven;
    if (decisions[decisions.length - 1].kind === 'repair') contacts.repair(h, this.#energy);
    this.#finishJoints();
    contacts.remember(h);
    this.#watch.lap('assembly');
    this.#finishCloth();
    this.#finishTies();
    this.#clock.advance();
    this.#clock.lengthen(facts.travel < policy.slowTravel, mayLengthen(facts));
    const energy = this.#energy.balance();
    this.#watch.lap('bodies');
    const all = [...this.#fallbacks(), ...decisions];
    return { t: this.#clock.t, h, energy, ...this.#statistics(), decisions: all, seconds: this.#watch.seconds };
  }

  /** For theta < 1: the bodies that took an implicit step, which loses energy. */
  #fallbacks(): StepDecision[] {
    const fellBack = this.#members.solids.filter((body) => body.fellBack);
    return fellBack.map(() => ({ kind: 'fall-back', reason: 'implicit step of a rod' }));
  }

  #statistics(): Statistics {
    const { bodies, cloth } = this.#members;
    if (cloth.isEmpty) return this.#contacts.statistics();
    const dofs = bodies.reduce((sum, body) => sum + body.dofs, 0);
    return withCloth(this.#contacts.statistics(), cloth, dofs);
  }

  /** What cloth touches; the bodies are linearised and where they were. */
  #prepareCloth(): void {
    const { cloth, hands, joints } = this.#members;
    if (cloth.isEmpty) return;
    const { t, h } = this.#step;
    this.#grips = hands.flatMap((hand) => {
      const body = cloth.bodies.find(({ number }) => number === hand.body);
      return body ? [{ hand, tie: hand.tie(body, body.surface.triangles, h) }] : [];
    });
    cloth.keepApart(joints.apartFromCloth);
    const ties = [...this.#grips.map(({ tie }) => tie), ...joints.surfaceTies];
    const inverse = (body: number): ReturnType<InverseMass> => this.#contacts.factors.of(body);
    cloth.prepare(t, h, ties, inverse);
  }

  /** Moves the cloths, whose velocities have been solved for with those of the bodies that touch them. */
  #finishCloth(): void {
    const { cloth } = this.#members;
    if (cloth.isEmpty) return;
    cloth.finish();
    for (const { hand, tie } of this.#grips) hand.force.set(tie.r.map((r) => r / this.#step.h));
    const { work, seconds } = cloth.record;
    this.#energy.driven += work.driven;
    this.#energy.repair += work.repair;
    this.#watch.lap('bodies');
    this.#watch.shift('solve', 'bodies', seconds.projection);
  }

  /** What joints came to; their equations, which hold to the square of the step, made to hold exactly. */
  #finishJoints(): void {
    const { joints, solids } = this.#members;
    if (joints.isEmpty) return;
    this.#energy.driven += joints.tally(this.#step);
    this.#energy.bookRepair(() => {
      joints.misfit = project(joints.active, solids, this.#contacts.factors, this.#step);
    });
    joints.commit();
  }

  /** Joints of cloth, once everything is at the end of the step: vertices are moved onto what holds them. */
  #finishTies(): void {
    const { joints } = this.#members;
    if (joints.surfaceTies.length > 0) this.#energy.bookRepair(() => joints.finishTies(this.#step));
  }

  /** Moves the obstacles. */
  #place(t: number, h: number): void {
    for (const obstacle of this.#members.obstacles) obstacle.place(t, h);
  }
}
