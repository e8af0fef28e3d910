import type { Vec3 } from './loads.js';

/** A chain of nodes in motion: positions every `qStride` of q, velocities every `stride` of v. */
interface MovingNodes {
  readonly n: number;
  readonly stride: number;
  readonly qStride: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** out = linear momentum (kg m/s), then angular momentum about the origin (kg m²/s), of the nodes. */
export function nodeMomentum(out: Float64Array, { n, q, v, stride, qStride }: MovingNodes, mass: Float64Array): void {
  out.fill(0, 0, 6);
  for (let i = 0; i <= n; i++) {
    const a = qStride * i;
    const b = stride * i;
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3;
      const k2 = (k + 2) % 3;
      out[k] += mass[b] * v[b + k];
      out[3 + k] += mass[b] * (q[a + k1] * v[b + k2] - q[a + k2] * v[b + k1]);
    }
  }
}

/** ½ Σ m v² over all dofs (J) */
export function kineticEnergy({ v }: MovingNodes, mass: Float64Array): number {
  let kinetic = 0;
  for (let i = 0; i < v.length; i++) kinetic += 0.5 * mass[i] * v[i] * v[i];
  return kinetic;
}

/** Potential energy of the nodes' weight, zero at the origin (J). */
export function nodeWeight({ n, q, stride, qStride }: MovingNodes, mass: Float64Array, gravity: Vec3): number {
  let weight = 0;
  for (let i = 0; i <= n; i++)
    for (let k = 0; k < 3; k++) weight -= mass[stride * i + k] * gravity[k] * q[qStride * i + k];
  return weight;
}
