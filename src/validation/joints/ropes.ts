import type { FiberBody } from '../../bodies/body.js';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { relativeRow, row } from '../row.js';

const g = 9.81;

/** A rope that hangs down from a place. */
function hangingRope(from: readonly [number, number, number], length: number, EA: number, lambda: number): FiberBody {
  return createRod({
    model: 'mass-spring',
    elements: 20,
    length,
    section: { radius: 0.005 },
    material: 'rope',
    stiffness: { EA, EI1: 1e-6, EI2: 1e-6, mass: lambda },
    internalDamping: 0.05,
    airDamping: 0,
    initial: { position: [...from], tangent: [0, 0, -1] },
  });
}

/** A winch lifts a load by half a turn and stops: neither its drum nor the load move from then on. */
export function jointWinch(rest: number): ValidationRow[] {
  const world = new World({
    materials: { rope: { friction: 0.5 } },
    h: 0.002,
    solver: { tolerance: 1e-12, restTolerance: 1e-12, maxIterations: 10000 },
  });
  const [R, r, mass] = [0.1, 0.005, 5];
  const drum = world.addRigid({
    shape: { type: 'cylinder', radius: R, halfLength: 0.1 },
    mass: 2,
    orientation: [Math.sqrt(0.5), Math.sqrt(0.5), 0, 0],
    material: 'rope',
  });
  const rope = hangingRope([R + r, 0, 0], 1, 2e5, 0.05);
  world.addFiber(rope, { material: 'rope' });
  const load = world.addRigid({
    shape: { type: 'box', half: [0.05, 0.05, 0.05] },
    mass,
    position: [R + r, 0, -1.05],
    // it does not swing
    guide: [0, 0, 1],
    material: 'rope',
  });
  const motor = world.addJoint({
    type: 'hinge',
    a: { point: [0, 0, 0] },
    b: { body: drum, point: [0, 0, 0] },
    axis: [0, -1, 0],
    motor: { speed: 3, force: 2 * mass * g * R, until: 1 },
  });
  world.addJoint({ type: 'ball', a: { body: drum, point: [R + r, 0, 0] }, b: { body: rope, point: { s: 0 } } });
  world.addJoint({ type: 'ball', a: { body: load, point: [0, 0, 0.05] }, b: { body: rope, point: { s: 1 } } });
  while (world.t < 1 + rest / 2) world.step();
  const [angle, height] = [motor.coordinate, load.q[2]];
  while (world.t < 1 + rest) world.step();
  const time = rest / 2;
  return [
    relativeRow('winch: height that the load is lifted by', 3 * (R + r), height + 1.05, 0.02, 'm'),
    row('winch that holds: creep of the drum', 0, (R * (motor.coordinate - angle)) / time, 1e-9, 'm/s'),
    row('winch that holds: creep of the load', 0, (load.q[2] - height) / time, 1e-9, 'm/s'),
  ];
}

/** A rope tied to boxes of 1 g to 1 t: they hang at rest, and its ends carry what hangs on them. */
export function jointTied(masses: readonly number[]): ValidationRow[] {
  return masses.flatMap((mass) => {
    const world = new World({ materials: { rope: { friction: 0.3 } }, h: 0.005 });
    const [length, EA, lambda] = [1, 1e6, 0.05];
    const rope = hangingRope([0, 0, 0], length, EA, lambda);
    world.addFiber(rope, { material: 'rope' });
    const box = world.addRigid({
      shape: { type: 'box', half: [0.1, 0.1, 0.1] },
      mass,
      position: [0, 0, -length - 0.1],
      material: 'rope',
    });
    const held = world.addJoint({ type: 'ball', a: { body: rope, point: { s: 0 } }, b: { point: [0, 0, 0] } });
    const tied = world.addJoint({
      type: 'ball',
      a: { body: box, point: [0, 0, 0.1] },
      b: { body: rope, point: { s: length } },
    });
    let unsolved = 0;
    let open = 0;
    while (world.t < 6) {
      if (world.step().status !== 'converged') unsolved++;
      open = Math.max(open, world.jointMisfit);
    }
    const name = `rope tied to ${mass < 1 ? `${1000 * mass} g` : `${mass} kg`}`;
    const stretch = ((mass * length + 0.5 * lambda * length * length) * g) / EA;
    return [
      row(`${name}: steps that are not solved`, 0, unsolved, 0),
      row(`${name}: joints off`, 0, open, 1e-10, 'm'),
      relativeRow(`${name}: force of the box`, mass * g, tied.force[2], 1e-3, 'N'),
      relativeRow(`${name}: force of what holds the rope`, (mass + lambda * length) * g, held.force[2], 1e-3, 'N'),
      relativeRow(`${name}: stretch`, stretch, -box.q[2] - length - 0.1, 1e-2, 'm'),
    ];
  });
}
