import { atan2, cos, sin } from '../../math/functions.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { addScaled3, copy3, cross3, dot3, normalise3 } from '../../math/vec3.js';
import type { BandMatrix } from './band-matrix.js';
import {
  type JointFrames,
  completeHessian,
  evaluateJoint,
  measureJoint,
  scatterGradient,
  scatterHessian,
} from './der-joint.js';
import { addStrainChange } from './der-strain.js';
import type { TangentKind } from './elastic-system.js';
import type { EndState } from './end.js';
import type { Vec3 } from './loads.js';
import { type ShapedRod, checkCount } from './natural-shape.js';
import { directorsAtNodes } from './nodal-directors.js';
import { NodalRod } from './nodal-rod.js';
import { addMomentForce, addMomentStiffness, addTurnJacobian } from './segment-turn.js';
import type { ResolvedRod } from './spec.js';

const axis1 = new Float64Array([1, 0, 0]);
const axis2 = new Float64Array([0, 1, 0]);
const axis3 = new Float64Array([0, 0, 1]);
const carried = new Float64Array(3);
const side = new Float64Array(3);

/** Tangents, frames and lengths of n edges and the two walls: edge j at place j + 1. */
class Edges implements JointFrames {
  readonly t: Float64Array;
  readonly m1: Float64Array;
  readonly m2: Float64Array;
  readonly length: Float64Array;

  constructor(n: number) {
    this.t = new Float64Array(3 * (n + 2));
    this.m1 = new Float64Array(3 * (n + 2));
    this.m2 = new Float64Array(3 * (n + 2));
    this.length = new Float64Array(n + 2).fill(1);
  }

  /** Edge e takes the frame of a unit quaternion. */
  set(e: number, quaternion: Float64Array, at: number): void {
    rotateByQuaternion(this.m1, 3 * e, quaternion, at, axis1, 0);
    rotateByQuaternion(this.m2, 3 * e, quaternion, at, axis2, 0);
    rotateByQuaternion(this.t, 3 * e, quaternion, at, axis3, 0);
  }
}

/**
 * Discrete elastic rod [Bergou08, Bergou10], implicit: vertices x_i and edge angles θ_j against reference frames that are
 * carried along in time without spin. Interleaved dofs x_0 θ_0 x_1 θ_1 ... x_n; stretch, bending in two directions, twist.
 * A clamp is a joint with the wall (second order), or a frozen edge.
 */
export class DiscreteElasticRod extends NodalRod implements ShapedRod {
  private readonly edges: Edges;
  /** first reference director of each edge, and the tangents it was last carried to */
  private readonly d1: Float64Array;
  private readonly carriedTo: Float64Array;
  /** angle from the carried reference frame of edge i - 1 to that of edge i, unwrapped */
  private readonly referenceTwist: Float64Array;
  /** five natural strains a joint: ω1, ω2 in the frame before it, ω1, ω2 in the frame after it, twist */
  private readonly natural: Float64Array;
  /** length a joint stands for; 0 switches it off */
  private readonly jointLength: Float64Array;
  /** stiffness of bending and twist in that of the section */
  private stiffness = 1;

  constructor(rod: ResolvedRod) {
    super(rod, 4, 4, 10);
    const n = rod.n;
    this.edges = new Edges(n);
    this.d1 = new Float64Array(3 * n);
    this.carriedTo = new Float64Array(3 * n);
    this.referenceTwist = new Float64Array(n + 1);
    this.natural = restStrains(rod.rest.frames, n);
    this.jointLength = new Float64Array(n + 1).fill(this.l, 1, n);
    if (this.ends[0].hasJoint) this.jointLength[0] = 0.5 * this.l;
    if (this.ends[1].hasJoint) this.jointLength[n] = 0.5 * this.l;
    for (let j = 0; j < n; j++) {
      rotateByQuaternion(this.d1, 3 * j, rod.initial.frames, 4 * (j + 1), axis1, 0);
      rotateByQuaternion(this.carriedTo, 3 * j, rod.initial.frames, 4 * (j + 1), axis3, 0);
    }
    this.stretch.update(this.q, 4);
    this.carryFrames();
  }

  /** Twist angle of segment j (rad). */
  theta(j: number): number {
    return this.q[4 * j + 3];
  }

  /** Twist of joint i (rad): θ_i - θ_i-1 + reference twist, natural twist included. */
  twist(i: number): number {
    const after = i === this.n ? 0 : this.q[4 * i + 3];
    const before = i === 0 ? 0 : this.q[4 * i - 1];
    return after - before + this.referenceTwist[i];
  }

  override torque(joint: number): number {
    const l = this.jointLength[joint];
    const GJ = this.stiffness * this.rod.section.GJ;
    return l === 0 ? 0 : (GJ * (this.twist(joint) - this.natural[5 * joint + 4])) / l;
  }

  protected bend(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number {
    const { n, edges, rod, jointLength } = this;
    this.materialFrames();
    const s = this.stiffness;
    const [EI1, EI2, GJ] = [s * rod.section.EI1, s * rod.section.EI2, s * rod.section.GJ];
    let sum = 0;
    for (let i = 0; i <= n; i++) {
      const l = jointLength[i];
      if (l === 0) continue;
      const stiff = K !== null || D !== null;
      sum += evaluateJoint(edges, i, i + 1, this.natural, 5 * i, this.twist(i), EI1, EI2, GJ, l, stiff);
      const [base, from, to] = [4 * (i - 1), i === 0 ? 4 : 0, i === n ? 4 : 8];
      scatterGradient(F, base, from, to);
      if (D) scatterHessian(D, base, from, to);
      if (K === null) continue;
      if (kind === 'exact') completeHessian(edges, i, i + 1);
      scatterHessian(K, base, from, to);
    }
    return sum;
  }

  /** Material frames from reference frames and angles; the walls' from the ends' poses. */
  private materialFrames(): void {
    const { n, edges, d1, q } = this;
    edges.set(0, this.ends[0].pose, 3);
    edges.set(n + 1, this.ends[1].pose, 3);
    const { tangent, edgeLength } = this.stretch;
    for (let j = 0; j < n; j++) {
      const o = 3 * (j + 1);
      copy3(edges.t, o, tangent, 3 * j);
      edges.length[j + 1] = edgeLength[j];
      cross3(side, 0, tangent, 3 * j, d1, 3 * j);
      const c = cos(q[4 * j + 3]);
      const s = sin(q[4 * j + 3]);
      for (let k = 0; k < 3; k++) {
        edges.m1[o + k] = c * d1[3 * j + k] + s * side[k];
        edges.m2[o + k] = c * side[k] - s * d1[3 * j + k];
      }
    }
  }

  protected turnSegments(dx: Float64Array, scale: number): void {
    for (let j = 0; j < this.n; j++) this.q[4 * j + 3] += scale * dx[4 * j + 3];
    this.carryFrames();
  }

  /** Carries the reference frames to the present tangents without spin and follows the reference twists. */
  private carryFrames(): void {
    const { n, d1, carriedTo } = this;
    const { tangent } = this.stretch;
    for (let j = 0; j < n; j++) {
      carry(d1, 3 * j, carriedTo, 3 * j, tangent, 3 * j);
      copy3(carriedTo, 3 * j, tangent, 3 * j);
    }
    this.followTwists();
  }

  private followTwists(): void {
    this.turnWalls();
    for (let i = 1; i < this.n; i++) this.referenceTwist[i] = this.followTwist(i);
  }

  protected override turnWalls(): void {
    const { n, edges, referenceTwist } = this;
    edges.set(0, this.ends[0].pose, 3);
    edges.set(n + 1, this.ends[1].pose, 3);
    referenceTwist[0] = this.followTwist(0);
    referenceTwist[n] = this.followTwist(n);
  }

  /** The reference twist of joint i nearest to its last value. */
  private followTwist(i: number): number {
    const { n, edges, d1 } = this;
    const t = this.stretch.tangent;
    const a = i === 0 ? edges.m1 : d1;
    const b = i === n ? edges.m1 : d1;
    const ta = i === 0 ? edges.t : t;
    const tb = i === n ? edges.t : t;
    const ai = i === 0 ? 0 : 3 * (i - 1);
    const bi = i === n ? 3 * (n + 1) : 3 * i;
    copy3(carried, 0, a, ai);
    carry(carried, 0, ta, ai, tb, bi);
    cross3(side, 0, tb, bi, carried, 0);
    const last = this.referenceTwist[i];
    const angle = atan2(dot3(side, 0, b, bi), dot3(carried, 0, b, bi));
    return angle + TWO_PI * Math.round((last - angle) / TWO_PI);
  }

  protected holdSegment(segment: number, end: EndState): void {
    // the angle of a frozen edge stays: its reference frame moves with the clamp
    const theta = this.q[4 * segment + 3];
    rotateByQuaternion(carried, 0, end.pose, 3, axis1, 0);
    rotateByQuaternion(side, 0, end.pose, 3, axis2, 0);
    for (let k = 0; k < 3; k++) this.d1[3 * segment + k] = cos(theta) * carried[k] - sin(theta) * side[k];
    this.followTwists();
  }

  /** The spin i θ̇ t of an edge turns with it: the moment -i θ̇ ṫ, which does no work. */
  protected inertialForces(F: Float64Array, v: Float64Array): void {
    const { mass } = this;
    const { tangent: t, edgeLength } = this.stretch;
    for (let j = 0; j < this.n; j++) {
      const a = 4 * j;
      // (-i θ̇ ṫ) × t / |e| = (i θ̇ / |e|²) t × ė
      const s = (mass[a + 3] * v[a + 3]) / (edgeLength[j] * edgeLength[j]);
      for (let k = 0; k < 3; k++) carried[k] = v[a + 4 + k] - v[a + k];
      cross3(side, 0, t, 3 * j, carried, 0);
      addScaled3(F, a + 4, s, side, 0);
      addScaled3(F, a, -s, side, 0);
    }
  }

  protected addSpin(out: Float64Array): void {
    for (let j = 0; j < this.n; j++)
      addScaled3(out, 3, this.mass[4 * j + 3] * this.v[4 * j + 3], this.stretch.tangent, 3 * j);
  }

  protected leverJacobian(J: Float64Array, width: number, segment: number, offset: Vec3): void {
    const { tangent: t, edgeLength } = this.stretch;
    const o = 3 * segment;
    addTurnJacobian(J, width, 4, t, o, edgeLength[segment], offset);
    J[3] += t[o + 1] * offset[2] - t[o + 2] * offset[1];
    J[width + 3] += t[o + 2] * offset[0] - t[o] * offset[2];
    J[2 * width + 3] += t[o] * offset[1] - t[o + 1] * offset[0];
  }

  protected momentForce(F: Float64Array | null, K: BandMatrix | null, segment: number, moment: Vec3): void {
    const { tangent: t, edgeLength } = this.stretch;
    const a = 4 * segment;
    const o = 3 * segment;
    const l = edgeLength[segment];
    const along = t[o] * moment[0] + t[o + 1] * moment[1] + t[o + 2] * moment[2];
    if (F) {
      addMomentForce(F, a, a + 4, t, o, l, moment);
      F[a + 3] += along;
    }
    if (K === null) return;
    addMomentStiffness(K, a, a + 4, t, o, l, moment, true);
    for (let k = 0; k < 3; k++) {
      const d = (moment[k] - along * t[o + k]) / l;
      K.add(a + 3, a + 4 + k, -d);
      K.add(a + 3, a + k, d);
    }
  }

  get isClamped(): boolean {
    return this.ends.some(({ kind }) => kind === 'clamped');
  }

  get bendingStiffness(): number {
    return this.stiffness * Math.min(this.rod.section.EI1, this.rod.section.EI2);
  }

  /** Five strains a joint, then the tension that each segment has at its rest length (N). */
  naturalStrains(): Float64Array {
    return Float64Array.from([...this.natural, ...this.stretch.multiplier]);
  }

  takeNaturalStrains(strains: ArrayLike<number>): void {
    const { natural, stretch } = this;
    checkCount('natural', strains, natural.length + this.n);
    const all = Float64Array.from(strains);
    natural.set(all.subarray(0, natural.length));
    stretch.multiplier.set(all.subarray(natural.length));
  }

  /** Coordinates, then the reference frames that they stand in. */
  shape(): Float64Array {
    const frames = this.saveState().subarray(14 + this.n);
    return Float64Array.from([...this.q, ...frames]);
  }

  takeShape(shape: ArrayLike<number>): void {
    const state = this.saveState();
    checkCount('drawn', shape, this.q.length + state.length - 14 - this.n);
    const all = Float64Array.from(shape);
    this.q.set(all.subarray(0, this.q.length));
    state.set(all.subarray(this.q.length), 14 + this.n);
    this.loadState(state);
  }

  adoptShape(): void {
    const { n, edges, natural, stretch } = this;
    stretch.update(this.q, 4);
    this.materialFrames();
    for (let i = 0; i <= n; i++) {
      measureJoint(natural, 5 * i, edges, i, i + 1);
      natural[5 * i + 4] = this.twist(i);
    }
    for (let j = 0; j < n; j++) stretch.multiplier[j] -= stretch.tension(j);
  }

  naturalChange(from: Float64Array): number {
    const { natural, jointLength } = this;
    let most = 0;
    for (let k = 0; k < natural.length; k++) {
      const l = jointLength[Math.floor(k / 5)];
      if (l > 0) most = Math.max(most, Math.abs(natural[k] - from[k]) / l);
    }
    return most;
  }

  relax(dx: Float64Array): void {
    const { n, edges, jointLength, stretch } = this;
    stretch.update(this.q, 4);
    this.materialFrames();
    for (let i = 0; i <= n; i++) {
      if (jointLength[i] === 0) continue;
      local.fill(0);
      if (i > 0) edgeChange(local, 0, dx, i - 1);
      if (i < n) edgeChange(local, 4, dx, i);
      addStrainChange(this.natural, 5 * i, -1, edges, i, i + 1, local);
    }
    for (let j = 0; j < n; j++) {
      edgeChange(local, 0, dx, j);
      stretch.multiplier[j] += (stretch.EA / stretch.l) * dot3(local, 0, stretch.tangent, 3 * j);
    }
  }

  stiffen(factor: number): void {
    this.stiffness *= factor;
  }

  override nodeDirectors(out: Float64Array): void {
    const { n, d1, carriedTo, q } = this;
    const own = new Float64Array(3 * n);
    for (let j = 0; j < n; j++) {
      cross3(side, 0, carriedTo, 3 * j, d1, 3 * j);
      const [c, s] = [cos(q[4 * j + 3]), sin(q[4 * j + 3])];
      for (let k = 0; k < 3; k++) own[3 * j + k] = c * d1[3 * j + k] + s * side[k];
    }
    directorsAtNodes(out, own, n, q, 4);
  }

  saveState(): Float64Array {
    const at = 14 + this.n;
    const state = this.endState(7 * this.n + 1);
    state.set(this.d1, at);
    state.set(this.carriedTo, at + 3 * this.n);
    state.set(this.referenceTwist, at + 6 * this.n);
    return state;
  }

  loadState(state: Float64Array): void {
    const at = 14 + this.n;
    const n = this.n;
    this.restoreEnds(state);
    this.d1.set(state.subarray(at, at + 3 * n));
    this.carriedTo.set(state.subarray(at + 3 * n, at + 6 * n));
    this.referenceTwist.set(state.subarray(at + 6 * n, at + 7 * n + 1));
    this.stretch.update(this.q, 4);
  }
}

const TWO_PI = 6.283185307179586;

const local = new Float64Array(8);

/** out[o .. o + 3] = change of edge j and of its angle, for dofs that change by dx. */
function edgeChange(out: Float64Array, o: number, dx: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) out[o + k] = dx[4 * j + 4 + k] - dx[4 * j + k];
  out[o + 3] = dx[4 * j + 3];
}

/** u ⟂ a becomes u ⟂ b by the smallest turn from a to b: u - (u·b)/(1 + a·b)(a + b). */
function carry(u: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const s = dot3(u, o, b, j) / (1 + dot3(a, i, b, j));
  for (let k = 0; k < 3; k++) u[o + k] -= s * (a[i + k] + b[j + k]);
  // rounding would let the frame drift off the normal plane over many steps
  addScaled3(u, o, -dot3(u, o, b, j), b, j);
  normalise3(u, o, u, o);
}

/** Strains of the rest shape, five a joint. */
function restStrains(frames: Float64Array, n: number): Float64Array {
  const edges = new Edges(n);
  for (let e = 0; e < n + 2; e++) edges.set(e, frames, 4 * e);
  const natural = new Float64Array(5 * (n + 1));
  for (let i = 0; i <= n; i++) {
    measureJoint(natural, 5 * i, edges, i, i + 1);
    copy3(carried, 0, edges.m1, 3 * i);
    carry(carried, 0, edges.t, 3 * i, edges.t, 3 * (i + 1));
    cross3(side, 0, edges.t, 3 * (i + 1), carried, 0);
    const angle = atan2(dot3(side, 0, edges.m1, 3 * (i + 1)), dot3(carried, 0, edges.m1, 3 * (i + 1)));
    natural[5 * i + 4] = angle;
  }
  return natural;
}
