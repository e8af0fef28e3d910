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

const way = new Float64Array(3);
const surface = new Float64Array(3);

/** Contacts of vertices with obstacles and bodies: what touches now, or would before the end of the step. */
export function findObstacleContacts(state: StepState, obstacles: readonly ClothObstacle[]): void {
  const { cloth, q0, free, h } = state;
  for (let o = 0; o < obstacles.length; o++) {
    const obstacle = obstacles[o];
    const { normal, velocity } = obstacle;
    for (let i = 0; i < cloth.nodes; i++) {
      if (cloth.pinned[i] || !obstacle.admits(cloth.owner[i])) continue;
      const thickness = cloth.thickness[i];
      const offset = 0.5 * thickness;
      const x = q0[3 * i];
      const y = q0[3 * i + 1];
      const z = q0[3 * i + 2];
      const vx = free[3 * i];
      const vy = free[3 * i + 1];
      const vz = free[3 * i + 2];
      const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      const extra = margin(state, obstacle, thickness, speed);
      const d = obstacle.distance(x, y, z, offset + extra + h * (speed + obstacle.speed));
      if (d === Infinity) continue;
      surface[0] = x - d * normal[0];
      surface[1] = y - d * normal[1];
      surface[2] = z - d * normal[2];
      obstacle.surfaceVelocity(surface[0], surface[1], surface[2]);
      const gap = d - offset;
      let uN = normal[0] * (vx - velocity[0]) + normal[1] * (vy - velocity[1]) + normal[2] * (vz - velocity[2]);
      let reach = gap;
      if (gap >= -0.5 * offset && obstacle.shape.polyhedron) {
        for (let c = 0; c < 3; c++) way[c] = h * (free[3 * i + c] - velocity[c]);
        reach = lookAhead(obstacle, x, y, z, gap, offset);
        uN = (normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2]) / h;
      }
      if (reach + h * uN > extra) continue;
      addVertex(state, obstacle, o, i, gap, reach, uN);
    }
  }
}

/**
 * The normal where the vertex will be at the end of its free way past a solid with edges, and the gap along it that may
 * close till then (m). Beside an edge that comes over it the vertex sees the edge, at an angle; where it will be, the face
 * behind. A linearised edge would push the vertex along, and so drag everything that slides over cloth. Where the way
 * leads through the solid the nearest place now decides.
 */
function lookAhead(obstacle: ClothObstacle, x: number, y: number, z: number, gap: number, offset: number): number {
  const { normal } = obstacle;
  const [n0, n1, n2] = normal;
  const later = obstacle.distance(x + way[0], y + way[1], z + way[2], Infinity) - offset;
  const along = normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2];
  if (later > -offset && normal[0] * n0 + normal[1] * n1 + normal[2] * n2 > 0) return Math.max(later - along, 0);
  normal[0] = n0;
  normal[1] = n1;
  normal[2] = n2;
  return gap;
}

/** A vertex on an obstacle whose `normal` and `velocity` have been found; the body's point is in `surface`. */
function addVertex(
  state: StepState,
  obstacle: ClothObstacle,
  o: number,
  i: number,
  gap: number,
  reach: number,
  uN: number,
): void {
  const { contacts, cloth, inverseMass, v0 } = state;
  const { normal, velocity } = obstacle;
  const owner = cloth.owner[i];
  const j = contacts.add(normal[0], normal[1], normal[2], gap, obstacle.friction(owner), o);
  contacts.join(j, i, 1, inverseMass[i]);
  let before = 0;
  for (let c = 0; c < 3; c++) before += normal[c] * (v0[3 * i + c] - velocity[c]);
  touchObstacle(state, j, obstacle, surface);
  shiftNormal(contacts, j, state, cloth.thickness[i], obstacle.restitution(owner), uN, before, reach);
}

/** Gives contact j the motion of an obstacle at one of its points, or, of a body, its freedom to move. */
export function touchObstacle(state: StepState, j: number, obstacle: ClothObstacle, at: Float64Array): void {
  const { contacts } = state;
  if (obstacle.scripted) {
    for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = -obstacle.velocity[c];
    return;
  }
  state.couple!(contacts, j, obstacle, at);
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
 *
 * @param thickness what overlaps are compared with (m)
 * @param uN normal velocity without contacts, `before` the one at the start of the step (m/s)
 * @param reach how far they may still come together (m)
 */
export function shiftNormal(
  contacts: ClothContacts,
  j: number,
  state: StepState,
  thickness: number,
  restitution = 0,
  uN = 0,
  before = 0,
  reach = contacts.gap[j],
): void {
  const { settings, h } = state;
  const { gravity } = settings;
  const { normal, w, gap } = contacts;
  contacts.drift[j] = dot(normal, 3 * j, w, 3 * j);
  const fall = h * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  let shift = 0;
  if (restitution > 0 && before < -restingSteps * fall && reach + h * uN <= 0) shift = restitution * before;
  else if (gap[j] < 0) shift = settings.repair ? -mending(-gap[j], thickness) / h : 0;
  else if (settings.gap === 'reach') shift = reach / h;
  for (let c = 3 * j; c < 3 * j + 3; c++) w[c] += shift * normal[c];
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
