import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { cos, sin } from '../../math/functions.js';
import { quaternionFromAxisAngle } from '../../math/quaternion.js';
import type { World } from '../../dynamics/world.js';
import { worldOfCloth } from './lone-cloth.js';
import type { ValidationRow } from '../row.js';

/** A sheet that falls on an inclined plane it is parallel to [Ly20 5.2, figure 5]. */
export interface FallingSheet {
  /** slope (rad) */
  readonly angle: number;
  readonly friction: number;
  /** gravity (m/s²) */
  readonly g: number;
  /** height fallen, along gravity (m), and speed at the start, downwards (m/s) */
  readonly height: number;
  readonly speed: number;
}

/** The numbers of [Ly20]'s comparison with Argus (Li et al. 2018). */
export const argusSheet: FallingSheet = {
  angle: (24.998431 * Math.PI) / 180,
  friction: 0.2,
  g: 9.8,
  height: 0.521562,
  speed: 0.2,
};

/** Speed along the slope, and down, at time t in closed form: free fall, inelastic impact with a Coulomb impulse, sliding. */
export function fallingSheetVelocity(sheet: FallingSheet, t: number): { along: number; into: number } {
  const { angle, friction, g, height, speed } = sheet;
  const impact = (-speed + Math.sqrt(speed * speed + 2 * g * height)) / g;
  if (t < impact * (1 - 1e-12)) {
    const v = speed + g * t;
    return { along: v * sin(angle), into: v * cos(angle) };
  }
  const share = Math.max(0, sin(angle) - friction * cos(angle));
  return { along: (speed + g * impact) * share + g * share * (t - impact), into: 0 };
}

/** Time of the impact (s). */
export function impactTime({ speed, g, height }: FallingSheet): number {
  return (-speed + Math.sqrt(speed * speed + 2 * g * height)) / g;
}

/** A world with the sheet at its place, and how to read speeds along and into the slope off it. */
export function buildFallingSheet(
  setup: FallingSheet,
  h: number,
  iterations: number,
): { world: World; spread: () => { along: number; into: number; spread: number } } {
  const { angle, friction, g, height, speed } = setup;
  const s = sin(angle);
  const c = cos(angle);
  const thickness = 2e-3;
  // slope down along +x: normal (sin, 0, cos); the sheet starts `height` above it, measured along gravity
  const lift = height + (0.5 * thickness) / c;
  const surface = sheet({ nu: 12, nv: 9, u: [0.6 * c, 0, -0.6 * s], v: [0, 0.4, 0], origin: [0, -0.2, lift] });
  const cloth = new Cloth({
    surface,
    material: { density: 0.2, stretch: 50, bend: 1e-4, thickness },
    velocity: [0, 0, -speed],
  });
  const world = worldOfCloth(cloth, { h, gravity: [0, 0, -g], iterations, gap: 'stop', friction });
  const turn = new Float64Array(4);
  quaternionFromAxisAngle(turn, 0, Float64Array.of(0, 1, 0), 0, angle);
  world.addObstacle({
    shape: { type: 'plane' },
    orientation: [turn[0], turn[1], turn[2], turn[3]],
    material: 'ground',
  });
  const spread = (): { along: number; into: number; spread: number } => {
    const { v, nodes } = cloth;
    let along = 0;
    let into = 0;
    let widest = 0;
    for (let i = 0; i < nodes; i++) {
      along += (c * v[3 * i] - s * v[3 * i + 2]) / nodes;
      into -= (s * v[3 * i] + c * v[3 * i + 2]) / nodes;
      for (let k = 0; k < 3; k++) widest = Math.max(widest, Math.abs(v[3 * i + k] - v[k]));
    }
    return { along, into, spread: widest };
  };
  return { world, spread };
}

/**
 * Sheet on the incline with one iteration a step, VALIDATION 5.1: velocities equal the closed form when h divides the time
 * of the impact, and differ by at most g h otherwise.
 */
export function validateFallingSheet(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const t1 = impactTime(argusSheet);
  const run = (name: string, setup: FallingSheet, h: number, end: number, tolerance: number): void => {
    const { world, spread } = buildFallingSheet(setup, h, 1);
    let worst = 0;
    let apart = 0;
    let last = 0;
    for (let step = 1; step * h <= end * (1 + 1e-12); step++) {
      world.step();
      const exact = fallingSheetVelocity(setup, step * h);
      const got = spread();
      // the step of the impact itself may come up to one step early or late where h does not divide t1
      if (tolerance > 1e-6 && Math.abs(step * h - t1) <= h) continue;
      worst = Math.max(worst, Math.abs(got.along - exact.along), Math.abs(got.into - exact.into));
      apart = Math.max(apart, got.spread);
      last = got.along;
    }
    const steps = Math.floor(end / h + 1e-9);
    rows.push({
      name: `${name}: speed at the end`,
      expected: fallingSheetVelocity(setup, steps * h).along,
      got: last,
      tolerance,
    });
    rows.push({ name: `${name}: largest error of the speed`, expected: 0, got: worst, tolerance });
    rows.push({ name: `${name}: vertices move alike`, expected: 0, got: apart, tolerance: 1e-9 });
  };
  const sticky: FallingSheet = { ...argusSheet, friction: 0.6 };
  run('falling sheet, h = t1/306', argusSheet, t1 / 306, 0.5, 1e-9);
  run('falling sheet, h = 1 ms', argusSheet, 1e-3, 1, 9.8 * 1e-3);
  run('falling sheet that sticks, h = t1/306', sticky, t1 / 306, 0.5, 1e-9);
  return rows;
}
