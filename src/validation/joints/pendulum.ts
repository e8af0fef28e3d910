import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { atan2, cos, sin } from '../../math/functions.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
/** a bar: half sizes across and along (m), and how far it is drawn aside at the beginning (rad) */
const [across, half, aside] = [0.015, 0.5, 1];

/** A world with bars of 1 m, the first hanging on a hinge at the origin, each next one on the end of the one before, all drawn aside alike. */
export function pendulum(bars: number, h: number, theta: number): { world: World; bodies: RigidBody[] } {
  const world = new World({ materials: { steel: { friction: 0 } }, h, theta, repair: false });
  const bodies: RigidBody[] = [];
  for (let k = 0; k < bars; k++) {
    // drawn aside by a turn about y, the bar hangs along (-sin, 0, -cos)
    const along = (2 * k + 1) * half;
    const body = world.addRigid({
      shape: { type: 'box', half: [across, across, half] },
      density: 1000,
      position: [-along * sin(aside), 0, -along * cos(aside)],
      orientation: [cos(aside / 2), 0, sin(aside / 2), 0],
      material: 'steel',
    });
    const above = k === 0 ? { point: [0, 0, 0] as const } : { body: bodies[k - 1], point: [0, 0, -half] as const };
    world.addJoint({ type: 'hinge', a: above, b: { body, point: [0, 0, half] }, axis: [0, 1, 0] });
    bodies.push(body);
  }
  return { world, bodies };
}

/** Period of the compound pendulum: 4 sqrt(I / (m g l)) K(sin(aside / 2)), K by the arithmetic-geometric mean. */
export function exactPeriod(): number {
  // about the hinge, over the mass
  const inertia = (4 * half * half + 4 * across * across) / 12 + half * half;
  let [a, b] = [1, cos(aside / 2)];
  for (let k = 0; k < 8; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(inertia / (g * half))) / a;
}

/** Mean period over so many swings, from passages through the vertical. */
export function measuredPeriod(h: number, theta: number, swings: number): number {
  const { world, bodies } = pendulum(1, h, theta);
  const angle = (): number => 2 * atan2(bodies[0].q[5], bodies[0].q[3]);
  let before = angle();
  let first = NaN;
  let count = 0;
  for (;;) {
    world.step();
    const now = angle();
    if (before > 0 && now <= 0) {
      const t = world.t - (h * now) / (now - before);
      if (Number.isNaN(first)) first = t;
      else if (++count === swings) return (t - first) / swings;
    }
    before = now;
  }
}

/** Largest change of the energy, over the largest kinetic energy, in a time. */
function energyError(bars: number, h: number, time: number): number {
  const { world } = pendulum(bars, h, 0.5);
  const start = world.energy().total;
  let off = 0;
  let kinetic = 0;
  while (world.t < time) {
    world.step();
    const now = world.energy();
    off = Math.max(off, Math.abs(now.total - start));
    kinetic = Math.max(kinetic, now.kinetic);
  }
  return off / kinetic;
}

const log2 = (x: number): number => {
  // orders are a few: halving until it is near 1
  let order = 0;
  for (; x > 1.4142; x /= 2) order++;
  return order + (x - 1) / 0.6931;
};

/** A pendulum's period and order, its energy and a double pendulum's over a time (s). */
export function jointPendulum(time: number): ValidationRow[] {
  const exact = exactPeriod();
  const error = (h: number): number => Math.abs(measuredPeriod(h, 0.5, 2) - exact) / exact;
  const [coarse, fine] = [error(0.008), error(0.004)];
  return [
    row('pendulum: period at h = 1 ms', 1, measuredPeriod(0.001, 0.5, 1) / exact, 1e-4),
    row('pendulum: order of the period, h = 8 and 4 ms', 2, log2(coarse / fine), 0.1),
    row(`pendulum: energy at h = 1 ms over ${time} s`, 0, energyError(1, 0.001, time), 1e-6),
    row(`double pendulum: energy at h = 1 ms over ${time} s`, 0, energyError(2, 0.001, time), 1e-6),
  ];
}
