import type { SolveOptions } from '../../friction/solve.js';
import { cos, sin } from '../../math/functions.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** The cyclic force of [Renouf05 8.2]. */
export interface TriangleOptions {
  /** excess of the force over mu m g. Default: 0.01 */
  readonly excess?: number;
  /** time of a leg (s). Default: 5 */
  readonly leg?: number;
  readonly h?: number;
  readonly mu?: number;
  /** whether the ball may turn (the paper's literal form: it rolls). Default: false */
  readonly rotates?: boolean;
  readonly solver?: SolveOptions;
}

/** A ball on a plane, pushed by a force of (1 + excess) mu m g in three directions at 120 degrees, a leg each. */
export function triangleWorld(options: TriangleOptions = {}): World {
  const { excess = 0.01, leg = 5, h = 0.01, mu = 0.3, rotates = false } = options;
  const world = new World({
    materials: { ball: { friction: mu } },
    h,
    solver: { tolerance: 1e-13, restTolerance: 1e-13, ...options.solver },
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'ball' });
  const ball = world.addRigid({
    shape: { type: 'sphere', radius: 0.1 },
    mass: 1,
    position: [0, 0, 0.1],
    rotates,
    material: 'ball',
  });
  const F = (1 + excess) * mu * 9.81;
  const directions = [0, 1, 2].map((k) => [cos((2 * k * Math.PI) / 3), sin((2 * k * Math.PI) / 3)]);
  world.addLoad(ball, (out, t) => {
    // the load is asked for inside its step, never on the border of two legs
    const [x, y] = directions[Math.floor((t - 0.5 * h) / leg) % 3];
    out[0] += F * x;
    out[1] += F * y;
  });
  return world;
}

/** Corners of the path: the places where legs end. */
function cornersOf(world: World, legs: number, steps: number): number[][] {
  const ball = world.bodies[0];
  const corners: number[][] = [];
  for (let k = 0; k < legs; k++) {
    for (let step = 0; step < steps; step++) world.step();
    corners.push([ball.q[0], ball.q[1]]);
  }
  return corners;
}

function legOf(corners: number[][], k: number): [number, number] {
  return [corners[k][0] - corners[k - 1][0], corners[k][1] - corners[k - 1][1]];
}

function length([x, y]: number[]): number {
  return Math.sqrt(x * x + y * y);
}

/** After some cycles the path closes, and its three legs are one leg turned by 120 degrees. */
export function triangle(): ValidationRow[] {
  const corners = cornersOf(triangleWorld(), 24, 500);
  const drift = [0, 1].map((i) => corners[23][i] - corners[20][i]);
  const a = legOf(corners, 21);
  const b = legOf(corners, 22);
  const [c, s] = [cos((2 * Math.PI) / 3), sin((2 * Math.PI) / 3)];
  const turned = [c * a[0] - s * a[1] - b[0], s * a[0] + c * a[1] - b[1]];
  // the length of a leg needs a finer step: it tends to 5/6 e mu g T² with step and excess, 0.8203 at 2.5e-4 and 0.01
  const fine = cornersOf(triangleWorld({ h: 1e-3 }), 8, 5000);
  const leg = length(legOf(fine, 7)) / (0.01 * 0.3 * 9.81 * 25);
  return [
    row('triangle: displacement over a cycle', 0, length(drift), 1e-10, 'm'),
    row('triangle: legs congruent', 0, length(turned), 1e-10, 'm'),
    row('triangle: leg over e mu g T²', 0.8203, leg, 0.01),
  ];
}
