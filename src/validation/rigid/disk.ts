import { cos, sin, log } from '../../math/functions.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';
import { World } from '../../dynamics/world.js';

const [a, b, g, mass] = [0.1, 0.005, 9.81, 1];
/** angle of the axis from the vertical, rate at which the disk goes round (rad/s), time (s) */
const [tilt, rate, time] = [0.9707963267948966, 3, 1];

/**
 * Spin about its axis of a disk of radius a and half thickness b that rolls round steadily on its lower rim: Ω sin θ (I3 ω3 - I1 Ω cos θ)
 * = -a F3 + b F2 with the force F of the floor in the disk's axes, linear in ω3.
 */
function steadySpin(): number {
  const [c, s] = [cos(tilt), sin(tilt)];
  const [I1, I3] = [mass * ((a * a) / 4 + (b * b) / 3), 0.5 * mass * a * a];
  const left = (spin: number): number => {
    const v = b * rate * s - a * spin;
    const F3 = mass * (g * c - rate * v * s);
    const F2 = mass * (g * s + rate * v * c);
    return rate * s * (I3 * spin - I1 * rate * c) + a * F3 - b * F2;
  };
  return -left(0) / (left(1) - left(0));
}

/** How far a disk is from where it should be after a second (m), and how much of its kinetic energy it has lost. */
function roll(h: number): { off: number; lost: number } {
  const [c, s] = [cos(tilt), sin(tilt)];
  const spin = steadySpin();
  const speed = b * rate * s - a * spin;
  const world = new World({
    materials: { wood: { friction: 2 } },
    theta: 0.5,
    h,
    solver: { tolerance: 1e-12, restTolerance: 1e-12 },
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
  const body = world.addRigid({
    shape: { type: 'cylinder', radius: a, halfLength: b },
    mass,
    position: [0, 0, a * s + b * c],
    orientation: [cos(0.5 * tilt), 0, sin(0.5 * tilt), 0],
    velocity: [0, speed, 0],
    spin: [spin * s - rate * s * c, 0, spin * c + rate * s * s],
    material: 'wood',
  });
  const { total, kinetic } = world.energy();
  for (let k = 0; k < Math.round(time / h); k++) world.step();
  const circle = speed / rate;
  const x = body.q[0] - circle * (cos(rate * time) - 1);
  const y = body.q[1] - circle * sin(rate * time);
  return { off: Math.sqrt(x * x + y * y), lost: (total - world.energy().total) / kinetic };
}

/** A tilted disk rolls round in a circle: at theta = 1/2 its place is right to second order, its energy to more. */
export function diskRolling(steps: readonly [number, number] = [2e-3, 1e-3]): ValidationRow[] {
  const [coarse, fine] = steps.map(roll);
  const order = log(coarse.off / fine.off) / log(steps[0] / steps[1]);
  return [
    row('disk rolling round: order of its place', 2, order, 0.1),
    // measured: 1.6e-5 m and 1.9e-7 at 1 ms
    row('disk rolling round: place after 1.33 m', 0, fine.off, 1e-4, 'm'),
    row('disk rolling round: energy lost', 0, fine.lost, 1e-6),
  ];
}
