import { circleCurve } from '../../geometry/curve.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;

/** A ball inside a ring of two rails, rolling at the bottom with speed v (m/s). */
export interface LoopOptions {
  /** radius of the circle that the ball's centre runs on (m) */
  readonly path?: number;
  readonly h?: number;
  readonly mu?: number;
}

const r = 0.05;
/** half the distance between the rails' centre lines, and their radius (m) */
const d = 0.03;
const rail = 0.005;

/** Effective rolling radius, and the factor k' = (2/5) (r / re)²; contacts lie on the ball, inside the rails' lines. */
function rolling(): { re: number; k: number } {
  const side = (d * r) / (r + rail);
  const re = Math.sqrt(r * r - side * side);
  return { re, k: (0.4 * r * r) / (re * re) };
}

function loopWorld(speed: number, options: LoopOptions): World {
  const { path = 0.5, h = 5e-4, mu = 1 } = options;
  const world = new World({
    materials: { steel: { friction: mu } },
    theta: 0.5,
    h,
    solver: { tolerance: 1e-8, restTolerance: 1e-8 },
  });
  // rails stand off the centre's path by the height of the triangle of ball and rail
  const rise = Math.sqrt((r + rail) * (r + rail) - d * d);
  for (const y of [-d, d]) {
    world.addObstacle({
      shape: { type: 'tube', radius: rail, curve: circleCurve(path + rise) },
      position: [0, y, path],
      material: 'steel',
    });
  }
  const { re } = rolling();
  world.addRigid({
    shape: { type: 'sphere', radius: r },
    mass: 1,
    position: [0, 0, 0],
    velocity: [speed, 0, 0],
    spin: [0, speed / re, 0],
    material: 'steel',
  });
  return world;
}

/** Whether the ball goes round without leaving the rails. */
function clears(speed: number, options: LoopOptions): boolean {
  const world = loopWorld(speed, options);
  const ball = world.bodies[0];
  const path = options.path ?? 0.5;
  let top = false;
  let loose = 0;
  while (world.t < 3) {
    const { stick, slide } = world.step();
    // a single step without force is the scheme's, several are a flight
    loose = stick + slide > 0 ? 0 : loose + 1;
    if (loose > 5) return false;
    const z = ball.q[2] - path;
    if (z > 0.99 * path) top = true;
    if (top && z < 0) return true;
  }
  return false;
}

/** Loop: cleared iff v² >= g q (1 + 4 / (1 + k')) at the bottom, by bisection on the speed. */
export function loop(options: LoopOptions = {}): ValidationRow[] {
  const q = options.path ?? 0.5;
  const { k } = rolling();
  const expected = Math.sqrt(g * q * (1 + 4 / (1 + k)));
  let [low, high] = [0.97 * expected, 1.03 * expected];
  for (let step = 0; step < 8; step++) {
    const middle = 0.5 * (low + high);
    if (clears(middle, options)) high = middle;
    else low = middle;
  }
  return [
    row('loop: least speed that clears it', expected, 0.5 * (low + high), 0.01 * expected, 'm/s'),
    ...spinOnRails(),
  ];
}

/** On level rails a ball with spin only ends at re omega0 k' / (1 + k'). */
function spinOnRails(): ValidationRow[] {
  const world = new World({
    materials: { steel: { friction: 0.5 } },
    h: 0.002,
    solver: { tolerance: 1e-12, restTolerance: 1e-12 },
    repair: false,
  });
  const rise = Math.sqrt((r + rail) * (r + rail) - d * d);
  const q = Math.SQRT1_2;
  for (const y of [-d, d]) {
    world.addObstacle({
      shape: { type: 'cylinder', radius: rail, halfLength: 50 },
      position: [0, y, -rise],
      orientation: [q, 0, q, 0],
      material: 'steel',
    });
  }
  const omega = 40;
  const { re, k } = rolling();
  world.addRigid({
    shape: { type: 'sphere', radius: r },
    mass: 1,
    position: [0, 0, 0],
    spin: [0, omega, 0],
    material: 'steel',
  });
  while (world.t < 2) world.step();
  const expected = (re * omega * k) / (1 + k);
  return [row('spin on two rails: final speed', expected, world.bodies[0].v[0], 1e-9 * expected, 'm/s')];
}
