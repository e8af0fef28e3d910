import { BroadPhase } from '../../collision/broad-phase.js';
import { closestOfSegments, nearest } from '../../collision/narrow/segments.js';
import { squareDistance3 } from '../../math/vec3.js';
import { volume } from '../../geometry/tetrahedron.js';
import { shiftLayers, slack } from './meeting.js';
import type { StepState } from './step-state.js';

/** Nearest points this near to the end of an edge belong to a vertex, which has its own contacts. */
const inner = 1e-3;

/**
 * Finds where edges of a cloth cross, or would cross before the end of the step: beyond [Ly20], whose contacts are
 * vertices only. The contact's four vertices have the weights (1 - s, s, -(1 - t), -t).
 */
export class EdgeContacts {
  readonly #broad = new BroadPhase();
  readonly #boxes: Float64Array;
  readonly #owner: Int32Array;
  readonly #self: Uint8Array;
  readonly #near: number;

  constructor(state: StepState) {
    const { cloth } = state;
    const count = cloth.edges.length / 2;
    this.#boxes = new Float64Array(6 * count);
    this.#owner = new Int32Array(count);
    this.#self = new Uint8Array(count).fill(1);
    const near = Math.max(2.1 * cloth.edgeLength, 2 * cloth.thickest);
    this.#near = near * near;
  }

  /** @param move displacements in the step, against the mean motion (m) */
  find(state: StepState, move: Float64Array): void {
    const { edges } = state.cloth;
    const { x } = state;
    const reach = 0.5 * state.cloth.thickest * (1 + slack);
    for (let e = 0; 2 * e < edges.length; e++) {
      for (let c = 0; c < 3; c++) {
        const i = 3 * edges[2 * e] + c;
        const j = 3 * edges[2 * e + 1] + c;
        this.#boxes[6 * e + c] = Math.min(x[i], x[j], x[i] + move[i], x[j] + move[j]) - reach;
        this.#boxes[6 * e + 3 + c] = Math.max(x[i], x[j], x[i] + move[i], x[j] + move[j]) + reach;
      }
    }
    const broad = this.#broad;
    broad.find(edges.length / 2, this.#boxes, this.#owner, this.#self);
    for (let p = 0; p < broad.n; p++) this.#test(state, broad.first[p], broad.second[p]);
  }

  #test(state: StepState, first: number, second: number): void {
    const { cloth, x, into } = state;
    const { edges, piece } = cloth;
    const a = edges[2 * first];
    const b = edges[2 * first + 1];
    const c = edges[2 * second];
    const d = edges[2 * second + 1];
    if (piece[a] === piece[c] && this.#related(cloth.rest, a, b, c, d)) return;
    closestOfSegments(x, 3 * a, 3 * b, x, 3 * c, 3 * d);
    const { s, t, parallel } = nearest;
    if (parallel || s < inner || s > 1 - inner || t < inner || t > 1 - inner) return;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const u = (1 - s) * x[3 * a + k] + s * x[3 * b + k];
      gapVector[k] = u - (1 - t) * x[3 * c + k] - t * x[3 * d + k];
      square += gapVector[k] * gapVector[k];
    }
    // edges that have come through each other are as far apart to the other side
    const crossed = into > 0 && volume(state.q0, a, b, c, d) * volume(x, a, b, c, d) < 0;
    const distance = crossed ? -Math.sqrt(square) : Math.sqrt(square);
    if (distance === 0) return;
    const thickness = cloth.layerDistance(a, c);
    const { contacts, inverseMass, h, free } = state;
    const gap = distance - thickness;
    for (let k = 0; k < 3; k++) {
      place[k] = (1 - t) * x[3 * c + k] + t * x[3 * d + k];
      gapVector[k] /= distance;
    }
    contacts.beginLayers(cloth.owner[a], cloth.owner[c]);
    const j = contacts.open(place, gapVector, 0, gap, cloth.friction(a, c));
    contacts.join(j, a, 1 - s, inverseMass[a]);
    contacts.join(j, b, s, inverseMass[b]);
    contacts.join(j, c, t - 1, inverseMass[c]);
    contacts.join(j, d, -t, inverseMass[d]);
    const counts = (): boolean =>
      into > 0
        ? state.isTooDeep(gap, 0.5 * thickness, state.layersOverlap)
        : gap + h * contacts.along(free, j) <= slack * thickness;
    if (state.isWanted(j) && counts()) {
      contacts.addBelt(j);
      shiftLayers(state, j, a);
    } else contacts.drop();
  }

  #related(X: Float64Array, a: number, b: number, c: number, d: number): boolean {
    const near = this.#near;
    return (
      squareDistance3(X, 3 * a, X, 3 * c) < near ||
      squareDistance3(X, 3 * a, X, 3 * d) < near ||
      squareDistance3(X, 3 * b, X, 3 * c) < near ||
      squareDistance3(X, 3 * b, X, 3 * d) < near
    );
  }
}

const gapVector = new Float64Array(3);
const place = new Float64Array(3);
