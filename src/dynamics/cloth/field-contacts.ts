import { lowestOnTriangle, lowestPlace } from '../../collision/narrow/field-triangle.js';
import { apart } from '../../collision/narrow/round-triangle.js';
import { meet } from './meeting.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';
import { aheadOf, isBeyond } from './surroundings.js';

/** Weight of a corner beyond which a place is left to its vertex. */
const atVertex = 1 - 1e-6;

const share = new Float64Array(3);
const place = new Float64Array(3);

/**
 * Solids given by their signed distance against the triangles of cloths: one contact for each triangle, or each edge of two, where the
 * distance is least. It is a local minimum that is found; a triangle so large that the solid comes through it in two places has one.
 */
export class FieldContacts {
  /** edges whose contact has been found for the present solid */
  readonly #edges = new Set<number>();

  find(state: StepState, obstacle: ClothObstacle, number: number): void {
    const { shape } = obstacle;
    if (shape.type !== 'distance') return;
    const { cloth, x } = state;
    const { triangles } = cloth;
    const range = 0.5 * cloth.thickest + aheadOf(state, obstacle);
    const far = shape.extent + range;
    if (isBeyond(shape.position, far)) return;
    this.#edges.clear();
    for (let t = 0; t < triangles.length; t += 3) {
      const nodes = triangles.subarray(t, t + 3);
      const [a, b, c] = [3 * nodes[0], 3 * nodes[1], 3 * nodes[2]];
      if (apart(x, a, b, c, shape.position, far)) continue;
      const distance = lowestOnTriangle(shape, x, a, b, c, range);
      if (distance > range) continue;
      const { weights: w, normal } = lowestPlace;
      if (Math.max(w[0], w[1], w[2]) > atVertex || this.#isKnown(cloth.nodes, nodes)) continue;
      for (let i = 0; i < 3; i++) {
        place[i] = w[0] * x[a + i] + w[1] * x[b + i] + w[2] * x[c + i] - distance * normal[i];
        share[i] = w[i];
      }
      meet(state, obstacle, number, nodes, share, normal, place, distance - 0.5 * cloth.thickness[nodes[0]]);
    }
  }

  /** Whether the place is on an edge that another triangle has brought in. */
  #isKnown(nodes: number, corners: Int32Array): boolean {
    const open = lowestPlace.weights.indexOf(0);
    if (open < 0) return false;
    const [i, j] = [corners[(open + 1) % 3], corners[(open + 2) % 3]];
    const key = Math.min(i, j) * nodes + Math.max(i, j);
    if (this.#edges.has(key)) return true;
    this.#edges.add(key);
    return false;
  }
}
