import { Cloth } from '../../bodies/cloth/cloth.js';
import type { ClothMaterial } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { type ValidationRow, row } from '../../validation-row.js';
import { World } from '../world.js';

const g = 9.81;
const h = 0.005;

/** The air damps cloth that touches nothing; what rests is damped by friction and implicit steps alone. */
const felt: ClothMaterial = {
  density: 0.3,
  stretch: 300,
  bend: 5e-4,
  thickness: 0.004,
  airDamping: 2e-4,
  selfFriction: 0.4,
};

type Triple = readonly [number, number, number];

function emptyWorld(): World {
  const world = new World({ materials: { felt: { friction: 0.4 } }, h, solver: { tolerance: 1e-6 } });
  world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
  return world;
}

function addBox(world: World, half: Triple, height: number): void {
  world.addRigid({ shape: { type: 'box', half }, density: 500, position: [0, 0, height], material: 'felt' });
}

function addSheet(world: World, size: number, height: number, nu: number, material = felt): void {
  const surface = sheet({ nu, nv: nu, origin: [-size / 2, -size / 2, height], u: [size, 0, 0], v: [0, size, 0] });
  world.addCloth(new Cloth({ surface, material }), { material: 'felt' });
}

/** A box on cloth on a box, let go a little above each other. */
export function boxOnClothOnBox(): World {
  const world = emptyWorld();
  addBox(world, [0.15, 0.15, 0.05], 0.05);
  addBox(world, [0.075, 0.075, 0.05], 0.16);
  addSheet(world, 0.24, 0.104, 13);
  return world;
}

/** A cloth falls on another, half as heavy and thinner, that lies on the ground. */
export function clothOnCloth(): World {
  const world = emptyWorld();
  addSheet(world, 0.3, 0.002, 11);
  addSheet(world, 0.24, 0.03, 10, { ...felt, density: 0.6, thickness: 0.006 });
  return world;
}

/** What a run of a world without pins shows. */
interface Run {
  /** largest change of momentum that weight and obstacles do not account for, in a step, over weight times h */
  readonly imbalance: number;
  readonly unconverged: number;
  /** kinetic energy at the end over the energy that falling set free */
  readonly kinetic: number;
  /** force of the obstacles at the end over the weight */
  readonly load: number;
}

/** Steps a world and adds up momenta and contact forces by what anybody can see of it. */
export function runMixed(world: World, seconds: number): Run {
  const weight = g * massOf(world);
  const before = new Float64Array(3);
  const after = new Float64Array(3);
  const start = world.energy().gravity;
  let imbalance = 0;
  let unconverged = 0;
  let load = 0;
  momentum(after, world);
  while (world.t < seconds - 1e-9) {
    before.set(after);
    if (world.step().status !== 'converged') unconverged++;
    momentum(after, world);
    const force = [0, 0, -weight];
    for (const { bodyB, force: own } of world.contacts()) {
      if (bodyB < 0) for (let c = 0; c < 3; c++) force[c] += own[c];
    }
    load = force[2] + weight;
    for (let c = 0; c < 3; c++) imbalance = Math.max(imbalance, Math.abs(after[c] - before[c] - h * force[c]));
  }
  const { kinetic, gravity } = world.energy();
  return {
    imbalance: imbalance / (weight * h),
    unconverged,
    kinetic: kinetic / (start - gravity),
    load: load / weight,
  };
}

function massOf(world: World): number {
  let mass = 0;
  for (const body of world.bodies) if (body instanceof RigidBody) mass += body.mass;
  for (const { cloth } of world.cloths) for (const m of cloth.mass) mass += m;
  return mass;
}

/** out = Σ m v */
function momentum(out: Float64Array, world: World): void {
  out.fill(0);
  for (const body of world.bodies) {
    if (body instanceof RigidBody) for (let c = 0; c < 3; c++) out[c] += body.mass * body.v[c];
  }
  for (const { cloth } of world.cloths) {
    for (let k = 0; k < cloth.dofs; k++) out[k % 3] += cloth.mass[Math.floor(k / 3)] * cloth.v[k];
  }
}

/** Momentum, convergence, rest and load of a mixed world. */
export function mixed(name: string, world: World, seconds: number): ValidationRow[] {
  const { imbalance, unconverged, kinetic, load } = runMixed(world, seconds);
  return [
    row(`${name}: momentum gained and not accounted for in a step, over weight times h`, 0, imbalance, 1e-9),
    row(`${name}: steps not converged to 1e-6`, 0, unconverged, 0),
    row(`${name}: kinetic energy after ${seconds} s over the energy set free`, 0, kinetic, 1e-12),
    row(`${name}: load on the ground over the weight`, 1, load, 1e-6),
  ];
}
