import { copy3 } from '../../math/vec3.js';

/** Position and orientation: x, y, z (m), then the unit quaternion w, x, y, z whose third axis is the rod's tangent. */
export type Pose = Float64Array;

/** Prescribed motion of a rod's end: writes the pose (seven numbers) at time t (s). A pure function of t. */
export type RodMotion = (pose: Pose, t: number) => void;

/** How a clamp holds a rod that has nodes. */
export type ClampKind =
  /** a joint of stiffness 2B/l between the wall and the first segment, which may turn: second order in the mesh */
  | 'half'
  /** the first segment is frozen with its two nodes: first order, as if the wall stood at the segment's middle */
  | 'segment';

/** What holds an end of a rod. */
export interface RodEnd {
  readonly kind: 'free' | 'pinned' | 'clamped';
  readonly clamp?: ClampKind;
  /** pose over time; where it is missing the end stays where it started */
  readonly motion?: RodMotion;
}

/** The present pose of a held end. */
export class EndState {
  readonly kind: RodEnd['kind'];
  readonly clamp: ClampKind;
  readonly motion: RodMotion | undefined;
  /** pose now */
  readonly pose: Pose = new Float64Array(7);
  private readonly last = new Float64Array(7);

  constructor(end: RodEnd, position: Float64Array, at: number, quaternion: Float64Array, qAt: number) {
    this.kind = end.kind;
    this.clamp = end.clamp ?? 'half';
    this.motion = end.motion;
    copy3(this.pose, 0, position, at);
    for (let k = 0; k < 4; k++) this.pose[3 + k] = quaternion[qAt + k];
  }

  /** true where a joint ties the end's direction to the wall */
  get hasJoint(): boolean {
    return this.kind === 'clamped' && this.clamp === 'half';
  }

  /** Moves the pose to time t. */
  moveTo(t: number): void {
    if (!this.motion) return;
    const { pose, last } = this;
    last.set(pose);
    this.motion(pose, t);
    // q and -q are one orientation; which of them keeps the count of turns
    const along = last[3] * pose[3] + last[4] * pose[4] + last[5] * pose[5] + last[6] * pose[6];
    if (along < 0) for (let k = 3; k < 7; k++) pose[k] = -pose[k];
  }
}
