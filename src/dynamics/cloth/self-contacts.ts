import { volume } from '../../geometry/tetrahedron.js';
import { EdgeContacts } from './edge-contacts.js';
import { haste, shiftLayers, slack } from './meeting.js';
import { Proximity, places } from './proximity.js';
import type { SelfContact } from './settings.js';
import type { StepState } from './step-state.js';

const mean = new Float64Array(3);
const at = new Float64Array(3);
/** relative velocity of a vertex and its place, along the normal, and its size (m/s) */
let approach = 0;
let speed = 0;

/** Finds where a cloth touches itself, or would before the end of the step. */
export class SelfContacts {
  readonly #proximity: Proximity;
  readonly #move: Float64Array;
  #edges: EdgeContacts | undefined;

  constructor(state: StepState) {
    this.#proximity = new Proximity(state.cloth);
    this.#move = new Float64Array(state.cloth.dofs);
  }

  /** Adds the contacts to the state's list: pairs of vertices [Ly20 4.1], or vertices and triangles. */
  find(state: StepState, kind: SelfContact): void {
    const { cloth, x, into } = state;
    const { triangles } = cloth;
    this.#moves(state);
    const near = this.#proximity;
    near.find(x, this.#move, cloth.thickest * (into > 0 ? 1 : 1 + slack));
    for (let i = 0; i < cloth.nodes; i++) {
      for (let s = places * i; s < places * i + near.count[i]; s++) {
        const thickness = cloth.layerDistance(i, triangles[near.triangle[s]]);
        if (into > 0 && hasCrossed(state, i, triangles.subarray(near.triangle[s], near.triangle[s] + 3))) near.turn(s);
        const gap = near.distance[s] - thickness;
        if (!this.#isWanted(state, i, s, gap) || !this.#counts(state, i, s, gap, thickness)) continue;
        if (kind === 'vertex-vertex') this.#addPair(state, i, s, gap);
        else this.#addFace(state, i, s, gap);
      }
    }
    if (kind !== 'vertex-face-edge-edge') return;
    this.#edges ??= new EdgeContacts(state);
    this.#edges.find(state, this.#move);
  }

  #isWanted(state: StepState, i: number, s: number, gap: number): boolean {
    if (!state.ask) return true;
    const { cloth, x } = state;
    const { direction, weights, triangle } = this.#proximity;
    const corner = cloth.triangles[triangle[s]];
    at.fill(0);
    for (let k = 0; k < 3; k++) {
      const node = cloth.triangles[triangle[s] + k];
      for (let c = 0; c < 3; c++) at[c] += weights[3 * s + k] * x[3 * node + c];
    }
    return state.isWanted(i, -1, corner, at, direction, 3 * s, gap, cloth.friction(i, corner));
  }

  /** Whether a place is a contact: it may close within the step, or, on looking at its end, overlaps there. */
  #counts(state: StepState, i: number, s: number, gap: number, thickness: number): boolean {
    const { h, free, into, layersOverlap } = state;
    if (into > 0) return state.isTooDeep(gap, 0.5 * thickness, layersOverlap);
    this.#relative(free, i, s, state.cloth.triangles);
    return gap + h * approach <= slack * thickness + haste * h * speed;
  }

  /** How far each vertex moves against the mean motion, to the end of the step or back to its start, at most two edges along each axis. */
  #moves(state: StepState): void {
    const { cloth, into } = state;
    const free = into > 0 ? state.v : state.free;
    const h = into > 0 ? -state.h : state.h;
    const n = cloth.nodes;
    const most = 2 * cloth.edgeLength;
    mean.fill(0);
    for (let k = 0; k < 3 * n; k++) mean[k % 3] += free[k] / n;
    for (let k = 0; k < 3 * n; k++) {
      this.#move[k] = Math.min(Math.max(h * (free[k] - mean[k % 3]), -most), most);
    }
  }

  /** Sets `approach` and `speed` of vertex i against its place s. */
  #relative(v: Float64Array, i: number, s: number, triangles: Int32Array): void {
    const { direction, weights, triangle } = this.#proximity;
    approach = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      let relative = v[3 * i + c];
      for (let k = 0; k < 3; k++) relative -= weights[3 * s + k] * v[3 * triangles[triangle[s] + k] + c];
      approach += direction[3 * s + c] * relative;
      square += relative * relative;
    }
    speed = Math.sqrt(square);
  }

  /** The corner of the nearest triangle that is nearest to the place. */
  #corner(s: number, triangles: Int32Array): number {
    const { weights, triangle } = this.#proximity;
    let best = 0;
    for (let k = 1; k < 3; k++) if (weights[3 * s + k] > weights[3 * s + best]) best = k;
    return triangles[triangle[s] + best];
  }

  #addPair(state: StepState, i: number, s: number, gap: number): void {
    const { triangles } = state.cloth;
    const partner = this.#corner(s, triangles);
    const near = this.#proximity;
    // the partner may have found the same pair: the nearer of the two counts
    for (let q = places * partner; q < places * partner + near.count[partner]; q++) {
      if (this.#corner(q, triangles) !== i) continue;
      if (near.distance[q] < near.distance[s] || (near.distance[q] === near.distance[s] && partner < i)) return;
    }
    const j = this.#add(state, i, s, gap);
    state.contacts.join(j, i, 1, state.inverseMass[i]);
    state.contacts.join(j, partner, -1, state.inverseMass[partner]);
    state.grant(j);
    shiftLayers(state, j, i);
  }

  #addFace(state: StepState, i: number, s: number, gap: number): void {
    const { triangles } = state.cloth;
    const j = this.#add(state, i, s, gap);
    state.contacts.join(j, i, 1, state.inverseMass[i]);
    for (let k = 0; k < 3; k++) {
      const weight = this.#proximity.weights[3 * s + k];
      if (weight === 0) continue;
      const node = triangles[this.#proximity.triangle[s] + k];
      state.contacts.join(j, node, -weight, state.inverseMass[node]);
    }
    state.grant(j);
    shiftLayers(state, j, i);
  }

  #add({ cloth, contacts }: StepState, i: number, s: number, gap: number): number {
    const d = this.#proximity.direction;
    const mu = cloth.friction(i, cloth.triangles[this.#proximity.triangle[s]]);
    return contacts.add(d[3 * s], d[3 * s + 1], d[3 * s + 2], gap, mu, -1);
  }
}

/** Whether vertex i was on the other side of a triangle at the start of the step, and is over it now. */
function hasCrossed({ q0, x }: StepState, i: number, [a, b, c]: Int32Array): boolean {
  return volume(q0, a, b, c, i) * volume(x, a, b, c, i) < 0;
}
