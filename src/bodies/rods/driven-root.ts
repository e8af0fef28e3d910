import type { StepContext } from '../body.js';
import {
  conjugateQuaternion,
  integrateQuaternion,
  multiplyQuaternions,
  rotationVectorFromQuaternion,
} from '../../math/quaternion.js';
import { ArcOfStep } from '../motion.js';
import type { EndState } from './end.js';

const turn = new Float64Array(3);
const relative = new Float64Array(4);

/** A root with a scripted pose: its mean velocity and turn over the last step and over the coming one. */
export class DrivenRoot {
  readonly end: EndState;
  /** velocity (m/s) and turn (rad/s) over the coming step; zero where nothing is driven */
  readonly velocity = new Float64Array(3);
  readonly turn = new Float64Array(3);
  /** those of the last step */
  readonly lastVelocity = new Float64Array(3);
  readonly lastTurn = new Float64Array(3);
  /** how points that turn with it leave their tangents over the coming step */
  readonly arc = new ArcOfStep();
  private readonly turns: boolean;
  private readonly next = new Float64Array(7);
  private started = false;

  /** @param turns false where only the position is driven (a pinned root) */
  constructor(end: EndState, turns: boolean) {
    this.end = end;
    this.turns = turns;
  }

  get pose(): Float64Array {
    return this.end.pose;
  }

  /** whether a step has been taken */
  get isUnderWay(): boolean {
    return this.started;
  }

  /** The motion over the coming step. */
  plan(step: StepContext): void {
    const { motion, pose: now } = this.end;
    if (!motion) return;
    motion(this.next, step.t + step.h);
    for (let k = 0; k < 3; k++) this.velocity[k] = (this.next[k] - now[k]) / step.h;
    if (this.turns) {
      this.turnAhead();
      for (let k = 0; k < 3; k++) this.turn[k] = turn[k] / step.h;
      this.arc.set(this.turn, step.h);
    }
    if (this.started) return;
    // at the first step the root is taken to have moved like this before
    this.lastVelocity.set(this.velocity);
    this.lastTurn.set(this.turn);
  }

  /** turn = rotation vector from the present pose to the next. */
  private turnAhead(): void {
    conjugateQuaternion(relative, 0, this.end.pose, 3);
    multiplyQuaternions(relative, 0, this.next, 3, relative, 0);
    rotationVectorFromQuaternion(turn, 0, relative, 0);
  }

  /** Moves the pose to the middle of the planned step. */
  halfWay(): void {
    const { pose, motion } = this.end;
    if (!motion) return;
    if (this.turns) {
      this.turnAhead();
      integrateQuaternion(pose, 3, pose, 3, turn, 0, 0.5);
    }
    for (let k = 0; k < 3; k++) pose[k] = 0.5 * (pose[k] + this.next[k]);
  }

  /** Ends the step at time t. */
  finish(t: number): void {
    this.end.moveTo(t);
    this.lastVelocity.set(this.velocity);
    this.lastTurn.set(this.turn);
    this.started = true;
  }

  /** Twenty numbers at `at`: pose, both motions, whether there was a step. */
  save(state: Float64Array, at: number): void {
    state.set(this.end.pose, at);
    state.set(this.lastVelocity, at + 7);
    state.set(this.lastTurn, at + 10);
    state.set(this.velocity, at + 13);
    state.set(this.turn, at + 16);
    state[at + 19] = this.started ? 1 : 0;
  }

  load(state: Float64Array): void {
    this.end.pose.set(state.subarray(0, 7));
    this.lastVelocity.set(state.subarray(7, 10));
    this.lastTurn.set(state.subarray(10, 13));
    this.velocity.set(state.subarray(13, 16));
    this.turn.set(state.subarray(16, 19));
    this.started = state[19] !== 0;
  }
}
