import type { Body } from '../../bodies/body.js';
import { BandMatrix } from '../../bodies/rods/band-matrix.js';
import type { ShapedRod } from '../../bodies/rods/natural-shape.js';
import { copyBand, rodMatrix } from '../../bodies/rods/rod-matrix.js';
import { solveConvex } from '../../friction/convex.js';
import { BlockFactor, MassFactor } from '../../friction/delassus/mass-factor.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { ContactLaw } from '../contacts/law.js';
import { placeColliders } from '../contacts/placement.js';
import { rememberForces } from '../contacts/first-guess.js';
import { ContactRows } from '../contacts/rows.js';
import { ownRoom } from '../../linalg/kernel/shared-work.js';
import { assembleProblem } from '../groups/assembly.js';
import { Groups } from '../groups/groups.js';
import type { GroomParts } from './parts.js';

/** A rod that is being groomed: its unbalanced forces and what its natural shape resists a change with. */
export interface HeldRod {
  readonly body: number;
  readonly rod: ShapedRod;
  /** forces of the present shape without contacts (N, N m, by dof) */
  readonly F: Float64Array;
  /** stiffness of the strains, held dofs isolated, and `proximal`, the part of its diagonal that no strain has */
  readonly M: Float64Array | SparseMatrix;
  readonly factor: BlockFactor;
  readonly proximal: Float64Array;
}

/** Forces of touching contacts that hold rods at rest. */
export interface HoldingForces {
  /** of every contact found, contact frames, 3 numbers (N) */
  readonly r: Float64Array;
  /** Hᵀ r of every rod in the order given */
  readonly onRods: readonly Float64Array[];
  /** contacts that touch, and those of them that carry a force */
  readonly touching: number;
  readonly pressing: number;
  /** greatest friction force over its limit */
  readonly frictionUsed: number;
  readonly sweeps: number;
  readonly converged: boolean;
  /** contacts with bodies that move by themselves, which carry nothing */
  readonly leftOut: number;
}

/** How the forces are sought. */
export interface HoldingOptions {
  /** share of the friction that is used at most: the rest is left for what disturbs the shape */
  readonly frictionShare: number;
  readonly tolerance: number;
  readonly maxSweeps: number;
}

/** The contacts of a world at rest: which touch, their rows, the forces they can bear. */
export class HoldingContacts {
  readonly #parts: GroomParts;
  readonly #rows = new ContactRows();
  readonly #law = new ContactLaw();
  readonly #groups = new Groups();
  /** 1 for contacts that can carry a force */
  #touches = new Uint8Array(0);
  #leftOut = 0;

  constructor(parts: GroomParts) {
    this.#parts = parts;
  }

  /** Finds the contacts as the first step will; the bodies must be linearised at rest. */
  find(isHeld: (body: number) => boolean): void {
    const { bodies, colliders, detector, surfaces, materials, settings } = this.#parts;
    bodies.forEach((body, b) => placeColliders(colliders[b], body, settings.h, settings.gravity));
    detector.detect();
    const { contacts } = detector;
    this.#rows.begin(contacts, bodies, surfaces);
    this.#law.choose(this.#rows, materials, settings);
    this.#touches = new Uint8Array(contacts.n);
    this.#leftOut = 0;
    for (let k = 0; k < contacts.n; k++) {
      // over an open gap a force would pull its bodies together
      if (this.#law.active[k] === 0 || contacts.gap[k] > 0) continue;
      const isFree = [0, 1].every((side) => {
        const b = this.#rows.body[2 * k + side];
        return b < 0 || isHeld(b);
      });
      if (isFree) this.#touches[k] = 1;
      else this.#leftOut++;
    }
  }

  /** Forces within the cones for which the natural shapes change least. */
  solve(rods: readonly HeldRod[], options: HoldingOptions): HoldingForces {
    const { contacts } = this.#parts.detector;
    const rows = this.#rows;
    const r = new Float64Array(3 * contacts.n);
    const held = new Map(rods.map((rod) => [rod.body, rod]));
    const bodies = this.#parts.bodies.map((body, b) => {
      const own = held.get(b);
      return (own ? { dofs: body.dofs, system: { M: own.M, f: own.F } } : body) as Body;
    });
    const mu = Float64Array.from({ length: contacts.n }, (_, k) => options.frictionShare * this.#law.mu[k]);
    const still = new Float64Array(3 * contacts.n);
    this.#groups.find(bodies.length, contacts.n, rows.body, this.#touches);
    const place = new Int32Array(bodies.length);
    let sweeps = 0;
    let converged = true;
    for (let g = 0; g < this.#groups.n; g++) {
      const own = this.#groups.contactsOf(g);
      const members = this.#groups.bodies.subarray(this.#groups.bodyStart[g], this.#groups.bodyStart[g + 1]);
      const problem = assembleProblem(bodies, members, rows, own, place, still, mu, ownRoom);
      const factor = new MassFactor(
        problem.M,
        Array.from(members, (b) => held.get(b)!.factor),
      );
      const found = solveConvex(problem, { ...options, factor });
      own.forEach((k, i) => r.set(found.r.subarray(3 * i, 3 * i + 3), 3 * k));
      sweeps = Math.max(sweeps, found.sweeps);
      converged &&= found.converged;
    }
    return { r, onRods: this.#transposed(rods, r), ...this.#describe(r), sweeps, converged, leftOut: this.#leftOut };
  }

  /** Hᵀ r of every rod. */
  #transposed(rods: readonly HeldRod[], r: Float64Array): Float64Array[] {
    const rows = this.#rows;
    const out = new Map(rods.map(({ body, rod }) => [body, new Float64Array(rod.dofs)]));
    for (let k = 0; k < this.#touches.length; k++) {
      if (r[3 * k] === 0) continue;
      for (let side = 2 * k; side < 2 * k + 2; side++) {
        const own = out.get(rows.body[side]);
        if (!own) continue;
        const len = rows.len[side];
        for (let i = 0; i < 3; i++) {
          const from = rows.start[side] + i * len;
          for (let j = 0; j < len; j++) own[rows.col[side] + j] += rows.values[from + j] * r[3 * k + i];
        }
      }
    }
    return rods.map(({ body }) => out.get(body)!);
  }

  #describe(r: Float64Array): Pick<HoldingForces, 'touching' | 'pressing' | 'frictionUsed'> {
    let [touching, pressing, frictionUsed] = [0, 0, 0];
    for (let k = 0; k < this.#touches.length; k++) {
      touching += this.#touches[k];
      if (r[3 * k] === 0) continue;
      pressing++;
      const rT = Math.sqrt(r[3 * k + 1] * r[3 * k + 1] + r[3 * k + 2] * r[3 * k + 2]);
      if (this.#law.mu[k] > 0) frictionUsed = Math.max(frictionUsed, rT / (this.#law.mu[k] * r[3 * k]));
    }
    return { touching, pressing, frictionUsed };
  }

  /** The forces that act on a rod, with where: for the stiffness that they give it. */
  loadsOn(body: number, r: Float64Array): { s: number; force: [number, number, number] }[] {
    const { contacts } = this.#parts.detector;
    const { frame, body: bodies } = this.#rows;
    const { nodeArcLength: arc } = this.#parts.bodies[body] as ShapedRod;
    const loads: { s: number; force: [number, number, number] }[] = [];
    for (let k = 0; k < this.#touches.length; k++) {
      if (r[3 * k] === 0) continue;
      for (let side = 0; side < 2; side++) {
        if (bodies[2 * k + side] !== body) continue;
        const segment = side === 0 ? contacts.indexA[k] : contacts.indexB[k];
        const along = side === 0 ? contacts.alongA[k] : contacts.alongB[k];
        const sign = side === 0 ? 1 : -1;
        const force = [0, 1, 2].map((i) => {
          const f = 9 * k + i;
          return sign * (frame[f] * r[3 * k] + frame[f + 3] * r[3 * k + 1] + frame[f + 6] * r[3 * k + 2]);
        }) as [number, number, number];
        loads.push({ s: arc[segment] + along * (arc[segment + 1] - arc[segment]), force });
      }
    }
    return loads;
  }

  /** The first step will begin with these forces. */
  remember(r: Float64Array): void {
    rememberForces(this.#parts.memory, this.#rows, this.#law, r, 1, 0);
  }
}

/**
 * Where a rod can move as a whole nothing resists: there this share of EI / L stands in and is taken away again by iteration. A
 * smaller one takes fewer rounds and loses digits beside the stiffness of stretch.
 */
const looseShare = 0.01;

/** Unbalanced forces and stiffness of a rod in its present shape. */
export function heldRod(body: number, rod: ShapedRod, gravity: readonly [number, number, number]): HeldRod {
  const { dofs, units } = rod;
  const F = new Float64Array(dofs);
  const K = new BandMatrix(dofs, rod.bandwidth);
  rod.forces(F, K, 'strain', gravity, 0);
  for (let i = 0; i < dofs; i++) {
    if (rod.fixed[i] === 0) continue;
    F[i] = 0;
    K.isolate(i, 1);
  }
  const proximal = new Float64Array(dofs);
  if (!rod.isClamped) {
    for (let i = 0; i < dofs; i++) {
      if (rod.fixed[i] !== 0) continue;
      proximal[i] = (looseShare * rod.bendingStiffness) / (rod.length * units[i] * units[i]);
      K.add(i, i, proximal[i]);
    }
  }
  const M = rodMatrix(dofs, rod.bandwidth);
  copyBand(M, K);
  const factor = new BlockFactor(dofs);
  if (!factor.factor(M)) throw new RangeError(`${rod.name} has no stiffness in some direction`);
  return { body, rod, F, M, factor, proximal };
}
