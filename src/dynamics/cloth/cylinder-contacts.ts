import { lowest, lowestOnSegment } from '../../collision/narrow/cylinder-edge.js';
import { apart } from '../../collision/narrow/round-triangle.js';
import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';
import { dot3, norm3 } from '../../math/vec3.js';
import { meet } from './meeting.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';
import { aheadOf, isBeyond } from './surroundings.js';
import { inner, putUpright } from './upright.js';

/** Sine of the angle between a triangle and an end below which other places of the rim than the lowest may come down on it within a step. */
const leaning = 0.3;

/** Weight of a corner of a triangle below which the rim is over an edge: the edge has contacts of its own. */
const inside = 1e-6;

/** Numbers of the places of rims, and behind them those of edges. */
const [ofRims, ofEdges] = [1, 9];

const normal = new Float64Array(3);
const place = new Float64Array(3);
const axis = new Float64Array(3);
const down = new Float64Array(3);
const across = new Float64Array(3);
const share = new Float64Array(3);
const y = new Float64Array(6);
const ways = new Float64Array(6);
/** places of an edge now: how many, where, how near, with which normals; found again after the free way they are in `lowest` */
const now = { n: 0, at: new Float64Array(6), distance: new Float64Array(6), normal: new Float64Array(18) };

/**
 * Cylinders against the edges and triangles of cloths: edges where they are nearest to the side, an end or a rim; and the rims over
 * triangles, at the lowest place of each and, where an end stands on the triangle, at three more. Vertices alone would let it through.
 *
 * @param from number of the first contact with its vertices
 */
export function findCylinderContacts(state: StepState, obstacle: ClothObstacle, number: number, from: number): void {
  const { shape } = obstacle;
  if (shape.type !== 'cylinder') return;
  const range = 0.5 * state.cloth.thickest + aheadOf(state, obstacle);
  if (isBeyond(shape.position, shape.extent + range)) return;
  findEdges(state, obstacle, number, range);
  findRims(state, obstacle, number, range);
  if (state.into === 0 && !obstacle.scripted) putUpright(state, obstacle, from);
}

function findEdges(state: StepState, obstacle: ClothObstacle, number: number, range: number): void {
  const { shape } = obstacle;
  const { cloth, x, into } = state;
  const { edges } = cloth;
  const far = shape.extent + range;
  for (let e = 0; e < edges.length; e += 2) {
    const i = 3 * edges[e];
    const j = 3 * edges[e + 1];
    if (apart(x, i, j, j, shape.position, far)) continue;
    for (let c = 0; c < 3; c++) {
      y[c] = x[i + c];
      y[3 + c] = x[j + c];
    }
    lowestOnSegment(shape, y);
    if (lowest.n === 0 || lowest.distance[0] > range) continue;
    now.n = lowest.n;
    now.at.set(lowest.at);
    now.distance.set(lowest.distance);
    now.normal.set(lowest.normal);
    const nodes = edges.subarray(e, e + 2);
    const isTold = into === 0 && lookAhead(state, obstacle, nodes);
    for (let k = 0; k < now.n; k++) addOnEdge(state, obstacle, number, nodes, k, isTold);
  }
}

/**
 * Finds where the edge will be nearest at the end of its free way past the cylinder, see `RoundContacts`: false where the way leads
 * through it, or the cloth has come into it, and the places of now decide.
 */
function lookAhead({ x, free, h, cloth }: StepState, obstacle: ClothObstacle, nodes: Int32Array): boolean {
  const half = 0.5 * cloth.thickness[nodes[0]];
  if (now.distance[0] < 0.5 * half) return false;
  // what is round goes where its axis goes, however it turns about it
  footOnAxis(obstacle, now.at[0]);
  obstacle.carriedVelocity(axis[0], axis[1], axis[2]);
  for (let k = 0; k < 6; k++) {
    const at = 3 * nodes[k < 3 ? 0 : 1] + (k % 3);
    ways[k] = h * (free[at] - obstacle.velocity[k % 3]);
    y[k] = x[at] + ways[k];
  }
  lowestOnSegment(obstacle.shape, y);
  return lowest.n > 0 && lowest.distance[0] > 0 && dot3(lowest.normal, 0, now.normal, 0) > 0;
}

/** axis = the place of the cylinder's axis nearest to the place s of the edge y */
function footOnAxis({ shape }: ClothObstacle, s: number): void {
  const { position: o, rotation: R, ends } = shape;
  let along = 0;
  let half = 0;
  for (let c = 0; c < 3; c++) {
    along += R[3 * c + 2] * (y[c] + s * (y[3 + c] - y[c]) - o[c]);
    half += 0.5 * R[3 * c + 2] * (ends[3 + c] - ends[c]);
  }
  along = Math.max(-half, Math.min(half, along));
  for (let c = 0; c < 3; c++) axis[c] = o[c] + along * R[3 * c + 2];
}

/** Contact k of an edge; `isTold`: at the place and with the normal of the end of its free way, as far as there is one. */
function addOnEdge(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: Int32Array,
  k: number,
  isTold: boolean,
): void {
  const later = isTold && k < lowest.n;
  const found = later ? lowest : now;
  const s = found.at[k];
  if (s < inner || s > 1 - inner) return;
  const half = 0.5 * state.cloth.thickness[nodes[0]];
  let along = 0;
  for (let c = 0; c < 3; c++) {
    normal[c] = found.normal[3 * k + c];
    const way = later ? (1 - s) * ways[c] + s * ways[3 + c] : 0;
    along += normal[c] * way;
    const at = (1 - s) * state.x[3 * nodes[0] + c] + s * state.x[3 * nodes[1] + c] + way;
    place[c] = at - found.distance[k] * normal[c];
  }
  share[0] = 1 - s;
  share[1] = s;
  const reach = later ? Math.max(found.distance[k] - half - along, 0) : undefined;
  const gap = now.distance[Math.min(k, now.n - 1)] - half;
  meet(state, obstacle, number, nodes, share, normal, place, gap, reach, ofEdges + k);
}

function findRims(state: StepState, obstacle: ClothObstacle, number: number, range: number): void {
  const { shape } = obstacle;
  const { cloth, x } = state;
  const { triangles } = cloth;
  const R = shape.rotation;
  const far = shape.extent + range;
  for (let t = 0; t < triangles.length; t += 3) {
    if (apart(x, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], shape.position, far)) continue;
    const nodes = triangles.subarray(t, t + 3);
    if (!faceAway(x, nodes, shape.position)) continue;
    const slope = downhill(R);
    const along = normal[0] * R[2] + normal[1] * R[5] + normal[2] * R[8];
    for (let end = 0; end < 2; end++) {
      // the other end's rim is behind the cylinder
      if ((end === 0 ? -along : along) < -inside) continue;
      const places = slope < leaning ? 4 : 1;
      for (let k = 0; k < places; k++) addOnRim(state, obstacle, number, nodes, end, k, range);
    }
  }
}

/** normal = unit normal of the triangle, away from p; false where it has no area */
function faceAway(x: Float64Array, [i, j, k]: Int32Array, p: Float64Array): boolean {
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    normal[c] =
      (x[3 * j + d] - x[3 * i + d]) * (x[3 * k + e] - x[3 * i + e]) -
      (x[3 * j + e] - x[3 * i + e]) * (x[3 * k + d] - x[3 * i + d]);
  }
  let size = norm3(normal);
  if (size === 0) return false;
  let side = 0;
  for (let c = 0; c < 3; c++) side += normal[c] * (x[3 * i + c] - p[c]);
  if (side < 0) size = -size;
  for (let c = 0; c < 3; c++) normal[c] /= size;
  return true;
}

/** down = where the ends lean towards the triangle, across = level in them; returns the sine of the angle between the two. */
function downhill(R: Float64Array): number {
  const along = normal[0] * R[2] + normal[1] * R[5] + normal[2] * R[8];
  for (let c = 0; c < 3; c++) down[c] = normal[c] - along * R[3 * c + 2];
  const slope = norm3(down);
  for (let c = 0; c < 3; c++) down[c] = slope > 1e-9 ? down[c] / slope : R[3 * c];
  across[0] = R[5] * down[2] - R[8] * down[1];
  across[1] = R[8] * down[0] - R[2] * down[2];
  across[2] = R[2] * down[1] - R[5] * down[0];
  return slope;
}

/** Contact of a rim with a triangle: place k of its lowest, the one a quarter on, its highest and the last, where it is over the triangle. */
function addOnRim(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: Int32Array,
  end: number,
  k: number,
  range: number,
): void {
  const { ends, radius, size } = obstacle.shape;
  const { cloth, x } = state;
  const cosine = k === 0 ? radius : k === 2 ? -radius : 0;
  const sine = k === 1 ? radius : k === 3 ? -radius : 0;
  const corner = 3 * nodes[0];
  let distance = 0;
  for (let c = 0; c < 3; c++) {
    place[c] = ends[3 * end + c] + cosine * down[c] + sine * across[c];
    distance += normal[c] * (x[corner + c] - place[c]);
  }
  const thickness = cloth.thickness[nodes[0]];
  // deeper than the cylinder is thick, it belongs to the other side
  if (distance > range || distance < -Math.max(size, thickness)) return;
  closestOnTriangle(x, corner, 3 * nodes[1], 3 * nodes[2], place[0], place[1], place[2]);
  if (Math.min(weights[0], weights[1], weights[2]) < inside) return;
  share.set(weights);
  meet(
    state,
    obstacle,
    number,
    nodes,
    share,
    normal,
    place,
    distance - 0.5 * thickness,
    undefined,
    ofRims + 4 * end + k,
  );
}
