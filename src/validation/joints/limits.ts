import { sin, cos } from '../../math/functions.js';
import { hypot3 } from '../../math/hypot.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
/** step (s) */
const h = 0.001;

function worldOf(theta: number, gravity: readonly [number, number, number] = [0, 0, -g], step = h): World {
  return new World({ materials: { steel: { friction: 0 } }, h: step, theta, gravity });
}

/** A sphere of 1 kg on a tether of 1 m that goes taut at 2 m/s, 1.2 of them along it, without weight. */
function tether(theta: number): ValidationRow[] {
  const world = worldOf(theta, [0, 0, 0]);
  const shape = { type: 'sphere', radius: 0.01 } as const;
  const ball = world.addRigid({ shape, mass: 1, position: [0.6, 0, 0], velocity: [0, 2, 0], material: 'steel' });
  const b = { body: ball, point: [0, 0, 0] } as const;
  const joint = world.addJoint({ type: 'distance', a: { point: [0, 0, 0] }, b, limits: [0.01, 1] });
  while (world.t < 0.6) world.step();
  // where in its last step it goes taut is not known: its direction is off by v h / 2 at most
  return [
    row(`tether, theta = ${theta}: speed once it is taut`, 1.2, hypot3(ball.v[0], ball.v[1], 0), 2e-3, 'm/s'),
    row(`tether, theta = ${theta}: length then`, 1, joint.coordinate, 1e-5, 'm'),
  ];
}

/** A box of 5 kg on a slider that comes to its stop at 1 m/s. */
function stop(theta: number): ValidationRow[] {
  const world = worldOf(theta, [0, 0, 0]);
  const shape = { type: 'box', half: [0.05, 0.05, 0.05] } as const;
  const box = world.addRigid({ shape, mass: 5, position: [0, 0, 0], velocity: [1, 0, 0], material: 'steel' });
  const b = { body: box, point: [0, 0, 0] } as const;
  world.addJoint({ type: 'slider', a: { point: [0, 0, 0] }, b, axis: [1, 0, 0], limits: [-1, 0.2345] });
  while (world.t < 1) world.step();
  return [
    row(`slider on its stop, theta = ${theta}: velocity`, 0, box.v[0], 1e-12, 'm/s'),
    row(`slider on its stop, theta = ${theta}: way`, 0.2345, box.q[0], 1e-12, 'm'),
  ];
}

/** Where a ball on a string or a rod of 1 m, let go at 1 rad, is after 10 s (m). */
function swing(step: number, isString: boolean): number {
  const world = worldOf(0.5, [0, 0, -g], step);
  const shape = { type: 'sphere', radius: 0.05 } as const;
  const ball = world.addRigid({ shape, mass: 1, position: [sin(1), 0, -cos(1)], material: 'steel' });
  const b = { body: ball, point: [0, 0, 0] } as const;
  const limits = isString ? { limits: [0.01, 1] as const } : {};
  world.addJoint({ type: 'distance', a: { point: [0, 0, 0] }, b, ...limits });
  for (let k = Math.round(10 / step); k > 0; k--) world.step();
  return ball.q[0];
}

/** Limits of joints stop without rebound, at every theta; what swings on one is of second order at theta = 1/2. */
export function jointLimits(): ValidationRow[] {
  const error = (step: number): number => swing(step, true) - swing(step, false);
  return [
    ...[1, 0.75, 0.5].flatMap((theta) => [...tether(theta), ...stop(theta)]),
    row('pendulum on a string, theta = 0.5: error at h = 10 ms over that at 5 ms', 4, error(0.01) / error(0.005), 0.4),
  ];
}
