import { rotateByQuaternion } from '../../math/quaternion.js';
import { atan2 } from '../../math/functions.js';
import { cross3, dot3, norm3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import { ChainBending } from './chain-bending.js';
import type { TangentKind } from './elastic-system.js';
import type { Vec3 } from './loads.js';
import { NodalRod } from './nodal-rod.js';
import { addMomentForce, addMomentStiffness, addTurnJacobian } from './segment-turn.js';
import type { ResolvedRod } from './spec.js';

const thirdAxis = new Float64Array([0, 0, 1]);
const ta = new Float64Array(3);
const tb = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * Implicit mass-spring chain: nodes, stretch springs along the segments, angular springs at the joints. No twist: the
 * bending stiffness is the smaller of the section's two, and a natural curvature has a size but no plane.
 */
export class MassSpringRod extends NodalRod {
  private readonly bending: ChainBending;

  constructor(rod: ResolvedRod) {
    super(rod, 3, 3, 8);
    const B = Math.min(rod.section.EI1, rod.section.EI2);
    this.bending = new ChainBending(rod.n, rod.options.bending === 'tan');
    this.bending.stiffness.fill(B / this.l, 1, rod.n);
    if (this.ends[0].hasJoint) this.bending.stiffness[0] = (2 * B) / this.l;
    if (this.ends[1].hasJoint) this.bending.stiffness[rod.n] = (2 * B) / this.l;
    for (let i = 0; i <= rod.n; i++) this.bending.natural[i] = restAngle(rod.rest.frames, i);
    this.stretch.update(this.q, 3);
  }

  protected bend(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number {
    const { bending, ends, stretch } = this;
    rotateByQuaternion(bending.walls, 0, ends[0].pose, 3, thirdAxis, 0);
    rotateByQuaternion(bending.walls, 3, ends[1].pose, 3, thirdAxis, 0);
    return bending.forces(F, K, kind, D, stretch.tangent, stretch.edgeLength);
  }

  protected turnSegments(): void {}

  protected holdSegment(): void {}

  protected inertialForces(): void {}

  protected addSpin(): void {}

  protected leverJacobian(J: Float64Array, width: number, segment: number, offset: Vec3): void {
    const { tangent, edgeLength } = this.stretch;
    addTurnJacobian(J, width, 3, tangent, 3 * segment, edgeLength[segment], offset);
  }

  protected momentForce(F: Float64Array | null, K: BandMatrix | null, segment: number, moment: Vec3): void {
    const { tangent, edgeLength } = this.stretch;
    const a = 3 * segment;
    if (F) addMomentForce(F, a, a + 3, tangent, a, edgeLength[segment], moment);
    if (K) addMomentStiffness(K, a, a + 3, tangent, a, edgeLength[segment], moment, false);
  }

  saveState(): Float64Array {
    return this.endState();
  }

  loadState(state: Float64Array): void {
    this.restoreEnds(state);
    this.stretch.update(this.q, 3);
  }
}

/** Angle between the tangents of two consecutive frames. */
function restAngle(frames: Float64Array, i: number): number {
  rotateByQuaternion(ta, 0, frames, 4 * i, thirdAxis, 0);
  rotateByQuaternion(tb, 0, frames, 4 * (i + 1), thirdAxis, 0);
  cross3(normal, 0, ta, 0, tb, 0);
  const angle = atan2(norm3(normal), dot3(ta, 0, tb, 0));
  // a straight rest shape has the angle 0, not the rounding of its frames
  return angle < 1e-12 ? 0 : angle;
}
