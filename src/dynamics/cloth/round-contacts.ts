import { NearestPlace, apart, best, bounds, nearestToAxis } from '../../collision/narrow/round-triangle.js';
import { dot3, norm3, squareDistance3 } from '../../math/vec3.js';
import { stencil } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import { meet, slack } from './meeting.js';
import { type StepState, largestSpeed } from './step-state.js';

/**
 * Round things dip into the triangles between vertices by about e²/8R, e the length of an edge. Up to this share of the
 * thickness vertices alone are looked at: a dip that nobody sees, and an eighth of the contacts. Not under bodies that move: they would
 * roll from vertex to vertex.
 */
const shallowDip = 0.1;

/**
 * Places with a weight nearer to 1 than this are left to the vertex: no more than rounding. The normal of a vertex leans as soon as the thing is
 * not above it, so that what stands on it is a pendulum upside down: with 1e-3 a rope on flat cloth rolled off a row of vertices, and went on.
 */
const inner = 1e-9;

const box = new Float64Array(6);
const { axis } = best;
const place = new Float64Array(3);
const between = new Float64Array(3);
const share = new Float64Array(3);

/**
 * Balls, capsules and the segments of rods against the triangles of cloths: one contact for each triangle, or each edge of
 * two, with its place nearest to the centre or axis. Vertices alone [Ly20] would let thin things through and thick ones dip in.
 */
export class RoundContacts {
  /** edges whose contact has been found for the present thing */
  readonly #edges = new Set<number>();

  /** Where the vertices are, for the next calls of `find`. */
  begin({ x, free, h, into }: StepState): void {
    bounds(box, x);
    farthest = into > 0 ? 0 : h * largestSpeed(free);
  }

  /** Adds contacts with the triangles; those with the vertices are there, from number `from` on. */
  find(state: StepState, obstacle: ClothObstacle, number: number, from: number): void {
    const { cloth, x, h, into } = state;
    const { triangles } = cloth;
    const { type, radius, position: p, extent } = obstacle.shape;
    if (type !== 'sphere' && type !== 'capsule') return;
    const isShallow = cloth.edgeLength * cloth.edgeLength <= 8 * radius * shallowDip * cloth.thickest;
    if (isShallow && obstacle.scripted) return;
    const ahead = into > 0 ? 0 : slack * cloth.thickest + 1.5 * (h * obstacle.speed + farthest);
    const range = radius + 0.5 * cloth.thickest + ahead;
    const far = extent + range - radius;
    for (let c = 0; c < 3; c++) if (p[c] < box[c] - far || p[c] > box[3 + c] + far) return;
    this.#edges.clear();
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      if (apart(x, a, b, c, p, far)) continue;
      nearestToAxis(obstacle.shape, x, a, b, c);
      if (best.square > range * range || best.square === 0) continue;
      nearestNow = Math.sqrt(best.square);
      best.normal(between, x, a, b, c);
      reach = undefined;
      if (into === 0) lookAhead(state, obstacle, triangles, t);
      if (Math.max(best.w0, best.w1, best.w2) > 1 - inner) continue;
      if (this.#isKnown(cloth.nodes, triangles, t)) continue;
      add(state, obstacle, number, triangles, t);
    }
    if (into === 0 && !obstacle.scripted) putUpright(state, obstacle, from, radius);
  }

  /** Whether the place is on an edge that another triangle has brought in. */
  #isKnown(nodes: number, triangles: Int32Array, t: number): boolean {
    const open = best.w0 === 0 ? 0 : best.w1 === 0 ? 1 : best.w2 === 0 ? 2 : -1;
    if (open < 0) return false;
    const i = triangles[t + ((open + 1) % 3)];
    const j = triangles[t + ((open + 2) % 3)];
    const key = Math.min(i, j) * nodes + Math.max(i, j);
    if (this.#edges.has(key)) return true;
    this.#edges.add(key);
    return false;
  }
}

/** farthest that a vertex goes in the step without contacts (m) */
let farthest = 0;

/**
 * Contacts from number `from` on with one thing that lean, by so little that nobody can tell their gaps, are put upright: where the thing is
 * over the cloth. A vertex or edge beside that place is farther off by y²/2d, and its normal leans by y/d. Where that is much, its gap
 * keeps it from bearing. Where it is less than a step is solved to, it would bear as well as one that does not lean: a pendulum upside down, by
 * which a rope rolled off a row of vertices until the gap could be told.
 */
function putUpright(state: StepState, obstacle: ClothObstacle, from: number, radius: number): void {
  const { contacts, settings, h, cloth, inverseMass } = state;
  const { normal, w } = contacts;
  const unseen = 2 * settings.tolerance * h * h * norm3(Float64Array.from(settings.gravity));
  for (let j = from; j < contacts.n; j++) {
    const distance = contacts.gap[j] + 0.5 * cloth.thickness[contacts.found[stencil * j]] + radius;
    const y = besideFoot(state, j, distance);
    if (y <= inner * cloth.edgeLength || y * y > 2 * distance * unseen) continue;
    contacts.slide(j, cloth.triangles, cloth.walk.triangle, cloth.walk.weights, inverseMass);
    const asked = w.slice(3 * j, 3 * j + 3);
    contacts.sides[j] = 0;
    state.couple!(contacts, j, obstacle, false);
    // what was asked for along the normal is asked for along the new one
    let along = 0;
    for (let c = 0; c < 3; c++) {
      asked[c] -= w[3 * j + c];
      along += asked[c] * normal[3 * j + c];
    }
    const size = Math.sqrt(squareDistance3(between, 0, axis, 0));
    for (let c = 0; c < 3; c++) {
      const upright = (between[c] - axis[c]) / size;
      w[3 * j + c] += asked[c] + along * (upright - normal[3 * j + c]);
      normal[3 * j + c] = upright;
    }
  }
}

/** How far the place of contact j is from that under the same place of the thing's axis, `distance` away (m). */
function besideFoot({ contacts, cloth, x }: StepState, j: number, distance: number): number {
  const { walk, triangles } = cloth;
  contacts.place(place, x, j);
  for (let c = 0; c < 3; c++) axis[c] = place[c] - distance * contacts.normal[3 * j + c];
  if (!walk.to(x, contacts.found[stencil * j], axis)) return 0;
  between.fill(0);
  for (let k = 0; k < 3; k++) {
    const at = 3 * triangles[walk.triangle + k];
    for (let c = 0; c < 3; c++) between[c] += walk.weights[k] * x[at + c];
  }
  return Math.sqrt(squareDistance3(place, 0, between, 0));
}

/** distance of a triangle at the start of the step, and how far it may still come along the normal at its end, where that decides (m) */
let nearestNow = 0;
let reach: number | undefined;
const corners = new Float64Array(9);
const ways = new Float64Array(9);
const before = new NearestPlace();
const normalBefore = new Float64Array(3);

/**
 * The place of the triangle that will be nearest at the end of its free way past the thing, and the normal there. The place nearest now
 * would be linearised about a flank that the thing has moved on from by then: balls that slide over cloth were held back.
 * Where the way leads through the thing, or it has come into the cloth, the place nearest now decides.
 */
function lookAhead(state: StepState, obstacle: ClothObstacle, triangles: Int32Array, t: number): void {
  const { x, free, h, cloth } = state;
  const { radius } = obstacle.shape;
  const half = 0.5 * cloth.thickness[triangles[t]];
  if (nearestNow - radius < 0.5 * half) return;
  before.copy(best);
  normalBefore.set(between);
  // what is round goes where its axis goes, however it turns
  obstacle.carriedVelocity(axis[0], axis[1], axis[2]);
  for (let k = 0; k < 9; k++) {
    const from = 3 * triangles[t + Math.floor(k / 3)] + (k % 3);
    ways[k] = h * (free[from] - obstacle.velocity[k % 3]);
    corners[k] = x[from] + ways[k];
  }
  nearestToAxis(obstacle.shape, corners, 0, 3, 6);
  const later = Math.sqrt(best.square) - radius - half;
  let [turned, along] = [-1, 0];
  if (later > -half) {
    best.normal(between, corners, 0, 3, 6);
    turned = dot3(between, 0, normalBefore, 0);
    for (let c = 0; c < 3; c++) {
      along += between[c] * (best.w0 * ways[c] + best.w1 * ways[3 + c] + best.w2 * ways[6 + c]);
    }
  }
  if (turned > 0) reach = Math.max(later - along, 0);
  else {
    best.copy(before);
    between.set(normalBefore);
  }
}

function add(state: StepState, obstacle: ClothObstacle, number: number, triangles: Int32Array, t: number): void {
  const { radius } = obstacle.shape;
  share[0] = best.w0;
  share[1] = best.w1;
  share[2] = best.w2;
  for (let c = 0; c < 3; c++) place[c] = axis[c] + radius * between[c];
  const gap = nearestNow - radius - 0.5 * state.cloth.thickness[triangles[t]];
  const nodes = triangles.subarray(t, t + 3);
  meet(state, obstacle, number, nodes, share, between, place, gap, reach);
}
