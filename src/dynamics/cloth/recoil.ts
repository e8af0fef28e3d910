/**
 * A rigid body as the contacts of a cloth move it. The body has taken its own step; what the cloth does to it acts in its
 * next one. Within the cloth's step the body gives way as it will then, and moves on as its other forces foresee.
 */
export class Recoil {
  /** 1/m (1/kg) */
  inverseMass = 0;
  /** inverse of the inertia about the centre of mass, world axes (1/(kg m²)) */
  readonly inverseInertia = new Float64Array(9);
  /** centre of mass (m) */
  readonly centre = new Float64Array(3);
  /** change of velocity and spin in the next step by all but the cloth (m/s, rad/s) */
  readonly foreseen = new Float64Array(6);
  /** change of velocity and spin by the impulses of this step (m/s, rad/s) */
  readonly twist = new Float64Array(6);

  /** Bound of the velocity that a unit impulse at `arm` from the centre of mass gives there (1/kg). */
  compliance(arm: Float64Array, at: number): number {
    const I = this.inverseInertia;
    let square = 0;
    let along = 0;
    for (let i = 0; i < 3; i++) {
      square += arm[at + i] * arm[at + i];
      for (let j = 0; j < 3; j++) along += arm[at + i] * I[3 * i + j] * arm[at + j];
    }
    return this.inverseMass + square * (I[0] + I[4] + I[8]) - along;
  }

  /** Takes an impulse -(r0, r1, r2) at `arm` from the centre of mass: r is what the cloth gets. */
  push(arm: Float64Array, at: number, r0: number, r1: number, r2: number): void {
    const { twist, inverseMass, inverseInertia: I } = this;
    const x = arm[at];
    const y = arm[at + 1];
    const z = arm[at + 2];
    const L0 = y * r2 - z * r1;
    const L1 = z * r0 - x * r2;
    const L2 = x * r1 - y * r0;
    twist[0] -= inverseMass * r0;
    twist[1] -= inverseMass * r1;
    twist[2] -= inverseMass * r2;
    for (let i = 0; i < 3; i++) twist[3 + i] -= I[3 * i] * L0 + I[3 * i + 1] * L1 + I[3 * i + 2] * L2;
  }
}

/** out += s (V + ω × arm) for a velocity and a spin (V, ω) */
export function addPointVelocity(
  out: Float64Array,
  s: number,
  twist: Float64Array,
  arm: Float64Array,
  at: number,
): void {
  const x = arm[at];
  const y = arm[at + 1];
  const z = arm[at + 2];
  out[0] += s * (twist[0] + twist[4] * z - twist[5] * y);
  out[1] += s * (twist[1] + twist[5] * x - twist[3] * z);
  out[2] += s * (twist[2] + twist[3] * y - twist[4] * x);
}
