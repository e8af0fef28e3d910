import type { Cloth } from './cloth.js';
import { meanEdge } from './surface.js';
import { SurfaceWalk } from '../../geometry/surface-walk.js';
import { sharedFloats, sharedFloatsOf, sharedIntsOf } from '../../linalg/kernel/shared-work.js';

/**
 * All cloths of a world as one: their vertices one after another, so that contacts between them, their equations and their
 * one global matrix are those of a single cloth of several pieces. Each keeps its own material, pins and energies.
 */
export class ClothAssembly {
  readonly cloths: readonly Cloth[];
  /** first vertex of each cloth, and the number of vertices at the end */
  readonly start: Int32Array;
  readonly nodes: number;
  readonly dofs: number;
  /** mass of each vertex (kg) */
  readonly mass: Float64Array;
  /** 1 at vertices that move as told, and their list */
  readonly pinned: Uint8Array;
  readonly pins: Int32Array;
  /** vertices that are free, and the place of each vertex among them, or -1 */
  readonly free: Int32Array;
  readonly place: Int32Array;
  /** number of the cloth that each vertex belongs to */
  readonly owner: Uint16Array;
  /** thickness at each vertex (m) */
  readonly thickness: Float64Array;
  readonly thickest: number;
  /** air damping of each vertex (N s/m) */
  readonly airDamping: Float64Array;
  /** three vertices a triangle, two an edge */
  readonly triangles: Int32Array;
  readonly edges: Int32Array;
  /** connected piece of each vertex */
  readonly piece: Int32Array;
  /** rest shape, 3 numbers a vertex (m) */
  readonly rest: Float64Array;
  /** mean rest length of the edges (m) */
  readonly edgeLength: number;
  /** finds places of the surface */
  readonly walk: SurfaceWalk;
  readonly #friction: (a: number, b: number) => number;

  /** @param friction friction between two cloths, or of one with itself, by their numbers */
  constructor(cloths: readonly Cloth[], friction: (a: number, b: number) => number) {
    this.cloths = cloths;
    this.start = new Int32Array(cloths.length + 1);
    cloths.forEach((cloth, c) => (this.start[c + 1] = this.start[c] + cloth.nodes));
    this.nodes = this.start[cloths.length];
    this.dofs = 3 * this.nodes;
    this.owner = new Uint16Array(this.nodes);
    this.thickness = new Float64Array(this.nodes);
    this.airDamping = sharedFloats(this.nodes);
    cloths.forEach((cloth, c) => {
      const [from, to] = [this.start[c], this.start[c + 1]];
      this.owner.fill(c, from, to);
      this.thickness.fill(cloth.material.thickness, from, to);
      this.airDamping.fill(cloth.material.airDamping ?? 0, from, to);
    });
    this.thickest = Math.max(...cloths.map(({ material }) => material.thickness));
    this.mass = sharedFloatsOf(joined(cloths, (cloth) => cloth.mass));
    this.rest = sharedFloatsOf(joined(cloths, (cloth) => cloth.surface.positions));
    this.pinned = Uint8Array.from(cloths.flatMap((cloth) => Array.from(cloth.pinned)));
    this.pins = this.#shifted((cloth) => cloth.pins.nodes);
    this.free = Int32Array.from(this.pinned.keys()).filter((i) => !this.pinned[i]);
    this.place = new Int32Array(this.nodes).fill(-1);
    this.free.forEach((i, k) => (this.place[i] = k));
    this.triangles = this.#shifted((cloth) => cloth.surface.triangles);
    this.edges = this.#shifted((cloth) => cloth.topology.edges);
    this.piece = this.#shifted((cloth) => cloth.topology.piece);
    this.edgeLength = meanEdge(this.rest, this.edges);
    this.walk = new SurfaceWalk(this.nodes, this.triangles);
    this.#friction = friction;
  }

  /** Friction of two vertices. */
  friction(i: number, j: number): number {
    return this.#friction(this.owner[i], this.owner[j]);
  }

  /** Distance that layers keep at two vertices: half the thickness of each (m). */
  layerDistance(i: number, j: number): number {
    return 0.5 * (this.thickness[i] + this.thickness[j]);
  }

  /** The part of a vector of 3 numbers a vertex that is cloth c's. */
  part(x: Float64Array, c: number): Float64Array {
    return this.cloths.length === 1 ? x : x.subarray(3 * this.start[c], 3 * this.start[c + 1]);
  }

  /** x = positions, v = velocities of all cloths */
  load(x: Float64Array, v: Float64Array): void {
    this.cloths.forEach((cloth, c) => {
      x.set(cloth.q, 3 * this.start[c]);
      v.set(cloth.v, 3 * this.start[c]);
    });
  }

  /** F += elastic forces of all cloths at x (N) */
  addForces(F: Float64Array, x: Float64Array): void {
    for (let c = 0; c < this.cloths.length; c++) {
      const [own, at] = [this.part(F, c), this.part(x, c)];
      for (const energy of this.cloths[c].energies) energy.addForces(own, at);
    }
  }

  /** What the elastic energies rise by from x₀ to x₁ beyond the work against the forces at x₁ (J). */
  excess(x0: Float64Array, x1: Float64Array): number {
    const F = new Float64Array(this.dofs);
    let sum = 0;
    for (let c = 0; c < this.cloths.length; c++) {
      const [own, from, to] = [this.part(F, c), this.part(x0, c), this.part(x1, c)];
      for (const energy of this.cloths[c].energies) {
        if (energy.hold) sum += energy.hold.excess(from, to);
        else {
          energy.addForces(own, to);
          sum += energy.value(to) - energy.value(from);
        }
      }
    }
    for (let k = 0; k < F.length; k++) sum += F[k] * (x1[k] - x0[k]);
    return sum;
  }

  /** Elastic energies at x (J). */
  elastic(x: Float64Array): number {
    let sum = 0;
    for (let c = 0; c < this.cloths.length; c++) {
      for (const energy of this.cloths[c].energies) sum += energy.value(this.part(x, c));
    }
    return sum;
  }

  /** Elements are held where they would give more than they have from x₀ to x₁, see `Hold`. */
  hold(x0: Float64Array, x1: Float64Array): void {
    for (let c = 0; c < this.cloths.length; c++) {
      for (const { hold } of this.cloths[c].energies) hold?.take(this.part(x0, c), this.part(x1, c));
    }
  }

  /** How much elements are held now, and as they were then. */
  keepHolds(): (Float64Array | undefined)[] {
    return this.cloths.flatMap(({ energies }) => energies.map(({ hold }) => hold?.share.slice()));
  }

  restoreHolds(kept: readonly (Float64Array | undefined)[]): void {
    const holds = this.cloths.flatMap(({ energies }) => energies.map(({ hold }) => hold));
    holds.forEach((hold, k) => hold?.share.set(kept[k]!));
  }

  /** whether some are held */
  get isHeld(): boolean {
    return this.cloths.some(({ energies }) => energies.some(({ hold }) => hold?.isOn));
  }

  /** Nothing is held any more. */
  release(): void {
    for (const { energies } of this.cloths) for (const { hold } of energies) hold?.release();
  }

  #shifted(pick: (cloth: Cloth) => Int32Array): Int32Array {
    return sharedIntsOf(this.cloths.flatMap((cloth, c) => Array.from(pick(cloth), (i) => i + this.start[c])));
  }
}

function joined(cloths: readonly Cloth[], pick: (cloth: Cloth) => Float64Array): Float64Array {
  if (cloths.length === 1) return pick(cloths[0]);
  const out = new Float64Array(cloths.reduce((sum, cloth) => sum + pick(cloth).length, 0));
  let at = 0;
  for (const cloth of cloths) {
    out.set(pick(cloth), at);
    at += pick(cloth).length;
  }
  return out;
}
