import type { SolveOptions } from '../../friction/solve.js';
import { cos, sin } from '../../math/functions.js';
import { World } from '../world.js';
import type { ValidationRow } from './row.js';
import { row } from './row.js';

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

/** After some cycles the path closes, and its three legs are one leg turned by 120 degrees. */
export function triangle(): ValidationRow[] {
  const [leg, h, excess, mu] = [5, 0.01, 0.01, 0.3];
  const world = triangleWorld({ leg, h, excess, mu });
  const ball = world.bodies[0];
  const cycles = 8;
  const corners: number[][] = [];
  for (let k = 0; k < 3 * cycles; k++) {
    for (let step = 0; step < Math.round(leg / h); step++) world.step();
    corners.push([ball.q[0], ball.q[1]]);
  }
  const legAt = (k: number): [number, number] => [
    corners[k][0] - corners[k - 1][0],
    corners[k][1] - corners[k - 1][1],
  ];
  const last = 3 * cycles - 1;
  const drift = [0, 1].map((i) => corners[last][i] - corners[last - 3][i]);
  const a = legAt(last - 2);
  const b = legAt(last - 1);
  const [c, s] = [cos((2 * Math.PI) / 3), sin((2 * Math.PI) / 3)];
  const turned = [c * a[0] - s * a[1], s * a[0] + c * a[1]];
  const size = Math.sqrt(a[0] * a[0] + a[1] * a[1]);
  const unit = excess * mu * 9.81 * leg * leg;
  return [
    row('triangle: displacement over a cycle', 0, Math.sqrt(drift[0] * drift[0] + drift[1] * drift[1]), 1e-10, 'm'),
    row('triangle: legs congruent', 0, Math.abs(turned[0] - b[0]) + Math.abs(turned[1] - b[1]), 1e-10, 'm'),
    // 5/6 as the excess goes to zero; 0.8203 at 0.01 with a step of 2.5e-4
    row('triangle: leg over e mu g T²', 0.8203, size / unit, 0.005),
  ];
}
