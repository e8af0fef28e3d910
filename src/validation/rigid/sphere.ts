import { cos, sin, tan } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import { World } from '../../dynamics/world.js';
import { slopeWorld } from './block.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;

/** From sliding to rolling: v_f = v0 - (2/7) u0, energy lost m |u0|² / 7, then nothing more is lost. */
export function slidingToRolling(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const r = 0.1;
  for (const [name, v0, spin] of [
    ['no spin', [3, 0, 0], [0, 0, 0]],
    ['spin only', [0, 0, 0], [0, 40, 0]],
    ['both, across', [2, 1, 0], [15, -8, 3]],
  ] as const) {
    const mu = 0.3;
    const world = slopeWorld(0, mu, 0.005);
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: r },
      mass: 2,
      position: [0, 0, r],
      velocity: v0,
      spin,
      material: 'block',
    });
    // slip of the lowest point: v + omega × (-r z)
    const u = [v0[0] - r * spin[1], v0[1] + r * spin[0]];
    const slip = Math.sqrt(u[0] * u[0] + u[1] * u[1]);
    const start = world.energy().total;
    const tRoll = (2 * slip) / (7 * mu * g);
    let rolled = 0;
    while (world.t < 1.5 * tRoll + 0.05) {
      world.step();
      const s = [ball.v[0] - r * ball.v[4], ball.v[1] + r * ball.v[3]];
      if (rolled === 0 && s[0] * s[0] + s[1] * s[1] < 1e-18) rolled = world.t;
    }
    const energy = world.energy().total;
    for (let k = 0; k < 100; k++) world.step();
    const drift = Math.abs(world.energy().total / energy - 1);
    const expected = [v0[0] - (2 / 7) * u[0], v0[1] - (2 / 7) * u[1]];
    const size = Math.sqrt(expected[0] * expected[0] + expected[1] * expected[1]);
    rows.push(row(`rolling: ${name}, final vx`, expected[0], ball.v[0], 1e-10 * size, 'm/s'));
    rows.push(row(`rolling: ${name}, final vy`, expected[1], ball.v[1], 1e-10 * size, 'm/s'));
    rows.push(row(`rolling: ${name}, energy lost`, (2 * slip * slip) / 7, start - energy, 1e-9 * start, 'J'));
    rows.push(row(`rolling: ${name}, time until it rolls`, tRoll, rolled, 0.0051, 's'));
    rows.push(row(`rolling: ${name}, energy while rolling, relative change`, 0, drift, 1e-10));
  }
  return rows;
}

/** On a slope a sphere rolls iff mu >= (2/7) tan a; below it slides with spin. */
export function rollingDownhill(): ValidationRow[] {
  const a = 0.6;
  const rows: ValidationRow[] = [];
  for (const [name, mu, expected] of [
    ['1e-6 above 2/7 tan a', (2 / 7) * tan(a) * (1 + 1e-6), (g * sin(a)) / 1.4],
    ['mu = 0.1', 0.1, g * (sin(a) - 0.1 * cos(a))],
  ] as const) {
    const world = slopeWorld(a, mu, 0.01);
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 0, 0.1],
      material: 'block',
    });
    for (let k = 0; k < 100; k++) world.step();
    rows.push(row(`downhill: ${name}, acceleration`, expected, ball.v[0] / world.t, 1e-9 * expected, 'm/s²'));
    const spin = mu === 0.1 ? (0.1 * g * cos(a)) / (0.4 * 0.1) : expected / 0.1;
    rows.push(row(`downhill: ${name}, spin rate`, spin, ball.v[4] / world.t, 1e-9 * spin, 'rad/s²'));
  }
  return rows;
}

/** Oblique impact of a sphere: tangential impulse min(mu (1 + e) m |u_N|, m |u_T| / (1 + 1/k)). */
export function obliqueImpact(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const [e, mu, uN] = [0.5, 0.2, 2];
  for (const uT of [0.5, 5]) {
    const world = new World({
      materials: { ball: { friction: mu, restitution: e } },
      gravity: [0, 0, 0],
      h: 0.001,
      solver: { tolerance: 1e-13 },
      repair: false,
    });
    world.addObstacle({ shape: { type: 'plane' }, material: 'ball' });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 0, 0.1005],
      velocity: [uT, 0, -uN],
      material: 'ball',
    });
    for (let k = 0; k < 5; k++) world.step();
    const impulse = Math.min(mu * (1 + e) * uN, uT / 3.5);
    rows.push(row(`oblique impact, u_T = ${uT}: tangential impulse`, impulse, uT - ball.v[0], 1e-11, 'N s'));
    rows.push(row(`oblique impact, u_T = ${uT}: normal velocity`, e * uN, ball.v[2], 1e-11, 'm/s'));
  }
  return rows;
}

/** Bouncing: heights e^(2n) h0, at rest after the Zeno time. */
export function bouncing(): ValidationRow[] {
  const [e, h0, h] = [0.7, 1, 1e-4];
  const world = new World({
    materials: { ball: { friction: 0, restitution: e } },
    theta: 0.5,
    h,
    solver: { tolerance: 1e-12 },
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'ball' });
  const ball = world.addRigid({
    shape: { type: 'sphere', radius: 0.1 },
    mass: 1,
    position: [0, 0, 0.1 + h0],
    material: 'ball',
  });
  const tops: number[] = [];
  let before = ball.v[2];
  const v = Math.sqrt(2 * g * h0);
  const rest = v / g + (2 * e * v) / (g * (1 - e));
  while (world.t < rest + 0.05) {
    world.step();
    if (before > 0 && ball.v[2] <= 0) tops.push(ball.q[2] - 0.1);
    before = ball.v[2];
  }
  const rows = [1, 2, 3].map((n) => {
    let height = h0;
    for (let k = 0; k < n; k++) height *= e * e;
    // an impact is felt up to one step early: h v of height each time
    return row(`bouncing: height after impact ${n}`, height, tops[n - 1], 4 * h * v, 'm');
  });
  rows.push(row('bouncing: speed after the Zeno time', 0, norm3(ball.v), 1e-12, 'm/s'));
  rows.push(row('bouncing: height after the Zeno time', 0, ball.q[2] - 0.1, 1e-5, 'm'));
  return rows;
}
