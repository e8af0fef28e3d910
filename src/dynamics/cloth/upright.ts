import { norm3, squareDistance3 } from '../../math/vec3.js';
import { stencil } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

/**
 * Places with a weight nearer to 1 than this are left to the vertex: no more than rounding. The normal of a vertex leans as soon as the thing is
 * not above it, so that what stands on it is a pendulum upside down: with 1e-3 a rope on flat cloth rolled off a row of vertices, and went on.
 */
export const inner = 1e-9;

/** Sine of the angle between the side of a cylinder and a contact's plane below which the contact is one of its side. */
const level = 1e-6;

const axis = new Float64Array(3);
const place = new Float64Array(3);
const between = new Float64Array(3);

/**
 * Contacts from number `from` on with one thing that lean, by so little that nobody can tell their gaps, are put upright: where the thing is
 * over the cloth. A vertex or edge beside that place is farther off by y²/2d, and its normal leans by y/d. Where that is much, its gap
 * keeps it from bearing. Where it is less than a step is solved to, it would bear as well as one that does not lean: a pendulum upside down, by
 * which a rope rolled off a row of vertices until the gap could be told.
 */
export function putUpright(state: StepState, obstacle: ClothObstacle, from: number): void {
  const { contacts, settings, h, cloth, inverseMass } = state;
  const { normal, w } = contacts;
  const { radius } = obstacle.shape;
  const unseen = 2 * settings.tolerance * h * h * norm3(Float64Array.from(settings.gravity));
  for (let j = from; j < contacts.n; j++) {
    if (!isSide(obstacle, normal, 3 * j)) continue;
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

/** Whether a contact whose normal begins at normals[at] leads to the axis: all of round things do, of cylinders those of the side. */
function isSide({ shape }: ClothObstacle, normals: Float64Array, at: number): boolean {
  if (shape.type !== 'cylinder') return true;
  const R = shape.rotation;
  return Math.abs(normals[at] * R[2] + normals[at + 1] * R[5] + normals[at + 2] * R[8]) <= level;
}
