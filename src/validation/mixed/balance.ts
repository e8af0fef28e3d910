import type { Cloth } from '../../bodies/cloth/cloth.js';
import { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { DiscreteElasticRod } from '../../bodies/rods/der.js';
import { NodalRod } from '../../bodies/rods/nodal-rod.js';
import type { Rod } from '../../bodies/rods/registry.js';
import { ClothBody } from '../../dynamics/cloth/cloth-body.js';
import { stencil } from '../../dynamics/cloth/contacts.js';
import type { World } from '../../dynamics/world.js';
import { apply33, multiply33, transpose33 } from '../../math/mat3.js';
import { quaternionToMatrix } from '../../math/quaternion.js';
import { addScaled3, dot3, norm3, normalise3 } from '../../math/vec3.js';

const g = 9.81;
export const spaghettiDensity = 1100;

/** Mass of a segment of the rods of these worlds (kg): half of it belongs to either node. */
function segmentMass({ radius, length, nodes }: Rod): number {
  return (spaghettiDensity * Math.PI * radius * radius * length) / (nodes - 1);
}

/** Momentum or impulse, and its moment about the origin. */
type Six = Float64Array;

/** out += m at x, and its moment */
function addAt(out: Six, x: ArrayLike<number>, i: number, m0: number, m1: number, m2: number): void {
  out[0] += m0;
  out[1] += m1;
  out[2] += m2;
  out[3] += x[i + 1] * m2 - x[i + 2] * m1;
  out[4] += x[i + 2] * m0 - x[i] * m2;
  out[5] += x[i] * m1 - x[i + 1] * m0;
}

/** Momentum of everything in a world (kg m/s, kg m²/s), and what it weighs (N). */
export function momentumOf(world: World): { momentum: Six; weight: number } {
  const momentum = new Float64Array(6);
  const own = new Float64Array(6);
  let mass = 0;
  for (const body of world.bodies) {
    if (body instanceof ClothBody) {
      const { q, v, mass: m, nodes, pinned } = body.cloth;
      for (let i = 0; i < nodes; i++) {
        mass += m[i];
        if (!pinned[i]) addAt(momentum, q, 3 * i, m[i] * v[3 * i], m[i] * v[3 * i + 1], m[i] * v[3 * i + 2]);
      }
    } else if (body instanceof RigidBody) {
      const { q, v } = body;
      mass += body.mass;
      addAt(momentum, q, 0, body.mass * v[0], body.mass * v[1], body.mass * v[2]);
      if (body.rotates) addSpin(momentum, body);
    } else {
      const rod = body as unknown as Rod;
      rod.momentum(own);
      for (let c = 0; c < 6; c++) momentum[c] += own[c];
      mass += (rod.nodes - 1) * segmentMass(rod);
    }
  }
  return { momentum, weight: g * mass };
}

const [R, RT, product, inertia] = Array.from({ length: 4 }, () => new Float64Array(9));
const L = new Float64Array(3);

/** out[3 ..] += R I Rᵀ ω */
function addSpin(out: Six, body: RigidBody): void {
  quaternionToMatrix(R, 0, body.q, 3);
  transpose33(RT, 0, R, 0);
  multiply33(product, 0, R, 0, body.inertia, 0);
  multiply33(inertia, 0, product, 0, RT, 0);
  apply33(L, 0, inertia, 0, body.v, 3);
  for (let c = 0; c < 3; c++) out[3 + c] += L[c];
}

/**
 * What acts on a world from outside in a step: weight, obstacles, pins, air. Moments are about where things were at its start, which is
 * where the scheme lets forces act: with q⁺ = q + h v⁺ the moment of momentum at its end, q⁺ × m v⁺, is q × m v⁺.
 */
export class Balance {
  readonly #world: World;
  #momentum: Six;
  #places: Float64Array[];
  /** elastic forces and velocities of each rod, by its dofs; empty for other bodies */
  #elastic: Float64Array[];
  #speeds: Float64Array[];
  /** (N) */
  readonly weight: number;
  /** how far from the origin matter is at the beginning (m) */
  readonly size: number;
  /** force of obstacles and pins along z in the last step (N) */
  load = 0;

  constructor(world: World) {
    this.#world = world;
    const { momentum, weight } = momentumOf(world);
    this.#momentum = momentum;
    this.weight = weight;
    this.#places = this.#where();
    this.#elastic = this.#rodForces();
    this.#speeds = this.#rodSpeeds();
    this.size = Math.max(...this.#places.map((q) => q.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
  }

  /** Positions of vertices, centres and nodes. */
  #where(): Float64Array[] {
    return this.#world.bodies.map((body) => {
      if (body instanceof ClothBody) return body.cloth.q.slice();
      if (body instanceof RigidBody) return body.q.slice(0, 3);
      const rod = body as unknown as Rod;
      const x = new Float64Array(3 * rod.nodes);
      rod.centreLine(x);
      return x;
    });
  }

  /** After a step of h: momentum that came from nowhere, over weight times h, and its moment, over that times the size. */
  close(h: number): { linear: number; angular: number } {
    const world = this.#world;
    const { momentum } = momentumOf(world);
    const outside = new Float64Array(6);
    for (const { bodyB, force, point } of world.contacts()) {
      if (bodyB < 0) addAt(outside, point, 0, h * force[0], h * force[1], h * force[2]);
    }
    this.#addCloths(outside, h);
    this.#addRods(outside, h);
    this.load = outside[2] / h;
    this.#addWeights(outside, h);
    this.#addAir(outside, h);
    let [linear, angular] = [0, 0];
    for (let c = 0; c < 3; c++) {
      linear = Math.max(linear, Math.abs(momentum[c] - this.#momentum[c] - outside[c]));
      angular = Math.max(angular, Math.abs(momentum[3 + c] - this.#momentum[3 + c] - outside[3 + c]));
    }
    this.#momentum = momentum;
    this.#places = this.#where();
    this.#elastic = this.#rodForces();
    this.#speeds = this.#rodSpeeds();
    const scale = this.weight * h;
    return { linear: linear / scale, angular: angular / (scale * this.size) };
  }

  #rodForces(): Float64Array[] {
    return this.#world.bodies.map((body) => {
      const F = new Float64Array(body instanceof NodalRod ? body.dofs : 0);
      if (body instanceof NodalRod) body.forces(F, null, 'exact', [0, 0, 0], this.#world.t);
      return F;
    });
  }

  #rodSpeeds(): Float64Array[] {
    return this.#world.bodies.map((body) => (body instanceof NodalRod ? body.v.slice() : new Float64Array(0)));
  }

  /** What elastic forces of rods at the end of the step, to first order, do about places at its start: as those of cloth. */
  #addRods(out: Six, h: number): void {
    this.#world.bodies.forEach((body, b) => {
      if (!(body instanceof NodalRod)) return;
      const none = new Float64Array(6);
      const F = this.#elastic[b];
      for (let i = 0; i < body.nodes; i++) {
        const at = body.stride * i;
        addAt(none, body.v, at, -h * h * F[at], -h * h * F[at + 1], -h * h * F[at + 2]);
      }
      for (let c = 3; c < 6; c++) out[c] += none[c];
      if (body instanceof DiscreteElasticRod) this.#addTwist(out, h, body, b);
    });
  }

  /**
   * The same for the segments' own turning, which is about tangents at the start. A moment Q along a tangent that moves on by h ṫ acts, in
   * frames carried without spin from start to end, along the mean of the two: Q h ṫ/2 are missing. The spin i θ̇⁺ is found along the
   * tangent of the start and then lies along that of the end; that its turning takes a moment, i θ̇ ṫ, is allowed for by that of the start.
   */
  #addTwist(out: Six, h: number, rod: DiscreteElasticRod, b: number): void {
    const [x, v, F] = [this.#places[b], this.#speeds[b], this.#elastic[b]];
    const spin = 0.5 * segmentMass(rod) * rod.radius * rod.radius;
    const now = new Float64Array(3 * rod.nodes);
    rod.centreLine(now);
    const [before, after, own, last] = Array.from({ length: 4 }, () => new Float64Array(3));
    for (let j = 0; j + 1 < rod.nodes; j++) {
      const at = rod.stride * j;
      for (let c = 0; c < 3; c++) {
        before[c] = x[3 * j + 3 + c] - x[3 * j + c];
        after[c] = now[3 * j + 3 + c] - now[3 * j + c];
        own[c] = rod.v[at + rod.stride + c] - rod.v[at + c];
        last[c] = v[at + rod.stride + c] - v[at + c];
      }
      const length = norm3(before);
      normalise3(before, 0, before, 0);
      normalise3(after, 0, after, 0);
      // ṫ, at the end and at the start
      for (const rate of [own, last]) {
        addScaled3(rate, 0, -dot3(rate, 0, before, 0), before, 0);
        for (let c = 0; c < 3; c++) rate[c] /= length;
      }
      addScaled3(out, 3, -0.5 * h * h * F[at + 3], own, 0);
      addScaled3(out, 3, -h * spin * v[at + 3], last, 0);
      for (let c = 0; c < 3; c++) out[3 + c] += spin * rod.v[at + 3] * (after[c] - before[c]);
    }
  }

  /** Pins, and what elastic forces at the end of the step do about places at its start. */
  #addCloths(out: Six, h: number): void {
    this.#each((cloth, x, first) => {
      const F = new Float64Array(cloth.dofs);
      for (const energy of cloth.energies) energy.addForces(F, cloth.q);
      const none = new Float64Array(6);
      for (let k = 0; k < cloth.dofs; k += 3) {
        // elastic forces have no moment about where they act, q + h v: -v × F h is their moment about q
        addAt(none, cloth.v, k, -h * h * F[k], -h * h * F[k + 1], -h * h * F[k + 2]);
      }
      this.#addHolds(none, cloth, h);
      for (let c = 3; c < 6; c++) out[c] += none[c];
      const held = F.map((f, k) => h * f - (k % 3 === 2 ? h * g * cloth.mass[Math.floor(k / 3)] : 0));
      this.#addImpulses(held, first);
      for (const i of cloth.pins.nodes) addAt(out, x, 3 * i, -held[3 * i], -held[3 * i + 1], -held[3 * i + 2]);
    });
  }

  /** What holds compressed elements back acts from where they were: it has a moment, about q + h v, too. */
  #addHolds(out: Six, { energies, dofs, q }: Cloth, h: number): void {
    const F = new Float64Array(dofs);
    for (const { hold } of energies) hold?.addForces(F, q);
    for (let k = 0; k < dofs; k += 3) addAt(out, q, k, h * F[k], h * F[k + 1], h * F[k + 2]);
  }

  /** out += impulses of contacts on a cloth's vertices, the first of which is number `first` of all */
  #addImpulses(out: Float64Array, first: number): void {
    const { contacts } = this.#world.cloths[0].world.state;
    for (let j = 0; j < contacts.own; j++) {
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        const at = 3 * (contacts.node[p] - first);
        if (at < 0 || at >= out.length) continue;
        for (let c = 0; c < 3; c++) out[at + c] += contacts.weight[p] * contacts.r[3 * j + c];
      }
    }
  }

  #addWeights(out: Six, h: number): void {
    this.#world.bodies.forEach((body, b) => {
      const x = this.#places[b];
      for (let i = 0; 3 * i < x.length; i++) addAt(out, x, 3 * i, 0, 0, -h * g * massAt(body, i));
    });
  }

  /** Drag of the air on the vertices that touch nothing. */
  #addAir(out: Six, h: number): void {
    this.#each((cloth, x, first) => {
      const { touching } = this.#world.cloths[0].world.state;
      for (let i = 0; i < cloth.nodes; i++) {
        if (cloth.pinned[i] || touching[first + i]) continue;
        const drag = h * (cloth.material.airDamping ?? 0);
        addAt(out, x, 3 * i, -drag * cloth.v[3 * i], -drag * cloth.v[3 * i + 1], -drag * cloth.v[3 * i + 2]);
      }
    });
  }

  /** Each cloth, where it was at the start of the step, and its first vertex among those of all. */
  #each(visit: (cloth: Cloth, x: Float64Array, first: number) => void): void {
    let first = 0;
    this.#world.bodies.forEach((body, b) => {
      if (!(body instanceof ClothBody)) return;
      visit(body.cloth, this.#places[b], first);
      first += body.cloth.nodes;
    });
  }
}

/** Mass of a vertex that is free or held, of a centre, of a node (kg). */
function massAt(body: World['bodies'][number], i: number): number {
  if (body instanceof ClothBody) return body.cloth.mass[i];
  if (body instanceof RigidBody) return body.mass;
  const rod = body as unknown as Rod;
  return segmentMass(rod) * (i === 0 || i === rod.nodes - 1 ? 0.5 : 1);
}
