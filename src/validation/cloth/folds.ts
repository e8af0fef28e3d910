import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { cos, sin } from '../../math/functions.js';
import { type ValidationRow, row } from '../row.js';
import { clothCrossings } from './crossings.js';
import { worldOfCloth } from './lone-cloth.js';

/** Cloth of the gown `arabesque`, its mesh, step and iterations. */
const edge = 0.012;
const silk = { density: 0.01, stretch: 4, bend: 5e-7, airDamping: 3e-6, thickness: 0.003 };
const gown = { h: 0.002, iterations: 30, obstacleContact: 'vertices', friction: 0.3, selfFriction: 0.3 } as const;

/**
 * A square of silk falls on a plane edge first, leaning by an angle (rad), and crumples into folds as narrow as its mesh allows: how many edges
 * go through a triangle, at most in the time given.
 */
function crumpled(size: number, angle: number, seconds: number): ValidationRow {
  const side = edge * (size - 1);
  const v = [0, side * sin(angle), side * cos(angle)] as const;
  const surface = sheet({ nu: size, nv: size, origin: [0, 0, 0.03], u: [side, 0, 0], v });
  const cloth = new Cloth({ surface, material: silk });
  const world = worldOfCloth(cloth, gown);
  world.addObstacle({ shape: { type: 'plane' }, material: 'ground' });
  let most = 0;
  while (world.t < seconds) {
    world.step();
    most = Math.max(most, clothCrossings(cloth));
  }
  const name = `sheet of ${size} x ${size} leaning by ${angle} falls edge first, edges that go through a triangle`;
  return row(name, 0, most, 0);
}

/** A coarse sheet that hangs from two corners and swings: how many of its steps were shortened, which nothing calls for. */
function hanging(name: string, corners: readonly number[], thickness: number): ValidationRow {
  const [size, h] = [6, 0.01];
  const surface = sheet({ nu: size, nv: size, origin: [0, 0, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
  const cloth = new Cloth({ surface, material: { density: 0.3, stretch: 200, thickness }, pins: [{ nodes: corners }] });
  const world = worldOfCloth(cloth, { h, selfFriction: 0.3 });
  let shortened = 0;
  for (let last = 0; world.t < 1 - 1e-9; last = world.t) {
    world.step();
    if (world.t - last < 0.99 * h) shortened++;
  }
  return row(`sheet of 6 x 6, ${1000 * thickness} mm, hangs from ${name} corners: steps shortened`, 0, shortened, 0);
}

/** Narrow folds: no rows of triangles pass through each other, and no contact is seen where cloth merely bends. */
export function* validateFolds(): Iterable<ValidationRow> {
  for (const angle of [0.05, 0.15, 0.25]) yield crumpled(20, angle, 0.5);
  yield* validateFewFolds();
  yield hanging('adjacent', [0, 5], 0.001);
  yield hanging('opposite', [5, 30], 0.001);
}

/** The same in seconds. */
export function validateFewFolds(): ValidationRow[] {
  return [crumpled(12, 0.25, 0.25), hanging('adjacent', [0, 5], 0.004), hanging('opposite', [5, 30], 0.004)];
}
