import type { FiberBody } from '../../bodies/body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { cbrt } from '../../math/functions.js';
import { addForceAt } from './pushes.js';

/**
 * A field of force: writes the acceleration (m/s²) that it gives to matter at the place `x` (m) and time t (s). It acts on the centre
 * of mass of rigid bodies, on every segment of ropes and hair, on every vertex of cloth.
 */
export type ForceField = (out: Float64Array, x: Float64Array, t: number) => void;

/** Velocity of the air (m/s): the same everywhere, or written for a place (m) and a time (s). */
export type Wind = readonly [number, number, number] | ((out: Float64Array, x: Float64Array, t: number) => void);

/** Half the air's density times the drag coefficient of a ball, 0.47 (kg/m³). */
const ballDrag = 0.5 * 1.2 * 0.47;

const x = new Float64Array(3);
const a = new Float64Array(3);
const sum = new Float64Array(3);

/** The fields and the wind of a world. */
export class Fields {
  readonly fields = new Set<ForceField>();
  wind: Wind | undefined;

  get isEmpty(): boolean {
    return this.fields.size === 0 && this.wind === undefined;
  }

  /** sum = acceleration of all fields at x */
  #at(t: number): void {
    sum.fill(0);
    for (const field of this.fields) {
      a.fill(0);
      field(a, x, t);
      for (let i = 0; i < 3; i++) sum[i] += a[i];
    }
  }

  /** a = velocity of the air at x */
  #air(t: number): void {
    if (typeof this.wind === 'function') {
      a.fill(0);
      this.wind(a, x, t);
    } else a.set(this.wind ?? [0, 0, 0]);
  }

  /**
   * out += what fields and wind do to a rigid body: at its centre of mass; the wind meets it as a ball of its volume,
   * F = ½ ρ c A |s| s, which in a step of h never does more than carry it along.
   */
  onRigid(out: Float64Array, body: RigidBody, volume: number, t: number, h: number): void {
    for (let i = 0; i < 3; i++) x[i] = body.q[i];
    this.#at(t);
    for (let i = 0; i < 3; i++) sum[i] *= body.mass;
    if (this.wind !== undefined) {
      this.#air(t);
      const radius = cbrt((0.75 * volume) / Math.PI);
      body.linearVelocity(x);
      let square = 0;
      for (let i = 0; i < 3; i++) {
        a[i] -= x[i];
        square += a[i] * a[i];
      }
      const k = ballDrag * Math.PI * radius * radius * Math.sqrt(square);
      for (let i = 0; i < 3; i++) sum[i] += (k * a[i]) / (1 + (k * h) / body.mass);
    }
    addForceAt(out, body, centre, sum[0], sum[1], sum[2]);
  }

  /** The same for a rope or hair: drag against still air is in the model, wind is what the air's own velocity adds to it. */
  onFiber(out: Float64Array, body: FiberBody, t: number): void {
    const { nodeArcLength: arc, linearDensity = 0, airDamping = 0 } = body;
    for (let k = 0; k + 1 < body.nodes; k++) {
      const at = { index: k, s: 0.5 * (arc[k] + arc[k + 1]), offset: [0, 0, 0] as const };
      const length = arc[k + 1] - arc[k];
      body.position(x, at);
      this.#at(t);
      for (let i = 0; i < 3; i++) sum[i] *= linearDensity * length;
      if (this.wind !== undefined) {
        this.#air(t);
        for (let i = 0; i < 3; i++) sum[i] += airDamping * length * a[i];
      }
      addForceAt(out, body, at, sum[0], sum[1], sum[2]);
    }
  }

  /** out += forces of the fields on a cloth; the wind, as it is in its middle, is handed to the cloth, which knows its triangles. */
  onCloth(out: Float64Array, cloth: Cloth, t: number): void {
    const middle = [0, 0, 0];
    for (let i = 0; i < cloth.nodes; i++) {
      for (let c = 0; c < 3; c++) {
        x[c] = cloth.q[3 * i + c];
        middle[c] += x[c] / cloth.nodes;
      }
      if (this.fields.size === 0) continue;
      this.#at(t);
      for (let c = 0; c < 3; c++) out[3 * i + c] += cloth.mass[i] * sum[c];
    }
    if (this.wind === undefined) return;
    x.set(middle);
    this.#air(t);
    cloth.wind = { velocity: [a[0], a[1], a[2]] };
  }
}

const centre = { index: 0, s: 0, offset: [0, 0, 0] as const };
