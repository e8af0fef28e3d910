import { sharedFloats } from '../../linalg/kernel/shared-work.js';
import { hasCrossed } from '../../geometry/crossing.js';
import { meetEdges } from './edge-contacts.js';
import { haste, settleLayers, slack } from './meeting.js';
import { PlacesAhead } from '../../collision/places-ahead.js';
import { EdgePairs } from '../../collision/edge-pairs.js';
import { Proximity, places } from '../../collision/proximity.js';
import { type SelfContact, looksAtEnds } from './settings.js';
import type { StepState } from './step-state.js';

const mean = new Float64Array(3);
const at = new Float64Array(3);
/** relative speed of a vertex and its place (m/s) */
let speed = 0;

/** Finds where a cloth touches itself, or would before the end of the step. */
export class SelfContacts {
  readonly #proximity: Proximity;
  readonly #ahead: PlacesAhead;
  readonly #move: Float64Array;
  /** positions of the vertices at the end of the step by themselves */
  readonly #end: Float64Array;
  #edges: EdgePairs | undefined;

  constructor(state: StepState) {
    this.#proximity = new Proximity(state.cloth);
    this.#ahead = new PlacesAhead(state.cloth, this.#proximity);
    this.#move = sharedFloats(state.cloth.dofs);
    this.#end = new Float64Array(state.cloth.dofs);
  }

  /** Adds the contacts to the state's list: pairs of vertices [Ly20 4.1], or vertices and triangles. */
  find(state: StepState, kind: SelfContact): void {
    const { cloth, q0, x, into } = state;
    const { triangles } = cloth;
    this.#moves(state);
    const near = this.#proximity;
    near.find(x, this.#move, cloth.thickest * (into > 0 ? 1 : 1 + slack), haste, state.crew);
    this.#lookAhead(state, kind);
    for (let i = 0; i < cloth.nodes; i++) {
      for (let s = places * i; s < places * i + near.count[i]; s++) {
        if (this.#ahead.isNone(s)) continue;
        const thickness = cloth.layerDistance(i, triangles[near.triangle[s]]);
        if (into > 0 && hasCrossed(q0, x, i, triangles, near.triangle[s], 0.5 * thickness)) near.turn(s);
        const gap = near.distance[s] - thickness;
        const reach = this.#ahead.take(s) ? this.#reach(state, i, s) : gap;
        const j = this.#add(state, i, s, gap, kind === 'vertex-vertex');
        const counts = state.isWanted(j) && this.#counts(state, i, s, reach, thickness);
        settleLayers(state, j, i, counts && !this.#isKnown(kind, i, s, triangles), reach);
      }
    }
    if (kind !== 'vertex-face-edge-edge') return;
    this.#edges ??= new EdgePairs(cloth, cloth.edges);
    const reach = 0.5 * cloth.thickest * (1 + slack);
    this.#edges.find(x, this.#move, reach, (a, b, c, d, s, t) => meetEdges(state, a, b, c, d, s, t));
  }

  /**
   * Looks at the ends of the ways of vertices that see an edge of cloth, and are not pressed into it: there they see what they come to lie on.
   * An edge that comes over a vertex, linearised, would push it along, and so drag everything that slides over cloth (see `obstacle-contacts.ts`).
   * A guess, as the way without impulses is not the one that is gone: only where the end of the step is looked at. Elsewhere folds would pass
   * through each other (square-3: seven edges).
   */
  #lookAhead({ cloth, x, free, h, into, settings }: StepState, kind: SelfContact): void {
    const ahead = this.#ahead;
    ahead.clear();
    if (into > 0 || kind === 'vertex-vertex' || !looksAtEnds(settings)) return;
    const { count, distance, triangle, weights } = this.#proximity;
    for (let i = 0; i < cloth.nodes; i++) {
      for (let s = places * i; s < places * i + count[i]; s++) {
        const isOnEdge = weights[3 * s] === 0 || weights[3 * s + 1] === 0 || weights[3 * s + 2] === 0;
        if (isOnEdge && distance[s] >= 0.75 * cloth.layerDistance(i, cloth.triangles[triangle[s]])) ahead.ask(i, s);
      }
    }
    for (let k = 0; k < x.length; k++) this.#end[k] = x[k] + h * free[k];
    ahead.find(x, this.#end);
  }

  /** How far vertex i and its place s, where they meet at the end of the step, may come together till then (m). */
  #reach({ cloth, x }: StepState, i: number, s: number): number {
    const thickness = cloth.layerDistance(i, cloth.triangles[this.#proximity.triangle[s]]);
    return Math.max(this.#along(x, i, s, cloth.triangles) - thickness, 0);
  }

  /** Whether a place is a contact: it may close within the step, or, on looking at its end, overlaps there. */
  #counts(state: StepState, i: number, s: number, reach: number, thickness: number): boolean {
    const { h, free, into, layersOverlap } = state;
    if (into > 0) return state.isTooDeep(reach, 0.5 * thickness, layersOverlap);
    const approach = this.#along(free, i, s, state.cloth.triangles);
    return reach + h * approach <= slack * thickness + haste * h * speed;
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

  /** How far vertex i is beyond its place s, along the normal; or how fast it goes away from it, which sets `speed`. */
  #along(v: Float64Array, i: number, s: number, triangles: Int32Array): number {
    const { direction, weights, triangle } = this.#proximity;
    let along = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      let relative = v[3 * i + c];
      for (let k = 0; k < 3; k++) relative -= weights[3 * s + k] * v[3 * triangles[triangle[s] + k] + c];
      along += direction[3 * s + c] * relative;
      square += relative * relative;
    }
    speed = Math.sqrt(square);
    return along;
  }

  /** The corner of the nearest triangle that is nearest to the place. */
  #corner(s: number, triangles: Int32Array): number {
    const { weights, triangle } = this.#proximity;
    let best = 0;
    for (let k = 1; k < 3; k++) if (weights[3 * s + k] > weights[3 * s + best]) best = k;
    return triangles[triangle[s] + best];
  }

  /** Whether the partner of a pair of vertices has found it, too, and counts: the nearer of the two does. */
  #isKnown(kind: SelfContact, i: number, s: number, triangles: Int32Array): boolean {
    if (kind !== 'vertex-vertex') return false;
    const partner = this.#corner(s, triangles);
    const near = this.#proximity;
    for (let q = places * partner; q < places * partner + near.count[partner]; q++) {
      if (this.#corner(q, triangles) !== i) continue;
      if (near.distance[q] < near.distance[s] || (near.distance[q] === near.distance[s] && partner < i)) return true;
    }
    return false;
  }

  /** Adds the contact of vertex i with its place s, or with the corner nearest to that. */
  #add({ cloth, contacts, x, inverseMass }: StepState, i: number, s: number, gap: number, isPair: boolean): number {
    const { direction, triangle, weights } = this.#proximity;
    const nodes = cloth.triangles.subarray(triangle[s], triangle[s] + 3);
    at.fill(0);
    for (let k = 0; k < 3; k++) for (let c = 0; c < 3; c++) at[c] += weights[3 * s + k] * x[3 * nodes[k] + c];
    contacts.beginLayers(cloth.owner[i], cloth.owner[nodes[0]]);
    const j = contacts.open(at, direction, 3 * s, gap, cloth.friction(i, nodes[0]));
    contacts.join(j, i, 1, inverseMass[i]);
    if (isPair) {
      const partner = this.#corner(s, cloth.triangles);
      contacts.join(j, partner, -1, inverseMass[partner]);
      return j;
    }
    for (let k = 0; k < 3; k++) {
      const weight = weights[3 * s + k];
      if (weight !== 0) contacts.join(j, nodes[k], -weight, inverseMass[nodes[k]]);
    }
    return j;
  }
}
