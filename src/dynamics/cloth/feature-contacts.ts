import { closestOfSegments, nearest, segmentsApart } from '../../collision/narrow/segments.js';
import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';
import type { ClothObstacle } from './obstacle.js';
import { meet, slack } from './meeting.js';
import type { StepState } from './step-state.js';

const inner = 1e-3;
const normal = new Float64Array(3);
const obstacle3 = new Float64Array(3);
const outward = new Float64Array(3);
const share = new Float64Array(3);

/**
 * Corners and edges of boxes and polyhedra against the triangles and edges of a cloth: what [Ly20 5.4] names as missing
 * for obstacles with sharp edges. Each corner keeps the nearest triangle, each pair of edges its crossing.
 */
export function findFeatureContacts(state: StepState, obstacle: ClothObstacle, number: number): void {
  if (!obstacle.shape.polyhedron) return;
  findCorners(state, obstacle, number);
  findCrossings(state, obstacle, number, obstacle.shape.polyhedron.edges);
}

function findCorners(state: StepState, obstacle: ClothObstacle, number: number): void {
  const { cloth, x } = state;
  const { triangles } = cloth;
  const p = obstacle.shape.vertices;
  const range = reachOf(state, obstacle);
  const near = range + 2 * cloth.edgeLength;
  for (let k = 0; k < p.length; k += 3) {
    let best = range * range;
    let found = -1;
    for (let t = 0; t < triangles.length; t += 3) {
      const i = 3 * triangles[t];
      if (Math.abs(x[i] - p[k]) > near || Math.abs(x[i + 1] - p[k + 1]) > near) continue;
      if (Math.abs(x[i + 2] - p[k + 2]) > near) continue;
      const square = closestOnTriangle(x, i, 3 * triangles[t + 1], 3 * triangles[t + 2], p[k], p[k + 1], p[k + 2]);
      if (square >= best || weights[0] < inner || weights[1] < inner || weights[2] < inner) continue;
      best = square;
      found = t;
      for (let c = 0; c < 3; c++) share[c] = weights[c];
    }
    if (found < 0) continue;
    placeFeature(obstacle, p, k, k, 0);
    addFeature(state, obstacle, number, triangles.subarray(found, found + 3), share, 1 + k / 3);
  }
}

function findCrossings(state: StepState, obstacle: ClothObstacle, number: number, sharp: ArrayLike<number>): void {
  const { cloth, x } = state;
  const { edges } = cloth;
  const p = obstacle.shape.vertices;
  const range = reachOf(state, obstacle);
  for (let k = 0; k < sharp.length; k += 2) {
    const a = 3 * sharp[k];
    const b = 3 * sharp[k + 1];
    for (let e = 0; e < edges.length; e += 2) {
      const i = 3 * edges[e];
      const j = 3 * edges[e + 1];
      if (segmentsApart(x, i, j, p, a, b, range)) continue;
      closestOfSegments(x, i, j, p, a, b);
      const { s, t, parallel } = nearest;
      if (parallel || s < inner || s > 1 - inner || t < inner || t > 1 - inner) continue;
      placeFeature(obstacle, p, a, b, t);
      share[0] = 1 - s;
      share[1] = s;
      addFeature(state, obstacle, number, edges.subarray(e, e + 2), share, 1 + (p.length / 3 + k / 2));
    }
  }
}

/** obstacle3 = place t of the way from corner a to corner b; outward = from the middle of the obstacle to there */
function placeFeature({ shape }: ClothObstacle, p: Float64Array, a: number, b: number, t: number): void {
  for (let c = 0; c < 3; c++) {
    obstacle3[c] = (1 - t) * p[a + c] + t * p[b + c];
    outward[c] = obstacle3[c] - shape.position[c];
  }
}

/** Contact of the cloth's point Σ α x with the obstacle's point, if near enough. */
function addFeature(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: Int32Array,
  alpha: Float64Array,
  feature: number,
): void {
  const { cloth, x } = state;
  const thickness = cloth.thickness[nodes[0]];
  let square = 0;
  let side = 0;
  for (let c = 0; c < 3; c++) {
    normal[c] = -obstacle3[c];
    for (let k = 0; k < nodes.length; k++) normal[c] += alpha[k] * x[3 * nodes[k] + c];
    square += normal[c] * normal[c];
    side += normal[c] * outward[c];
  }
  if (square === 0) return;
  const sign = side < 0 ? -1 : 1;
  const length = Math.sqrt(square);
  const gap = sign * length - 0.5 * thickness;
  // deeper than the cloth is thick, the feature belongs to another side of the obstacle
  if (gap < -1.5 * thickness) return;
  for (let c = 0; c < 3; c++) normal[c] *= sign / length;
  meet(state, obstacle, number, nodes, alpha, normal, obstacle3, gap, undefined, feature);
}

/** How far off features are looked at: the thickness and the way of half an edge; at the end, where they overlap only. */
function reachOf({ cloth, h, into }: StepState, obstacle: ClothObstacle): number {
  if (into > 0) return cloth.thickest;
  return cloth.thickest * (0.5 + slack) + h * obstacle.speed + 0.5 * cloth.edgeLength;
}
