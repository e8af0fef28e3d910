import { dot3 } from '../../math/vec3.js';
import type { StepState } from './step-state.js';

/**
 * Work that moving obstacles, hands, pins, loads and wind did on a cloth in a step that ended with the state's v (J): impulses times the
 * velocity of what gave them; for pins, what the momentum of their vertices needed besides weight and elastic forces; loads and wind,
 * which are in the free velocities, times that of the vertices.
 */
export function drivenWork(state: StepState): number {
  const { contacts, cloth, v, v0, free, F, settings, h } = state;
  let work = 0;
  for (let j = 0; j < contacts.own; j++) {
    const number = contacts.obstacleOf(j);
    if (number < 0 && contacts.mu[j] !== Infinity) continue;
    const { normal, w, r } = contacts;
    const wN = dot3(w, 3 * j, normal, 3 * j);
    // w is the obstacle's motion taken negative, and along the normal what the gap allows, which is no motion
    const shift = number < 0 ? 0 : wN - contacts.drift[j];
    for (let c = 3 * j; c < 3 * j + 3; c++) work -= r[c] * (w[c] - shift * normal[c]);
  }
  const { gravity } = settings;
  if (cloth.cloths.some(({ load, wind }) => load !== undefined || wind !== undefined)) {
    for (let k = 0; k < v.length; k++) {
      const i = Math.floor(k / 3);
      if (!cloth.pinned[i]) work += cloth.mass[i] * (free[k] - v0[k] - h * gravity[k % 3]) * v[k];
    }
  }
  for (const i of cloth.pins) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      if (free[k] === 0) continue;
      work += v[k] * (cloth.mass[i] * (v[k] - v0[k]) - h * (F[k] + cloth.mass[i] * gravity[c]));
    }
  }
  return work;
}

/**
 * What the cloths have more at the end of the step that the state's v leads to than at its start, motion, strain and height, but for what was
 * put in (J); nothing has to have moved yet.
 */
export function gain(state: StepState): number {
  const { cloth, settings, q0, v0, v, h } = state;
  const { gravity } = settings;
  const q = q0.map((x, k) => x + h * v[k]);
  let sum = cloth.elastic(q) - cloth.elastic(q0);
  for (let k = 0; k < v.length; k++) {
    const m = cloth.mass[Math.floor(k / 3)];
    sum += 0.5 * m * (v[k] * v[k] - v0[k] * v0[k]) - m * gravity[k % 3] * h * v[k];
  }
  return sum - drivenWork(state) - repairWork(state);
}

/** Work of the contacts that mend overlaps: their impulses times the velocity with which they push apart (J). */
export function repairWork({ contacts }: StepState): number {
  const { normal, w, r, gap, drift } = contacts;
  let work = 0;
  for (let j = 0; j < contacts.own; j++) {
    if (gap[j] >= 0) continue;
    const wN = dot3(w, 3 * j, normal, 3 * j);
    work += dot3(r, 3 * j, normal, 3 * j) * Math.max(drift[j] - wN, 0);
  }
  return work;
}
