import type { Motion } from '../../bodies/motion.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { Orientation, Shape, Vector } from '../../geometry/shape.js';
import { atan, cos, sin } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
const precise = { tolerance: 1e-12, restTolerance: 1e-12 };
const r = 0.05;

/** From z to y: the axis of a cylinder or capsule across a plank along x. */
const across: Orientation = [Math.SQRT1_2, -Math.SQRT1_2, 0, 0];

interface Support {
  readonly name: string;
  readonly shape: Extract<Shape, { readonly radius: number }>;
  /** places under the plank: x, y */
  readonly at: readonly (readonly [number, number])[];
}

const two = [
  [-0.3, 0],
  [0.3, 0],
] as const;

/** Round things that carry a plank: longer than it is wide, so that its edges touch, and shorter, so that its face does. */
export const supports: readonly Support[] = [
  { name: 'long cylinders', shape: { type: 'cylinder', radius: r, halfLength: 0.2 }, at: two },
  { name: 'short cylinders', shape: { type: 'cylinder', radius: r, halfLength: 0.06 }, at: two },
  { name: 'long capsules', shape: { type: 'capsule', radius: r, halfLength: 0.2 }, at: two },
  { name: 'short capsules', shape: { type: 'capsule', radius: r, halfLength: 0.05 }, at: two },
  {
    name: 'spheres',
    shape: { type: 'sphere', radius: r },
    at: [
      [-0.3, -0.06],
      [-0.3, 0.06],
      [0.3, -0.06],
      [0.3, 0.06],
    ],
  },
];

/** Thinner and thicker ones, for other coefficients of friction. */
export const otherSupports: readonly Support[] = [
  { name: 'capsules of 12 mm', shape: { type: 'capsule', radius: 0.012, halfLength: 0.05 }, at: two },
  { name: 'cylinders of 140 mm', shape: { type: 'cylinder', radius: 0.14, halfLength: 0.2 }, at: two },
];

const half: Vector = [0.6, 0.1, 0.02];

/** A plank on round supports, on a slope of `angle`. */
function plankOn(support: Support, angle: number, mu: number, turned: boolean): { world: World; plank: RigidBody } {
  // either gravity or everything else is turned: rounding differs, the answer does not
  const world = new World({
    materials: { wood: { friction: mu } },
    gravity: turned ? [0, 0, -g] : [g * sin(angle), 0, -g * cos(angle)],
    h: 0.01,
    solver: precise,
    repair: false,
  });
  const [c, s] = turned ? [cos(angle), sin(angle)] : [1, 0];
  const q: Orientation = turned ? [cos(angle / 2), 0, sin(angle / 2), 0] : [1, 0, 0, 0];
  for (const [x, y] of support.at) {
    const place: Vector = [c * x, y, -s * x];
    const [w, , v] = q;
    // q times the turn from z to y
    const orientation: Orientation = [w * across[0], w * across[1], v * across[0], -v * across[1]];
    world.addObstacle({ shape: support.shape, material: 'wood', position: place, orientation });
  }
  const height = support.shape.radius + half[2];
  const plank = world.addRigid({
    shape: { type: 'box', half },
    density: 600,
    position: [s * height, 0, c * height],
    orientation: q,
    material: 'wood',
  });
  return { world, plank };
}

/**
 * A plank on round supports sticks below the angle of friction and slides above it as on a plane: the normals of round
 * shapes and boxes are exact.
 */
export function plankOnRounds(which: readonly Support[] = supports, mu = 0.3): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const support of which) {
    for (const turned of [false, true]) {
      const label = `plank on ${support.name}, mu ${mu}, ${turned ? 'all of it' : 'gravity'} turned`;
      const below = plankOn(support, atan(mu) - 1e-4, mu, turned);
      let fastest = 0;
      for (let k = 0; k < 100; k++) {
        below.world.step();
        fastest = Math.max(fastest, norm3(below.plank.v));
      }
      rows.push(row(`${label}, 1e-4 below the angle of friction, speed`, 0, fastest, 1e-11, 'm/s'));
      for (const [name, angle] of [
        ['1e-4 above', atan(mu) + 1e-4],
        ['tan 1.0182 times as large', atan(1.0182 * mu)],
      ] as const) {
        const { world, plank } = plankOn(support, angle, mu, turned);
        const from = Float64Array.from(plank.q);
        for (let k = 0; k < 100; k++) world.step();
        // steps of h add up to n (n + 1) / 2 h² a
        const expected = 0.505 * g * (sin(angle) - mu * cos(angle));
        for (let i = 0; i < 3; i++) from[i] = plank.q[i] - from[i];
        rows.push(row(`${label}, ${name}, distance in 1 s`, expected, norm3(from), 1e-6 * expected, 'm'));
      }
    }
  }
  return rows;
}

/** Steps of moving fingers (s). */
const fingerStep = 0.05;
const speed = 5e-4;

/** Friction of the two fingers. */
type Pair = readonly [left: number, right: number];

/** A plank on two supports that approach each other, a and b from its middle. */
function fingers(
  { shape, at }: Support,
  [left, right]: Pair,
  a: number,
  b: number,
  velocity: number,
): { world: World; plank: RigidBody } {
  const world = new World({
    materials: { plank: { friction: 1 }, left: { friction: 1 }, right: { friction: 1 } },
    pairs: [
      { between: ['plank', 'left'], friction: left },
      { between: ['plank', 'right'], friction: right },
    ],
    h: fingerStep,
    solver: precise,
    repair: false,
  });
  for (const [x, y] of at) {
    const [from, way] = x < 0 ? [-a, speed] : [b, -speed];
    const motion: Motion = (out, t) => {
      out[0] = from + way * t;
      out[1] = y;
      out[2] = 0;
      out.set(across, 3);
    };
    world.addObstacle({ shape, material: x < 0 ? 'left' : 'right', motion });
  }
  const plank = world.addRigid({
    shape: { type: 'box', half },
    density: 600,
    position: [0, 0, shape.radius + half[2]],
    velocity: [velocity, 0, 0],
    material: 'plank',
  });
  return { world, plank };
}

/**
 * A plank on two moving fingers: N_a = W b / (a + b) and N_b = W a / (a + b), so both slide once mu_a b = mu_b a, and the
 * distances keep this ratio, the plank moving at speed (mu_b - mu_a) / (mu_a + mu_b). Set off in that state it stays. Otherwise it
 * swings about it without end, since what friction lacks in balance grows with the distance: omega² = (mu_a + mu_b) g / (a + b).
 */
export function plankOnFingers(which: readonly Support[] = supports, mu: Pair = [0.3, 0.2]): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const wanted = mu[0] / mu[1];
  const a = 0.2 * wanted;
  const balanced = (speed * (mu[1] - mu[0])) / (mu[0] + mu[1]);
  for (const support of which) {
    const label = `plank on moving ${support.name}, mu ${mu[0]} and ${mu[1]}`;
    for (const [name, a0, b0, velocity, seconds, tolerance] of [
      // forces are those of where a step starts: off by the way of a step, 0.025 mm, times its change from step to step
      ['in balance', a, 0.2, balanced, 10, 1e-6],
      // swings of 1.2 speed / omega = 0.2 mm, times 1/b + a/b²
      ['from 0.01 m beside it', a + 0.01, 0.2, 0, 60, 0.002 * wanted],
    ] as const) {
      const { world, plank } = fingers(support, mu, a0, b0, velocity);
      const steps = Math.round(seconds / fingerStep);
      for (let k = 0; k < steps; k++) world.step();
      const way = speed * steps * fingerStep;
      const ratio = (plank.q[0] + a0 - way) / (b0 - way - plank.q[0]);
      rows.push(
        row(`${label}, ${name}: distances from the middle after ${seconds} s, ratio`, wanted, ratio, tolerance),
      );
    }
  }
  return rows;
}
