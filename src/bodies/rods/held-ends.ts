import { rotateByQuaternion } from '../../math/quaternion.js';
import { copy3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import { EndState } from './end.js';
import type { ResolvedRod } from './spec.js';

const thirdAxis = new Float64Array([0, 0, 1]);
const second = new Float64Array(3);

/** How dofs and coordinates of a chain of nodes are laid out: segments, their length (m), from node to node in v and q. */
export interface NodeLayout {
  readonly n: number;
  readonly l: number;
  readonly stride: number;
  readonly qStride: number;
  readonly dofs: number;
}

/** The two ends of a rod made of nodes: which dofs they hold, how fast they move them, and the work that takes. */
export class HeldEnds {
  readonly states: readonly [EndState, EndState];
  /** 1 where an end holds the dof */
  readonly fixed: Uint8Array;
  /** prescribed velocity over the step, of held dofs */
  readonly velocity: Float64Array;
  /** whether an end is moved at all; whether one turns a joint with a wall, or a whole segment */
  readonly moves: boolean;
  readonly turnsWall: boolean;
  readonly turnsSegment: boolean;
  readonly #at: NodeLayout;
  /** held dofs of moved rods, and their rows of the step before they were isolated: A, f */
  readonly #dofs: Int32Array;
  #rows = new Float64Array(0);
  readonly #f: Float64Array;

  constructor(rod: ResolvedRod, layout: NodeLayout) {
    this.#at = layout;
    const { n, dofs } = layout;
    const { points, frames } = rod.initial;
    this.states = [
      new EndState(rod.start, points, 0, frames, 0),
      new EndState(rod.end, points, 3 * n, frames, 4 * (n + 1)),
    ];
    this.fixed = new Uint8Array(dofs);
    this.velocity = new Float64Array(dofs);
    this.states.forEach((end, side) => this.#hold(end, side));
    const moved = this.states.filter((end) => end.kind !== 'free' && end.motion);
    this.moves = moved.length > 0;
    this.turnsWall = moved.some((end) => end.hasJoint);
    this.turnsSegment = moved.some((end) => end.kind === 'clamped' && end.clamp === 'segment');
    this.#dofs = Int32Array.from(Array.from({ length: dofs }, (_, i) => i).filter((i) => this.fixed[i] !== 0));
    this.#f = new Float64Array(this.#dofs.length);
  }

  /** Marks the dofs that an end holds. */
  #hold(end: EndState, side: number): void {
    if (end.kind === 'free') return;
    const { n, stride } = this.#at;
    const node = side === 0 ? 0 : n;
    const frozen = end.kind === 'clamped' && end.clamp === 'segment';
    const from = stride * (side === 1 && frozen ? node - 1 : node);
    const to = stride * (side === 0 && frozen ? node + 1 : node) + 3;
    for (let k = from; k < to; k++) this.fixed[k] = 1;
  }

  /** Moves the poses to time t. */
  moveTo(t: number): void {
    for (const end of this.states) end.moveTo(t);
  }

  /** Velocities with which the held nodes at q come to their place in the time h. */
  aim(q: Float64Array, h: number): void {
    const { stride, qStride, n } = this.#at;
    const { velocity } = this;
    velocity.fill(0);
    this.states.forEach((end, side) => {
      if (end.kind === 'free' || !end.motion) return;
      const node = side === 0 ? 0 : n;
      for (let k = 0; k < 3; k++) velocity[stride * node + k] = (end.pose[k] - q[qStride * node + k]) / h;
      if (end.kind !== 'clamped' || end.clamp !== 'segment') return;
      const other = this.#secondNode(side, end);
      for (let k = 0; k < 3; k++) velocity[stride * other + k] = (second[k] - q[qStride * other + k]) / h;
    });
  }

  /** Puts the held nodes of q in their place. */
  place(q: Float64Array): void {
    const { qStride, n } = this.#at;
    this.states.forEach((end, side) => {
      if (end.kind === 'free') return;
      copy3(q, side === 0 ? 0 : qStride * n, end.pose, 0);
      if (end.kind !== 'clamped' || end.clamp !== 'segment') return;
      const other = this.#secondNode(side, end);
      copy3(q, qStride * other, second, 0);
    });
  }

  /** second = place of the frozen segment's other node; returns its index. */
  #secondNode(side: number, end: EndState): number {
    const { n, l } = this.#at;
    rotateByQuaternion(second, 0, end.pose, 3, thirdAxis, 0);
    const along = side === 0 ? l : -l;
    for (let k = 0; k < 3; k++) second[k] = end.pose[k] + along * second[k];
    return side === 0 ? 1 : n - 1;
  }

  /** Keeps the held rows of A v⁺ = f, from which `work` knows the forces of the ends. */
  keepRows(A: BandMatrix, f: Float64Array): void {
    if (!this.moves) return;
    if (this.#rows.length === 0) this.#rows = new Float64Array(A.width * this.#dofs.length);
    for (let a = 0; a < this.#dofs.length; a++) {
      const i = this.#dofs[a];
      this.#rows.set(A.data.subarray(i * A.width, (i + 1) * A.width), a * A.width);
      this.#f[a] = f[i];
    }
  }

  /**
   * Work of the ends over a step from v to vNext (J): the change of the held nodes' kinetic energy, and the rest of their
   * force, A v⁺ - f - m (v⁺ - v), over the way. The contacts' share is theirs.
   */
  work(vNext: Float64Array, v: Float64Array, mass: Float64Array): number {
    if (!this.moves) return 0;
    const { velocity, fixed } = this;
    const width = this.#rows.length / this.#dofs.length;
    const b = (width - 1) / 2;
    let sum = 0;
    for (let a = 0; a < this.#dofs.length; a++) {
      const i = this.#dofs[a];
      const to = velocity[i];
      let impulse = -this.#f[a] - mass[i] * (to - v[i]);
      for (let j = Math.max(0, i - b); j <= Math.min(fixed.length - 1, i + b); j++)
        impulse += this.#rows[a * width + j - i + b] * (fixed[j] === 0 ? vNext[j] : velocity[j]);
      sum += impulse * to + 0.5 * mass[i] * (to * to - v[i] * v[i]);
    }
    return sum;
  }
}
