import type { Body, StepContext } from '../../bodies/body.js';
import { hypot3 } from '../../math/hypot.js';
import type { JointSet } from '../joints/joint-set.js';
import type { Obstacle } from '../members/obstacle.js';
import { SavedBodies } from '../members/saved-bodies.js';
import type { ContactStep } from './contact-step.js';

/**
 * Rounds of solving a step again for what is not linear in it. Two make the scheme second order; stiff rods that contacts push hard
 * take five or six to meet the tolerance.
 */
const mostRounds = 12;

/** Share of the velocities by which bodies may miss the equation of their whole step: energies are kept to about its size. */
const tolerance = 1e-9;

/** The same for the spin of rigid bodies, whose rounds gain three digits and more each: joints keep energy for many steps. */
const spinTolerance = 1e-12;

/** Share of the speed that weight gives in a step by which contacts may miss their law at the step's end. */
const fine = 1e-6;

/** Equations of joints are met to this before a projection does the rest, which costs or gives energy: weight times this (m). */
const jointsMet = 1e-13;

/** What of a world a centred step moves about. */
export interface CentredMembers {
  readonly solids: readonly Body[];
  readonly obstacles: readonly Obstacle[];
  readonly joints: JointSet;
}

/**
 * What theta < 1 asks for besides the one-step problem. Contacts are found, and act, at the middle of the step, where bodies are
 * expected from their velocities; their law holds at its end, for velocities and contact points there. That and bodies whose own step is
 * not linear (`Body.refine`) make the one-step problem one of a row, each about the solution of the last. Without it rolling is first
 * order: a velocity that is right for the contact at the start of a step is not for the one at its end.
 */
export class CentredStep {
  readonly #members: CentredMembers;
  readonly #contacts: ContactStep;
  /** how far the equations of joints are off at the end of the last round (m) */
  #apart = 0;
  /** bodies that have filled their systems anew in this round */
  readonly #refilled: number[] = [];
  readonly #start: SavedBodies;

  constructor(members: CentredMembers, contacts: ContactStep) {
    this.#members = members;
    this.#contacts = contacts;
    this.#start = new SavedBodies(members.solids);
  }

  /** Moves bodies, linearised, and obstacles to the middle of the step and finds the contacts there. */
  begin(step: StepContext): void {
    this.#start.save();
    this.#enter(step);
    this.#contacts.place(step.h);
    this.#contacts.detect();
    this.#contacts.gapsAtStart(step.h);
  }

  /** Takes back `begin`. */
  leave(step: StepContext): void {
    this.#start.restore();
    for (const obstacle of this.#members.obstacles) obstacle.place(step.t, step.h);
  }

  /**
   * Solves the step, whose contacts have been solved once at its middle, to the end; then the bodies are back at its start.
   *
   * @param push adds loads and hands to the systems of bodies that have filled them anew
   */
  solve(step: StepContext, push: (isMeant: (body: number) => boolean) => void): void {
    const contacts = this.#contacts;
    const { gravity, h } = step;
    const weight = hypot3(...gravity);
    for (let round = 1; round <= mostRounds; round++) {
      this.#start.restore();
      const last = round === mostRounds;
      const looks = (contacts.n > 0 && !last) || !this.#members.joints.isEmpty;
      const ends = looks ? this.#lookAtEnd(step) : 0;
      const off = this.#refine(step, last);
      if (off > 1) contacts.factors.reset();
      const fellBack = off === Infinity;
      const closed = this.#apart <= jointsMet;
      if ((last && !fellBack) || (off <= 1 && ends <= fine * h * weight && closed)) break;
      push((body) => this.#refilled[body] === 1);
      this.#enter(step);
      contacts.solveAgain(h);
    }
    this.leave(step);
  }

  /** Largest distance of a body from the solution of its whole step, in units of what is allowed. */
  #refine(step: StepContext, last: boolean): number {
    const { v, offset } = this.#contacts.solver;
    let worst = 0;
    this.#members.solids.forEach((body, b) => {
      const limit = body.kind === 'rigid' ? spinTolerance : tolerance;
      const off = body.refine?.(v.subarray(offset[b], offset[b + 1]), step, limit, last) ?? 0;
      this.#refilled[b] = off > limit ? 1 : 0;
      worst = Math.max(worst, off / limit);
    });
    return worst;
  }

  /** Moves to the end of the step, learns what contacts do there, and back; returns the largest change of a velocity asked for (m/s). */
  #lookAtEnd(step: StepContext): number {
    const { v, offset } = this.#contacts.solver;
    this.#members.solids.forEach((body, b) => body.advance(v.slice(offset[b], offset[b + 1]), step));
    for (const obstacle of this.#members.obstacles) obstacle.place(step.t, step.h, 1);
    const change = this.#contacts.n > 0 ? this.#contacts.followToEnd(step.h) : 0;
    this.#apart = this.#members.joints.isEmpty ? 0 : this.#members.joints.follow(step, v, offset);
    this.#start.restore();
    return change;
  }

  #enter(step: StepContext): void {
    for (const body of this.#members.solids) body.toMiddle?.(step);
    for (const obstacle of this.#members.obstacles) obstacle.place(step.t, step.h, 0.5);
  }
}
