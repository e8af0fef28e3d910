import type { ClothContacts } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

/** Contacts are taken in that would come within this share of the thickness during the step. */
export const slack = 0.5;

/** Against bodies and cloth, also those that would come within this share of the way that both make against each other. */
export const haste = 0.5;

/**
 * How near something may come in the step without being taken in (m). Bodies and cloth throw each other about within a step,
 * which the free motion does not foresee: the faster they pass, the more room they get.
 */
export function margin({ settings, cloth }: StepState, obstacle: ClothObstacle, speed: number): number {
  if (settings.gap !== 'reach') return 0;
  const room = slack * cloth.material.thickness;
  return obstacle.scripted ? room : room + haste * settings.h * (speed + obstacle.speed);
}

/** Contacts of vertices with obstacles: what touches now, or would before the end of the step. */
export function findObstacleContacts(state: StepState, obstacles: readonly ClothObstacle[]): void {
  const { cloth, settings, contacts, q0, free, inverseMass } = state;
  const { h } = settings;
  const { thickness } = cloth.material;
  const offset = 0.5 * thickness;
  for (let o = 0; o < obstacles.length; o++) {
    const obstacle = obstacles[o];
    const { normal, velocity } = obstacle;
    for (let i = 0; i < cloth.nodes; i++) {
      if (cloth.pinned[i]) continue;
      const x = q0[3 * i];
      const y = q0[3 * i + 1];
      const z = q0[3 * i + 2];
      const vx = free[3 * i];
      const vy = free[3 * i + 1];
      const vz = free[3 * i + 2];
      const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      const extra = margin(state, obstacle, speed);
      const d = obstacle.distance(x, y, z, offset + extra + h * (speed + obstacle.speed));
      if (d === Infinity) continue;
      const gap = d - offset;
      obstacle.surfaceVelocity(x - d * normal[0], y - d * normal[1], z - d * normal[2]);
      const uN = normal[0] * (vx - velocity[0]) + normal[1] * (vy - velocity[1]) + normal[2] * (vz - velocity[2]);
      if (gap + h * uN > extra) continue;
      const j = contacts.add(normal[0], normal[1], normal[2], gap, obstacle.friction, o);
      contacts.join(j, i, 1, inverseMass[i]);
      for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = -velocity[c];
      shiftNormal(contacts, j, state, obstacle.restitution, uN);
    }
  }
}

/** Impacts slower than this many steps' fall do not bounce. */
const restingSteps = 4;

/** Overlaps up to this share of the thickness are left alone. */
const slop = 0.01;
/** Share of an overlap that is mended in a step, and most of it, as a share of the thickness. */
const share = 0.2;
const most = 0.1;

/** How much of an overlap is mended in the coming step (m): slowly, so that what is pushed out hardly flies. */
function mending(depth: number, thickness: number): number {
  return Math.min(share * Math.max(depth - slop * thickness, 0), most * thickness);
}

/**
 * Adds to w what the normal velocity has to exceed: the gap that may still close, -gap/h; where things overlap, the
 * velocity that mends it; or, with restitution, the rebound e u_N⁻ of Moreau's law [Renouf05 (16)]. Overlaps are mended by
 * the constraint itself, so that the whole cloth gives way as it can: vertices pushed out one by one would crumple it.
 */
export function shiftNormal(
  contacts: ClothContacts,
  j: number,
  state: StepState,
  restitution: number,
  uN: number,
): void {
  const { settings, cloth } = state;
  const { h, gravity } = settings;
  const { normal, w, gap } = contacts;
  contacts.drift[j] = dot(normal, 3 * j, w, 3 * j);
  const before = contacts.along(cloth.v, j) + contacts.drift[j];
  const fall = h * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  let shift = 0;
  if (restitution > 0 && before < -restingSteps * fall && gap[j] + h * uN <= 0) shift = restitution * before;
  else if (gap[j] < 0) shift = settings.repair ? -mending(-gap[j], cloth.material.thickness) / h : 0;
  else if (settings.gap === 'reach') shift = gap[j] / h;
  for (let c = 3 * j; c < 3 * j + 3; c++) w[c] += shift * normal[c];
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
