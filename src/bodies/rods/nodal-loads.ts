import { type RodLoads, type Vec3, loadAt } from './loads.js';

const nothing: Vec3 = [0, 0, 0];

/** What of a chain of nodes its loads need to know: segments, their rest length (m), dofs from node to node. */
interface LoadedNodes {
  readonly n: number;
  readonly l: number;
  readonly stride: number;
  readonly loads: RodLoads;
  segmentAt(s: number): number;
}

/** F += weight, distributed force and point forces at time t, shared out to the nodes; moments are the models'. */
export function addNodeLoads(F: Float64Array, rod: LoadedNodes, mass: Float64Array, gravity: Vec3, t: number): void {
  const { stride, loads, l, n } = rod;
  const spread = loads.distributed ? loadAt(loads.distributed, t) : nothing;
  for (let i = 0; i <= n; i++) {
    const share = i === 0 || i === n ? 0.5 * l : l;
    for (let k = 0; k < 3; k++) F[stride * i + k] += mass[stride * i + k] * gravity[k] + share * spread[k];
  }
  for (const { s, force } of loads.forces ?? []) {
    const j = rod.segmentAt(s);
    const b = s / l - j;
    const f = loadAt(force, t);
    for (let k = 0; k < 3; k++) {
      F[stride * j + k] += (1 - b) * f[k];
      F[stride * (j + 1) + k] += b * f[k];
    }
  }
}
