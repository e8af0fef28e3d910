import { NearestPlace, apart, best, nearestToAxis } from '../../collision/narrow/round-triangle.js';
import { TubeAxis } from '../../collision/narrow/tube-triangle.js';
import { dot3, squareDistance3 } from '../../math/vec3.js';
import type { ClothObstacle } from './obstacle.js';
import { meet } from './meeting.js';
import type { StepState } from './step-state.js';
import { aheadOf, isBeyond } from './surroundings.js';
import { inner, putUpright } from './upright.js';

/**
 * Round things dip into the triangles between vertices by about e²/8R, e the length of an edge. Up to this share of the
 * thickness vertices alone are looked at: a dip that nobody sees, and an eighth of the contacts. Not under bodies that move: they would
 * roll from vertex to vertex.
 */
const shallowDip = 0.1;

const { axis } = best;
const place = new Float64Array(3);
const between = new Float64Array(3);
const share = new Float64Array(3);

const tube = new TubeAxis();
/** what stands for the chord of things that have none */
const none = -1;

/**
 * Balls, capsules, tubes and the segments of rods against the triangles of cloths: one contact for each triangle, or each edge of
 * two, with its place nearest to the centre or axis; of a tube, wherever its curve comes nearest. Vertices alone [Ly20] would let thin things through and thick ones dip in.
 */
export class RoundContacts {
  /** edges whose contact has been found for the present thing */
  readonly #edges = new Set<number>();

  /** Adds contacts with the triangles; those with the vertices are there, from number `from` on. */
  find(state: StepState, obstacle: ClothObstacle, number: number, from: number): void {
    const { cloth, x, into } = state;
    const { triangles } = cloth;
    const { type, radius, position: p, extent } = obstacle.shape;
    if (type !== 'sphere' && type !== 'capsule' && type !== 'tube') return;
    const isShallow = cloth.edgeLength * cloth.edgeLength <= 8 * radius * shallowDip * cloth.thickest;
    if (isShallow && obstacle.scripted) return;
    const range = radius + 0.5 * cloth.thickest + aheadOf(state, obstacle);
    const far = extent + range - radius;
    if (isBeyond(p, far)) return;
    this.#edges.clear();
    if (type === 'tube') tube.place(obstacle.shape);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      if (apart(x, a, b, c, p, far)) continue;
      if (type !== 'tube') this.#meetTriangle(state, obstacle, number, t, range, none, 0);
      else {
        // a tube does not come through a triangle smaller than it is; places on its curve, each found to rounding, would never come to rest there
        if (longestEdge(x, a, b, c) < obstacle.shape.radius) continue;
        tube.find(x, a, b, c, range);
        for (let m = 0; m < tube.found.length; m++) {
          this.#meetTriangle(state, obstacle, number, t, range, tube.found[m], m);
        }
      }
    }
    if (into === 0 && !obstacle.scripted) putUpright(state, obstacle, from);
  }

  /** Adds the contact with one triangle, if near enough; of a tube with one of the chords that come nearest, counted by `feature`. */
  #meetTriangle(
    state: StepState,
    obstacle: ClothObstacle,
    number: number,
    t: number,
    range: number,
    chord: number,
    feature: number,
  ): void {
    const { cloth, x, into } = state;
    const { triangles, nodes } = cloth;
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    nearestTo(obstacle, chord, x, a, b, c);
    if (best.square > range * range || best.square === 0) return;
    nearestNow = Math.sqrt(best.square);
    best.normal(between, x, a, b, c);
    reach = undefined;
    if (into === 0) lookAhead(state, obstacle, triangles, t, chord);
    if (Math.max(best.w0, best.w1, best.w2) > 1 - inner) return;
    if (this.#isKnown(nodes, triangles, t, feature)) return;
    add(state, obstacle, number, triangles, t, feature);
  }

  /** Whether the place is on an edge that another triangle has brought in. */
  #isKnown(nodes: number, triangles: Int32Array, t: number, feature: number): boolean {
    const open = best.w0 === 0 ? 0 : best.w1 === 0 ? 1 : best.w2 === 0 ? 2 : -1;
    if (open < 0) return false;
    const i = triangles[t + ((open + 1) % 3)];
    const j = triangles[t + ((open + 2) % 3)];
    const key = (feature * nodes + Math.min(i, j)) * nodes + Math.max(i, j);
    if (this.#edges.has(key)) return true;
    this.#edges.add(key);
    return false;
  }
}

/** Length of the longest edge of a triangle (m). */
function longestEdge(x: Float64Array, a: number, b: number, c: number): number {
  return Math.sqrt(Math.max(squareDistance3(x, a, x, b), squareDistance3(x, b, x, c), squareDistance3(x, c, x, a)));
}

/** best = the place of a triangle nearest to a thing's centre, axis or, of a tube, curve about a chord */
function nearestTo({ shape }: ClothObstacle, chord: number, x: Float64Array, a: number, b: number, c: number): void {
  if (chord === none) nearestToAxis(shape, x, a, b, c);
  else tube.nearest(chord, x, a, b, c);
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
function lookAhead(state: StepState, obstacle: ClothObstacle, triangles: Int32Array, t: number, chord: number): void {
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
  nearestTo(obstacle, chord, corners, 0, 3, 6);
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

function add(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  triangles: Int32Array,
  t: number,
  feature: number,
): void {
  const { radius } = obstacle.shape;
  share[0] = best.w0;
  share[1] = best.w1;
  share[2] = best.w2;
  for (let c = 0; c < 3; c++) place[c] = axis[c] + radius * between[c];
  const gap = nearestNow - radius - 0.5 * state.cloth.thickness[triangles[t]];
  const nodes = triangles.subarray(t, t + 3);
  meet(state, obstacle, number, nodes, share, between, place, gap, reach, feature);
}
