import { hypot3 } from '../../math/hypot.js';
import { dot3 } from '../../math/vec3.js';
import { policy } from '../policy/values.js';
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
export function margin({ settings, h }: StepState, obstacle: ClothObstacle, thickness: number, speed: number): number {
  if (settings.gap !== 'reach') return 0;
  const room = slack * thickness;
  return obstacle.scripted ? room : room + haste * h * (speed + obstacle.speed);
}

const u = new Float64Array(3);

/**
 * A place of cloth, Σ α x of some vertices, beside a place of an obstacle or body: a contact, where they may touch before
 * the end of the step, or, on looking at its end, where they overlap there.
 *
 * @param normal unit, from the obstacle to the cloth
 * @param at the obstacle's point
 * @param gap distance beyond half the thickness (m)
 * @param later how far they may still come together (m), where place and normal are those of the end of the free way past each other
 * @param feature the obstacle's corner or edge that touches, see `ClothContacts`
 */
export function meet(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: Int32Array,
  alpha: Float64Array,
  normal: Float64Array,
  at: Float64Array,
  gap: number,
  later?: number,
  feature = 0,
): void {
  const reach = later ?? gap;
  const { cloth, v0, free, h, into } = state;
  const thickness = cloth.thickness[nodes[0]];
  const owner = cloth.owner[nodes[0]];
  if (!obstacle.admits[owner]) return;
  const { contacts } = state;
  contacts.beginObstacle(owner, number, obstacle.surface.collider.number, obstacle.segment);
  const j = contacts.open(at, normal, 0, gap, obstacle.friction[owner], feature);
  for (let k = 0; k < nodes.length; k++) {
    if (alpha[k] > 0) contacts.join(j, nodes[k], alpha[k], state.inverseMass[nodes[k]]);
  }
  const half = 0.5 * thickness;
  if (into > 0 && ((gap < 0 && !state.isWanted(j)) || !state.isTooDeep(gap, half, obstacle.overlap))) {
    contacts.drop();
    return;
  }
  obstacle.surfaceVelocity(at[0], at[1], at[2]);
  let uN = 0;
  let before = 0;
  for (let c = 0; c < 3; c++) {
    uN -= normal[c] * obstacle.velocity[c];
    before -= normal[c] * obstacle.velocity[c];
    for (let k = 0; k < nodes.length; k++) {
      before += normal[c] * alpha[k] * v0[3 * nodes[k] + c];
      uN += normal[c] * alpha[k] * free[3 * nodes[k] + c];
    }
  }
  if (into === 0) {
    const near = reach + h * uN <= margin(state, obstacle, thickness, Math.abs(uN));
    const wanted = near && state.isWanted(j);
    if (near && !wanted) obstacle.isLeftOut = true;
    if (!wanted) {
      contacts.drop();
      return;
    }
  }
  if (!obstacle.scripted) state.couple!(contacts, j, obstacle, later !== undefined || into > 0);
  else {
    obstacle.goRound(at, normal);
    for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = -obstacle.velocity[c];
  }
  contacts.addBelt(j);
  if (into > 0) takeBack(state, j, half, obstacle.overlap);
  else shiftNormal(contacts, j, state, thickness, obstacle.restitution[owner], uN, before, reach, obstacle.scripted);
}

/** Impacts slower than this many steps' fall do not bounce. */
const restingSteps = 4;

/** Overlaps up to this share of the thickness are not mended, only kept from growing: what steps end with. */
const slop = 0.01;
/**
 * The same on bodies that can move. At an impact some tenths of half the thickness cannot always be avoided and are nobody's harm,
 * while pushing them apart under the load of the impact would put in energy (up to 3e-3 of what the body came with).
 */
const slopOnBodies = 0.25;
/** Share of an overlap that is mended in a step, and most of it, as a share of the thickness. */
const share = 0.2;
const most = 0.1;

/** How much of an overlap is mended in the coming step (m): slowly, so that what is pushed out hardly flies. */
function mending(depth: number, thickness: number, allowed: number): number {
  return Math.min(share * Math.max(depth - allowed * thickness, 0), most * thickness);
}

/**
 * Adds to w what the normal velocity has to exceed: the gap that may still close, -gap/h; where things overlap, the
 * velocity that mends it; or, with restitution, the rebound e u_N⁻ of Moreau's law [Renouf05 (16)]. Overlaps are mended by
 * the constraint itself, so that the whole cloth gives way as it can: vertices pushed out one by one would crumple it.
 *
 * @param thickness what overlaps are compared with (m)
 * @param uN normal velocity without contacts, `before` the one at the start of the step (m/s)
 * @param reach how far they may still come together (m)
 * @param mends whether small overlaps are mended, too: not on bodies that can move
 */
function shiftNormal(
  contacts: ClothContacts,
  j: number,
  state: StepState,
  thickness: number,
  restitution = 0,
  uN = 0,
  before = 0,
  reach = contacts.gap[j],
  mends = true,
): void {
  const { settings, h } = state;
  const { gravity } = settings;
  const { normal, w, gap } = contacts;
  contacts.drift[j] = dot3(normal, 3 * j, w, 3 * j);
  const fall = h * hypot3(...gravity);
  let shift = 0;
  if (restitution > 0 && before < -restingSteps * fall && reach + h * uN <= 0) shift = restitution * before;
  else if (gap[j] < 0) shift = settings.repair ? -mending(-gap[j], thickness, mends ? slop : slopOnBodies) / h : 0;
  else if (settings.gap === 'reach') shift = reach / h;
  for (let c = 3 * j; c < 3 * j + 3; c++) w[c] += shift * normal[c];
}

/**
 * Adds to w what undoes the overlap of a contact found `into` the step, but for what overlapped before, in halves of the
 * thickness. Linearised there, at the present velocities: as in Newton's method, what curves away within the step is allowed for.
 */
function takeBack(state: StepState, j: number, half: number, before: number): void {
  const { contacts, v, h, into } = state;
  const { normal, w, gap } = contacts;
  contacts.supersede(j);
  contacts.drift[j] = dot3(normal, 3 * j, w, 3 * j);
  contacts.relativeVelocity(u, v, j);
  const wanted = (gap[j] + half * before) / (into * h) - dot3(normal, 3 * j, u, 0);
  // what came in from another side is not thrown out of this one
  const shift = Math.max(wanted, (-policy.pushApart * half) / h);
  for (let c = 0; c < 3; c++) w[3 * j + c] += shift * normal[3 * j + c];
  // the gap along this normal at the start of the step: nothing is mended that did not overlap there
  gap[j] = Math.max(h * shift, 0);
}

/** Contact j of layers, which was found last, that may still come together by `reach` in the step (m); dropped where it does not count. */
export function settleLayers(
  state: StepState,
  j: number,
  vertex: number,
  counts: boolean,
  reach = state.contacts.gap[j],
): void {
  const { contacts, cloth, into, layersOverlap } = state;
  if (!counts) {
    contacts.drop();
    return;
  }
  contacts.addBelt(j);
  const thickness = cloth.thickness[vertex];
  if (into > 0) takeBack(state, j, 0.5 * thickness, layersOverlap);
  else shiftNormal(contacts, j, state, thickness, 0, 0, 0, reach);
}
