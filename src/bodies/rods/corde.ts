import { integrateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import type { BandMatrix } from './band-matrix.js';
import { addAlignment } from './corde-alignment.js';
import { addAlignmentPath, followAlignment, turnColumns } from './corde-midpoint.js';
import { evaluateTurn, jointStiffness, jointTorque, strainOf } from './corde-joint.js';
import type { TangentKind } from './elastic-system.js';
import type { EndState } from './end.js';
import type { Vec3 } from './loads.js';
import type { StiffTerms } from './midpoint-step.js';
import { directorsAtNodes } from './nodal-directors.js';
import { NodalRod } from './nodal-rod.js';
import type { ResolvedRod } from './spec.js';

const axis1 = new Float64Array([1, 0, 0]);
const axis3 = new Float64Array([0, 0, 1]);
const offDiagonal = new Float64Array(9);
const transposed = new Float64Array(9);

/**
 * CORDE [Spillmann-Teschner 2007], implicit: nodes x_i and unit quaternions q_j of the segments; stretch, bending and twist on
 * the quaternions, and a penalty that aligns tangent and third director. Coordinates x_0 q_0 x_1 q_1 ..., velocities
 * v_0 ω_0 v_1 ω_1 ... with turns ω in the world.
 *
 * departs from the paper: turns are velocities of rotation rather than four quaternion rates with a constraint, and the
 * sections' rotary inertia is taken equal about all axes (its polar value).
 */
export class CordeRod extends NodalRod {
  /** three natural strains a joint, l u */
  private readonly natural: Float64Array;
  /** length a joint stands for; 0 switches it off */
  private readonly jointLength: Float64Array;
  /** stiffness of the alignment of a segment, κ l (N m) */
  protected readonly alignment: number;
  private readonly d3: Float64Array;

  constructor(rod: ResolvedRod, implicitBandwidth = 8) {
    super(rod, 6, 7, 8, implicitBandwidth);
    const n = rod.n;
    const { EA, EI1, GJ } = rod.section;
    // GA of a round section from its own numbers: GA = EA (GJ / 2 EI)
    const shear = rod.options.shear ?? 0.5 * EA * (GJ / EI1);
    this.alignment = shear * this.l;
    this.natural = new Float64Array(3 * (n + 1));
    for (let i = 0; i <= n; i++) strainOf(this.natural, 3 * i, rod.rest.frames, 4 * i, rod.rest.frames, 4 * (i + 1));
    this.jointLength = new Float64Array(n + 1).fill(this.l, 1, n);
    if (this.ends[0].hasJoint) this.jointLength[0] = 0.5 * this.l;
    if (this.ends[1].hasJoint) this.jointLength[n] = 0.5 * this.l;
    this.d3 = new Float64Array(3 * n);
    for (let j = 0; j < n; j++) for (let k = 0; k < 4; k++) this.q[7 * j + 3 + k] = rod.initial.frames[4 * (j + 1) + k];
    this.stretch.update(this.q, 7);
  }

  override torque(joint: number): number {
    const { n, q, ends, d3 } = this;
    const { EI1, EI2, GJ } = this.rod.section;
    const l = this.jointLength[joint];
    if (l === 0) return 0;
    const a = joint === 0 ? ends[0].pose : q;
    const b = joint === n ? ends[1].pose : q;
    const bi = joint === n ? 3 : 7 * joint + 3;
    evaluateTurn(a, joint === 0 ? 3 : 7 * joint - 4, b, bi, this.natural, 3 * joint, EI1, EI2, GJ, l, null);
    rotateByQuaternion(d3, 0, b, bi, axis3, 0);
    return jointTorque[0] * d3[0] + jointTorque[1] * d3[1] + jointTorque[2] * d3[2];
  }

  protected bend(F: Float64Array, K: BandMatrix | null, kind: TangentKind, D: BandMatrix | null): number {
    if (D) this.bend(this.ignored, D, 'strain', null);
    return this.align(F, K, kind) + this.turnJoints(F, K, kind);
  }

  protected override bendSmoothly(
    F: Float64Array,
    K: BandMatrix | null,
    kind: TangentKind,
    D: BandMatrix | null,
  ): number {
    if (D) this.bend(this.ignored, D, 'strain', null);
    return this.turnJoints(F, K, kind);
  }

  protected override stiffTerms(): StiffTerms {
    const { n, stretch, d3, alignment: k } = this;
    const start = { d: new Float64Array(3 * n), t: new Float64Array(3 * n), length: new Float64Array(n) };
    const next = { dNext: d3, tNext: stretch.tangent, lengthNext: stretch.edgeLength };
    const force = { force: new Float64Array(3 * n), shown: new Float64Array(3 * n) };
    const path = { k, ...start, ...next, ...force, byEdge: new Float64Array(9 * n), byTurn: new Float64Array(9 * n) };
    return {
      begin: () => {
        this.directors();
        start.d.set(d3);
        start.t.set(stretch.tangent);
        start.length.set(stretch.edgeLength);
      },
      predict: () => void path.force.fill(0),
      add: (F, J, dx, a, b) => {
        this.directors();
        for (let j = 0; j < n; j++) addAlignmentPath(F, J, path, j, dx, a, b);
      },
      follow: (s, dv) => {
        for (let j = 0; j < n; j++) followAlignment(path, j, s, dv);
      },
      forces: (F, K, kind) => void this.align(F, K, kind),
    };
  }

  protected override byWay(K: BandMatrix, F: Float64Array, s: number, dx: Float64Array): void {
    for (let j = 0; j < this.n; j++) turnColumns(K, F, 6 * j + 3, s, dx);
  }

  override nodeDirectors(out: Float64Array): void {
    const own = new Float64Array(3 * this.n);
    for (let j = 0; j < this.n; j++) rotateByQuaternion(own, 3 * j, this.q, 7 * j + 3, axis1, 0);
    directorsAtNodes(out, own, this.n, this.q, 7);
  }

  private directors(): void {
    for (let j = 0; j < this.n; j++) rotateByQuaternion(this.d3, 3 * j, this.q, 7 * j + 3, axis3, 0);
  }

  /** The segments' tangents tied to their third directors. */
  private align(F: Float64Array, K: BandMatrix | null, kind: TangentKind): number {
    const { n, stretch, d3 } = this;
    this.directors();
    let sum = 0;
    for (let j = 0; j < n; j++) {
      const length = stretch.edgeLength[j];
      const a = 6 * j;
      sum += addAlignment(F, K, kind, a, a + 6, stretch.tangent, 3 * j, length, d3, 3 * j, this.alignment);
    }
    return sum;
  }

  private turnJoints(F: Float64Array, K: BandMatrix | null, kind: TangentKind): number {
    let sum = 0;
    for (let i = 0; i <= this.n; i++) if (this.jointLength[i] > 0) sum += this.turnJoint(F, K, kind, i);
    return sum;
  }

  /** The joint between orientations i - 1 and i, walls at both ends. */
  private turnJoint(F: Float64Array, K: BandMatrix | null, kind: TangentKind, i: number): number {
    const { n, q, ends } = this;
    const { EI1, EI2, GJ } = this.rod.section;
    const a = i === 0 ? ends[0].pose : q;
    const b = i === n ? ends[1].pose : q;
    const ai = i === 0 ? 3 : 7 * i - 4;
    const bi = i === n ? 3 : 7 * i + 3;
    const l = this.jointLength[i];
    const E = evaluateTurn(a, ai, b, bi, this.natural, 3 * i, EI1, EI2, GJ, l, K === null ? null : kind);
    const wa = 6 * i - 3;
    const wb = 6 * i + 3;
    for (let k = 0; k < 3; k++) {
      if (i > 0) F[wa + k] += jointTorque[k];
      if (i < n) F[wb + k] -= jointTorque[k];
    }
    if (K === null) return E;
    if (i > 0) K.addBlock(wa, wa, 1, jointStiffness);
    if (i < n) K.addBlock(wb, wb, 1, jointStiffness);
    if (i === 0 || i === n) return E;
    const [x, y, z] = kind === 'exact' ? [0.5 * jointTorque[0], 0.5 * jointTorque[1], 0.5 * jointTorque[2]] : [0, 0, 0];
    for (let k = 0; k < 9; k++) offDiagonal[k] = -jointStiffness[k];
    offDiagonal[1] -= z;
    offDiagonal[2] += y;
    offDiagonal[3] += z;
    offDiagonal[5] -= x;
    offDiagonal[6] -= y;
    offDiagonal[7] += x;
    for (let p = 0; p < 3; p++) for (let r = 0; r < 3; r++) transposed[3 * r + p] = offDiagonal[3 * p + r];
    K.addBlock(wa, wb, 1, offDiagonal);
    K.addBlock(wb, wa, 1, transposed);
    return E;
  }

  protected turnSegments(dx: Float64Array, scale: number): void {
    for (let j = 0; j < this.n; j++) integrateQuaternion(this.q, 7 * j + 3, this.q, 7 * j + 3, dx, 6 * j + 3, scale);
  }

  protected holdSegment(segment: number, end: EndState): void {
    for (let k = 0; k < 4; k++) this.q[7 * segment + 3 + k] = end.pose[3 + k];
  }

  /** Equal inertia about all axes: turns have no gyroscopic forces. */
  protected inertialForces(): void {}

  protected addSpin(out: Float64Array): void {
    for (let j = 0; j < this.n; j++)
      for (let k = 0; k < 3; k++) out[3 + k] += this.mass[6 * j + 3 + k] * this.v[6 * j + 3 + k];
  }

  protected leverJacobian(J: Float64Array, width: number, _segment: number, offset: Vec3): void {
    const [x, y, z] = offset;
    J[4] += z;
    J[5] -= y;
    J[width + 3] -= z;
    J[width + 5] += x;
    J[2 * width + 3] += y;
    J[2 * width + 4] -= x;
  }

  protected momentForce(F: Float64Array | null, K: BandMatrix | null, segment: number, moment: Vec3): void {
    const w = 6 * segment + 3;
    if (F) for (let k = 0; k < 3; k++) F[w + k] += moment[k];
    if (K === null) return;
    // the same angle measured from a turned frame: half the moment turns with it
    const [x, y, z] = [0.5 * moment[0], 0.5 * moment[1], 0.5 * moment[2]];
    K.add(w, w + 1, z);
    K.add(w, w + 2, -y);
    K.add(w + 1, w, -z);
    K.add(w + 1, w + 2, x);
    K.add(w + 2, w, y);
    K.add(w + 2, w + 1, -x);
  }

  saveState(): Float64Array {
    return this.endState();
  }

  loadState(state: Float64Array): void {
    this.restoreEnds(state);
    this.stretch.update(this.q, 7);
  }
}

/**
 * CORDE with explicit forces, as paper 1 used it: M is diagonal and steps must be short, h < 2/ω of the stiffest mode of the
 * nodes (stretch: ω = 2 √(EA / (mass per length)) / l). The tiny rotary inertia of the sections would ask for far shorter
 * steps still; it is raised to what the step can bear, which slows turns about the axis and nothing else that is seen.
 */
export class ExplicitCordeRod extends CordeRod {
  protected override readonly fullyExplicit = true;

  constructor(rod: ResolvedRod) {
    super(rod, 0);
  }

  protected override implicitPart(K: BandMatrix): void {
    K.clear();
  }

  protected override scaleInertia(h: number): void {
    const { inertia, EI1, EI2, GJ } = this.rod.section;
    // two joints and the alignment pull on a segment's turn; neighbours in opposite phase double the joints' share
    const stiffness = this.alignment + (8 * Math.max(EI1, EI2, GJ)) / this.l;
    const least = Math.max(inertia * this.l, h * h * stiffness);
    for (let j = 0; j < this.n; j++) for (let k = 3; k < 6; k++) this.mass[6 * j + k] = least;
  }
}
