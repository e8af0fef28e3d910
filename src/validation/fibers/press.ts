import { createRod } from '../../bodies/rods/registry.js';
import type { Rod } from '../../bodies/rods/registry.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** Radius of the tip's ball: small beside the length of 1 m. */
const radius = 1e-3;
const h = 0.02;
/** The clamp takes this long to come up to its speed (s): the strip buckles slowly. */
const start = 20;

/** Way of the clamp at time t (m). */
function shortening(rate: number, t: number): number {
  return t < start ? (rate * t * t) / (2 * start) : rate * (t - 0.5 * start);
}

/**
 * A strip of unit length, mass and bending stiffness, weightless, clamped at its top pointing down, its tip on a rough
 * floor. The clamp goes down by `rate` each second, slowly beside the strip's own time sqrt(ρS L⁴ / B) = 1 s.
 */
function pressedStrip(
  model: string,
  elements: number,
  mu: number,
  rate: number,
  seed: number,
): { world: World; strip: Rod } {
  const world = new World({
    materials: { strip: { friction: mu } },
    gravity: [0, 0, 0],
    h,
    solver: { tolerance: 1e-11, restTolerance: 1e-11 },
    repair: false,
  });
  world.addObstacle({ name: 'floor', shape: { type: 'plane' }, material: 'strip' });
  const frame = new Float64Array(4);
  frameOfTangent(frame, 0, [0, 0, -1], [0, 1, 0]);
  const top = 1 + radius;
  const strip = createRod({
    model,
    elements,
    length: 1,
    section: { radius: 1e-3 },
    collisionRadius: radius,
    material: 'rubber',
    // EA L² / B = 1e7: the strip shortens by 2e-6 before it buckles; it bends one way only
    stiffness: { EA: 1e7, EI1: 1, EI2: 100, GJ: 100, mass: 1, inertia: 1e-6 },
    internalDamping: 0.05,
    airDamping: 5,
    rest: [seed, 0, 0],
    initial: { position: [0, 0, top], tangent: [0, 0, -1], normal: [0, 1, 0] },
    start: {
      kind: 'clamped',
      motion: (pose, t) => {
        pose.fill(0, 0, 3);
        pose[2] = top - shortening(rate, t);
        pose.set(frame, 3);
      },
    },
  });
  world.addFiber(strip, { material: 'strip', touch: 'nodes', self: false });
  return { world, strip };
}

/** How a pressed strip slipped: the shortening at which it began, the tip's way until shortly before, and its way later. */
export interface PressedStrip {
  /** shortening at first slip over the length */
  readonly threshold: number;
  /** largest way of the tip while the shortening is below 0.98 of the expected threshold, over the length */
  readonly creep: number;
  /** way of the tip at the end, over the length */
  readonly way: number;
  /** friction on the tip at the end, along its way, over the normal force */
  readonly friction: number;
}

/**
 * Presses the strip down to `end`; slip is taken as begun when the tip has moved by 1e-6 of the length. `seed` is the
 * natural curvature that decides the side to which the strip buckles (1/m).
 */
export function pressStrip(
  model: string,
  elements: number,
  mu: number,
  expected: number,
  end: number,
  rate: number,
  seed: number,
): PressedStrip {
  const { world, strip } = pressedStrip(model, elements, mu, rate, seed);
  const x = new Float64Array(3 * strip.nodes);
  const tip = 3 * (strip.nodes - 1);
  let first: [number, number] | undefined;
  let [threshold, creep, way] = [0, 0, 0];
  for (let k = 1; shortening(rate, k * h) <= end; k++) {
    world.step();
    strip.centreLine(x);
    const eps = shortening(rate, k * h);
    first ??= [x[tip], x[tip + 1]];
    way = Math.max(Math.abs(x[tip] - first[0]), Math.abs(x[tip + 1] - first[1]));
    if (eps < 0.98 * expected) creep = Math.max(creep, way);
    if (threshold === 0 && way > 1e-6) threshold = eps;
  }
  const side = [x[tip] - first![0], x[tip + 1] - first![1]].map((d) => d / way);
  return { threshold, creep, way, friction: frictionAlong(world, side) };
}

/** Friction of the floor on the strip along a horizontal direction, over the normal force. */
function frictionAlong(world: World, [x, y]: readonly number[]): number {
  let [along, normal] = [0, 0];
  for (const { force } of world.contacts()) {
    along += force[0] * x + force[1] * y;
    normal += force[2];
  }
  return along / normal;
}

/**
 * mu, shortening at first slip, a later shortening, the tip's way there.
 *
 * Stuck, the strip stands near the load of a clamped-hinged column, 20 B/L², and bulges to one side, say +x. The floor
 * pushes the tip to +x: B θ'' = -(R_y sin θ + R_x cos θ), θ from the vertical, with R_x = +mu R_y when slip begins. The
 * solutions that continue smoothly from there with R_x = mu R_y have the tip at x > 0 (mu = 0.2: 0.0136 L at a shortening of
 * 0.17487): friction along the motion, which Coulomb's law forbids. The tip slides to -x, where sliding on needs ever less
 * force: it does not creep but snaps, to where the same equation holds with the tip at x < 0, friction against the motion,
 * at a load of 3.3 (mu = 0.1) and 3.6 B/L² (0.2). Those values were found by shooting.
 */
const cases = [
  [0.1, 0.046874178, 0.06687, 0.3203614155],
  [0.2, 0.154867355, 0.17487, 0.4979749997],
] as const;

/**
 * Strip pressed on a rough floor: the tip sticks until |R_x| = mu R_y, then snaps to the state in which it slides.
 *
 * A strip that cannot be stretched gives way to the floor by buckling alone, from the first moment on: pressed fast, or
 * all but straight, its tip is knocked aside by that. A super-helix is therefore pressed slowly and bent a little more.
 */
export function fiberPress(
  model = 'der',
  elements = 20,
  rate = 2e-3,
  count = 2,
  seed = 1e-4,
  least = 1e-8,
): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const [mu, expected, end, later] of cases.slice(0, count)) {
    const { threshold, creep, way, friction } = pressStrip(model, elements, mu, expected, end, rate, seed);
    const name = `pressed strip (${model}), mu = ${mu}`;
    rows.push(row(`${name}, shortening at first slip`, expected, threshold, 0.02 * expected));
    rows.push(row(`${name}, way of the tip up to 0.98 of it`, 0, creep, least));
    rows.push(row(`${name}, way of the tip at a shortening of ${end}`, later, way, 0.01 * later));
    rows.push(row(`${name}, friction there along the way over the normal force`, -mu, friction, 1e-3 * mu));
  }
  return rows;
}

/** The same with a super-helix. */
export function helixPress(): ValidationRow[] {
  return fiberPress('super-helix', 8, 1e-4, 2, 1e-3, 1e-6);
}
