import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';
import type { ClothObstacle } from './obstacle.js';
import { margin, shiftNormal, slack } from './obstacle-contacts.js';
import type { StepState } from './step-state.js';

/** Round obstacles thinner than this many edges of the cloth could slip between its vertices. */
const thin = 1.5;
/** Places this near to a vertex are left to the vertex. */
const inner = 1e-3;

const point = new Float64Array(3);
const between = new Float64Array(3);

/**
 * Thin round obstacles, as the segments of rods, against the triangles of a cloth: the centre of a ball, one end and the middle
 * of a capsule, each with the triangle that is nearest to it. Vertices alone [Ly20] would let them through.
 */
export function findPointContacts(state: StepState, obstacles: readonly ClothObstacle[]): void {
  const { cloth } = state;
  bounds(state);
  for (let o = 0; o < obstacles.length; o++) {
    const { shape } = obstacles[o];
    const round = shape.type === 'sphere' || shape.type === 'capsule';
    if (!round || shape.radius > thin * cloth.edgeLength) continue;
    findNearest(state, obstacles[o], o, shape.position);
    if (shape.type === 'capsule') findNearest(state, obstacles[o], o, shape.ends);
  }
}

const box = new Float64Array(6);

/** box = what holds all vertices */
function bounds({ q0 }: StepState): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
  for (let k = 0; k < q0.length; k++) {
    box[k % 3] = Math.min(box[k % 3], q0[k]);
    box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], q0[k]);
  }
}

function findNearest(state: StepState, obstacle: ClothObstacle, number: number, at: Float64Array): void {
  const { cloth, q0: x, settings } = state;
  const { triangles } = cloth.surface;
  const offset = obstacle.shape.radius + 0.5 * cloth.material.thickness;
  const range = offset + slack * cloth.material.thickness + settings.h * obstacle.speed + 0.5 * cloth.edgeLength;
  for (let c = 0; c < 3; c++) if (at[c] < box[c] - range || at[c] > box[3 + c] + range) return;
  const near = range + 2 * cloth.edgeLength;
  let best = range * range;
  let found = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const i = 3 * triangles[t];
    if (Math.abs(x[i] - at[0]) > near || Math.abs(x[i + 1] - at[1]) > near || Math.abs(x[i + 2] - at[2]) > near)
      continue;
    const square = closestOnTriangle(x, i, 3 * triangles[t + 1], 3 * triangles[t + 2], at[0], at[1], at[2]);
    if (square >= best) continue;
    best = square;
    found = t;
  }
  if (found < 0 || best === 0) return;
  const [a, b, c] = triangles.subarray(found, found + 3);
  closestOnTriangle(x, 3 * a, 3 * b, 3 * c, at[0], at[1], at[2]);
  if (Math.max(weights[0], weights[1], weights[2]) > 1 - inner) return;
  add(state, obstacle, number, [a, b, c], at, Math.sqrt(best), offset);
}

function add(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: readonly number[],
  at: Float64Array,
  distance: number,
  offset: number,
): void {
  const { contacts, q0, free, settings, inverseMass } = state;
  for (let c = 0; c < 3; c++) {
    between[c] = -at[c];
    for (let k = 0; k < 3; k++) between[c] += weights[k] * q0[3 * nodes[k] + c];
    between[c] /= distance;
    point[c] = at[c] + obstacle.shape.radius * between[c];
  }
  const gap = distance - offset;
  const j = contacts.add(between[0], between[1], between[2], gap, obstacle.friction, number);
  for (let k = 0; k < 3; k++) {
    if (weights[k] > 0) contacts.join(j, nodes[k], weights[k], inverseMass[nodes[k]]);
  }
  obstacle.surfaceVelocity(point[0], point[1], point[2]);
  let uN = contacts.along(free, j);
  for (let c = 0; c < 3; c++) {
    contacts.w[3 * j + c] = -obstacle.velocity[c];
    uN -= between[c] * obstacle.velocity[c];
  }
  if (gap + settings.h * uN > margin(state, obstacle, Math.abs(uN))) contacts.n--;
  else shiftNormal(contacts, j, state, obstacle.restitution, uN);
}
