import { Cloth } from '../../bodies/cloth/cloth.js';
import type { ClothMaterial } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { createRod } from '../../bodies/rods/registry.js';
import { type ValidationRow, row } from '../row.js';
import { splineCurve } from '../../geometry/curve.js';
import { Balance } from './balance.js';
import { World } from '../../dynamics/world.js';

const h = 0.005;

/** The air damps cloth that touches nothing; what rests is damped by friction and implicit steps alone. */
const felt: ClothMaterial = {
  density: 0.3,
  stretch: 300,
  bend: 5e-4,
  thickness: 0.004,
  airDamping: 2e-4,
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

/** A square of cloth, held at its corners where `held`. */
function addSheet(world: World, size: number, height: number, nu: number, material = felt, held = false, x = 0): void {
  const surface = sheet({ nu, nv: nu, origin: [x - size / 2, -size / 2, height], u: [size, 0, 0], v: [0, size, 0] });
  const corners = [0, nu - 1, nu * (nu - 1), nu * nu - 1];
  world.addCloth(new Cloth({ surface, material, ...(held && { pins: [{ nodes: corners }] }) }), { material: 'felt' });
}

/** A straight piece of spaghetti along y or x, from its middle. */
function addRod(world: World, middle: Triple, along: 'x' | 'y', length: number, radius: number): void {
  const tangent: Triple = along === 'x' ? [1, 0, 0] : [0, 1, 0];
  const [x, y, z] = middle;
  const position: Triple = along === 'x' ? [x - length / 2, y, z] : [x, y - length / 2, z];
  const initial = { position, tangent, normal: [0, 0, 1] as Triple };
  const rod = createRod({
    // mass-spring rods have nothing that a moment about their axis could turn
    model: 'der',
    elements: 8,
    length,
    section: { radius },
    material: 'spaghetti',
    // the air's part would have to be told from that of contacts
    airDamping: 0,
    initial,
  });
  world.addFiber(rod, { material: 'felt' });
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

/** A ball falls into a hammock. */
export function ballInHammock(): World {
  const world = new World({ materials: { felt: { friction: 0.4 } }, h, solver: { tolerance: 1e-6 } });
  world.addRigid({ shape: { type: 'sphere', radius: 0.05 }, mass: 0.2, position: [0.004, 0, 0.08], material: 'felt' });
  addSheet(world, 0.3, 0.02, 8, { ...felt, airDamping: 0.02 }, true);
  return world;
}

/** A light rope falls on cloth on the ground; and cloth on spaghetti that lie on it. */
export function ropeOnCloth(): World {
  const world = emptyWorld();
  addRod(world, [0, 0, 0.015], 'x', 0.2, 0.002);
  addSheet(world, 0.24, 0.002, 9);
  return world;
}

export function clothOnSpaghetti(): World {
  const world = emptyWorld();
  for (const x of [-0.06, 0, 0.06]) addRod(world, [x, 0, 0.004], 'y', 0.2, 0.004);
  addSheet(world, 0.2, 0.014, 8);
  return world;
}

/** Two cloths over two rods that lie across blocks. */
export function hungCloths(): World {
  const world = emptyWorld();
  for (const y of [-0.14, 0.14]) {
    world.addObstacle({ shape: { type: 'box', half: [0.3, 0.03, 0.1] }, position: [0, y, 0.1], material: 'felt' });
  }
  for (const x of [-0.12, 0.12]) addRod(world, [x, 0, 0.204], 'y', 0.3, 0.004);
  for (const x of [-0.12, 0.12]) addSheet(world, 0.16, 0.214, 7, felt, false, x);
  return world;
}

/** Cloth over a tube that lies on the ground. */
export function clothOnTube(): World {
  const world = emptyWorld();
  const curve = splineCurve([0, -0.1, 0.05, 0, 0, 0.05, 0, 0.1, 0.05], false);
  world.addObstacle({ shape: { type: 'tube', radius: 0.05, curve }, material: 'felt' });
  addSheet(world, 0.16, 0.106, 8);
  return world;
}

/** What a run of a world shows. */
interface Run {
  /** largest change of momentum that weight, obstacles, pins and air do not account for, in a converged step, over weight times h */
  readonly imbalance: number;
  /** the same of its moment, over that times the size of the world */
  readonly turning: number;
  readonly unconverged: number;
  /** kinetic energy at the end over the energy that falling set free */
  readonly kinetic: number;
  /** force of obstacles and pins at the end over the weight */
  readonly load: number;
}

/** Steps a world and adds up momenta and forces by what anybody can see of it. */
export function runMixed(
  world: World,
  seconds: number,
  see?: (left: { linear: number; angular: number }) => void,
): Run {
  const balance = new Balance(world);
  const start = world.energy().gravity;
  let [imbalance, turning, unconverged] = [0, 0, 0];
  while (world.t < seconds - 1e-9) {
    const { status, h } = world.step();
    const left = balance.close(h);
    see?.(left);
    if (status === 'converged') {
      imbalance = Math.max(imbalance, left.linear);
      turning = Math.max(turning, left.angular);
    } else unconverged++;
  }
  const { kinetic, gravity } = world.energy();
  const load = balance.load / balance.weight;
  return { imbalance, turning, unconverged, kinetic: kinetic / (start - gravity), load };
}

/** Momentum, convergence, rest and load of a mixed world. */
export function mixed(name: string, world: World, seconds: number): ValidationRow[] {
  const { imbalance, turning, unconverged, kinetic, load } = runMixed(world, seconds);
  return [
    row(`${name}: momentum gained and not accounted for in a step, over weight times h`, 0, imbalance, 1e-9),
    row(`${name}: its moment, over weight times h times size`, 0, turning, 1e-6),
    row(`${name}: steps not converged to 1e-6`, 0, unconverged, 0),
    row(`${name}: kinetic energy after ${seconds} s over the energy set free`, 0, kinetic, 1e-12),
    row(`${name}: load on obstacles and pins over the weight`, 1, load, 1e-6),
  ];
}
