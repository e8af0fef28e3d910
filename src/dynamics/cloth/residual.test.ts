import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { World } from '../world.js';
import { stencil } from './contacts.js';

const g = 9.81;
const h = 0.005;
const tolerance = 1e-5;

/** A ball and a box fall on cloth over a sphere; the cloth slides and folds. */
function scene(): World {
  const world = new World({ materials: { felt: { friction: 0.3 } }, h, solver: { tolerance } });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.1 }, position: [0, 0, -0.105], material: 'felt' });
  world.addRigid({ shape: { type: 'sphere', radius: 0.03 }, mass: 0.02, position: [0.02, 0, 0.05], material: 'felt' });
  const half = [0.02, 0.02, 0.02] as const;
  world.addRigid({ shape: { type: 'box', half }, mass: 0.05, position: [-0.06, 0.01, 0.03], material: 'felt' });
  const surface = sheet({ nu: 9, nv: 9, origin: [-0.1, -0.1, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
  const material = { density: 0.3, stretch: 300, bend: 1e-4, thickness: 0.004, selfFriction: 0.3 };
  world.addCloth(new Cloth({ surface, material }), { material: 'felt' });
  return world;
}

/** Unbalanced momentum of the vertices over their mass, root mean square (m/s), from nothing but positions, velocities, impulses. */
function unbalanced(cloth: Cloth, before: Float64Array, length: number, world: World): number {
  const { contacts } = world.cloths[0].world.state;
  const force = new Float64Array(cloth.dofs);
  for (const energy of cloth.energies) energy.addForces(force, cloth.q);
  const rest = new Float64Array(cloth.dofs);
  for (let i = 0; i < cloth.nodes; i++) {
    for (let c = 0; c < 3; c++) {
      const k = 3 * i + c;
      const weight = c === 2 ? -g * cloth.mass[i] : 0;
      rest[k] = cloth.mass[i] * (cloth.v[k] - before[k]) - length * (force[k] + weight);
    }
  }
  for (let j = 0; j < contacts.own; j++) {
    for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
      for (let c = 0; c < 3; c++) rest[3 * contacts.node[p] + c] -= contacts.weight[p] * contacts.r[3 * j + c];
    }
  }
  let [sum, mass] = [0, 0];
  for (let k = 0; k < cloth.dofs; k++) sum += (rest[k] * rest[k]) / cloth.mass[Math.floor(k / 3)];
  for (const m of cloth.mass) mass += m;
  return Math.sqrt(sum / mass);
}

/** How far contact j is from Coulomb's law as a velocity (m/s): what is left of u and r by cases, each by itself. */
function lawError(world: World, j: number): number {
  const { contacts, v } = world.cloths[0].world.state;
  const u = [0, 1, 2].map((c) => contacts.w[3 * j + c]);
  for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
    for (let c = 0; c < 3; c++) u[c] += contacts.weight[p] * v[3 * contacts.node[p] + c];
  }
  const body = Float64Array.from(u);
  for (let s = contacts.side[j]; s < contacts.side[j] + contacts.sides[j]; s++) contacts.solids.addVelocity(body, s);
  const normal = contacts.normal.subarray(3 * j, 3 * j + 3);
  const split = (x: ArrayLike<number>): [number, number[]] => {
    const along = x[0] * normal[0] + x[1] * normal[1] + x[2] * normal[2];
    return [along, [0, 1, 2].map((c) => x[c] - along * normal[c])];
  };
  const [uN, uT] = split(body);
  const [rN, rT] = split(contacts.r.subarray(3 * j, 3 * j + 3));
  const soft = contacts.compliance[j] + contacts.give[j];
  const [slip, pull, mu] = [Math.hypot(...uT), Math.hypot(...rT), contacts.mu[j]];
  const against = rT.reduce((sum, x, c) => sum + x * uT[c], 0);
  const takeOff = Math.max(soft * Math.hypot(rN, pull), -uN);
  const stick = Math.max(Math.hypot(uN, slip), soft * Math.max(pull - mu * rN, 0), -soft * rN);
  const slide = Math.max(Math.abs(uN), soft * Math.abs(pull - mu * rN), Math.abs(slip + against / (pull || Infinity)));
  return Math.min(takeOff, stick, slide);
}

describe('a step with cloth that says it has converged', () => {
  it('balances the momentum of every vertex and body and obeys the law, by code of its own', () => {
    const world = scene();
    const { cloth } = world.cloths[0];
    const bodies = world.bodies.slice(0, 2) as RigidBody[];
    let [converged, pressed] = [0, 0];
    for (let k = 0; k < 20; k++) {
      const before = cloth.v.slice();
      const speeds = bodies.map((body) => body.v[2]);
      const record = world.step();
      if (record.status !== 'converged') continue;
      converged++;
      const { state } = world.cloths[0].world;
      const scale = tolerance * state.scale;
      expect(unbalanced(cloth, before, record.h, world)).toBeLessThan(1.001 * scale);
      for (let j = 0; j < state.contacts.own; j++) {
        if (state.contacts.isSuperseded(j)) continue;
        // the cases differ from the projection by a factor of at most 1 + mu and rounding
        expect(lawError(world, j)).toBeLessThan(2 * scale + 1e-12);
        if (state.contacts.r.subarray(3 * j, 3 * j + 3).some((x) => x !== 0)) pressed++;
      }
      bodies.forEach((body, b) => {
        let impulse = -g * body.mass * record.h;
        for (const { bodyA, bodyB, force } of world.contacts()) {
          if (bodyB === b) impulse -= force[2] * record.h;
          else if (bodyA === b) impulse += force[2] * record.h;
        }
        expect(body.mass * (body.v[2] - speeds[b])).toBeCloseTo(impulse, 12);
      });
    }
    expect(converged).toBeGreaterThan(12);
    // something has been checked: the ball and the box lie on the cloth, the cloth on the sphere
    expect(pressed).toBeGreaterThan(50);
  }, 180_000);
});
