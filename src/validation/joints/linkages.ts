import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { cos, sin } from '../../math/functions.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { distance3 } from '../../math/vec3.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { relativeRow, row } from '../row.js';

const g = 9.81;

type Triple = readonly [number, number, number];

/** Where a point of a body is now, from its pose alone. */
function placeOf(body: RigidBody, point: Triple): Float64Array {
  const x = Float64Array.from(point);
  rotateByQuaternion(x, 0, body.q, 3, x, 0);
  for (let i = 0; i < 3; i++) x[i] += body.q[i];
  return x;
}

/** A four-bar of 1 m links, its upper one the ground, let go with its cranks turned aside: it swings as a pendulum does. */
function fourBar(h: number): { world: World; closure: () => number } {
  const world = new World({ materials: { steel: { friction: 0 } }, h, theta: 0.5, repair: false });
  const shape = { type: 'box', half: [0.02, 0.02, 0.5] } as const;
  const aside = 1;
  const crank = (x: number): RigidBody =>
    world.addRigid({
      shape,
      density: 1000,
      position: [x - 0.5 * sin(aside), 0, -0.5 * cos(aside)],
      orientation: [cos(aside / 2), 0, sin(aside / 2), 0],
      material: 'steel',
    });
  const [left, right] = [crank(0), crank(1)];
  const coupler = world.addRigid({
    shape: { type: 'box', half: [0.5, 0.02, 0.02] },
    density: 1000,
    position: [0.5 - sin(aside), 0, -cos(aside)],
    material: 'steel',
  });
  const [top, bottom]: Triple[] = [
    [0, 0, 0.5],
    [0, 0, -0.5],
  ];
  const [start, end]: Triple[] = [
    [-0.5, 0, 0],
    [0.5, 0, 0],
  ];
  const hinge = { type: 'hinge', axis: [0, 1, 0] } as const;
  world.addJoint({ ...hinge, a: { point: [0, 0, 0] }, b: { body: left, point: top } });
  world.addJoint({ ...hinge, a: { point: [1, 0, 0] }, b: { body: right, point: top } });
  world.addJoint({ ...hinge, a: { body: left, point: bottom }, b: { body: coupler, point: start } });
  world.addJoint({ ...hinge, a: { body: right, point: bottom }, b: { body: coupler, point: end } });
  const closure = (): number =>
    Math.max(
      distance3(placeOf(left, bottom), 0, placeOf(coupler, start), 0),
      distance3(placeOf(right, bottom), 0, placeOf(coupler, end), 0),
      distance3(placeOf(left, top), 0, Float64Array.of(0, 0, 0), 0),
      distance3(placeOf(right, top), 0, Float64Array.of(1, 0, 0), 0),
    );
  return { world, closure };
}

/** A four-bar, whose loop repeats equations, swings for a time (s). */
export function jointFourBar(time: number): ValidationRow[] {
  const { world, closure } = fourBar(0.002);
  const start = world.energy().total;
  let open = 0;
  let off = 0;
  let kinetic = 0;
  while (world.t < time) {
    world.step();
    open = Math.max(open, closure());
    const now = world.energy();
    off = Math.max(off, Math.abs(now.total - start));
    kinetic = Math.max(kinetic, now.kinetic);
  }
  return [
    row(`four-bar of 1 m: closure error over ${time} s`, 0, open, 1e-10, 'm'),
    row(`four-bar of 1 m: energy over ${time} s`, 0, off / kinetic, 1e-6),
  ];
}

/** A chain of 50 links hangs with a load of a thousand links: every joint carries what is below it. */
export function jointChain(): ValidationRow[] {
  const world = new World({ materials: { steel: { friction: 0.3 } }, h: 0.005 });
  const [n, link, mass] = [50, 0.04, 0.01];
  const load = 1000 * mass;
  let above: RigidBody | undefined;
  const shape = { type: 'capsule', radius: 0.004, halfLength: link / 2 - 0.004 } as const;
  for (let k = 0; k < n; k++) {
    const body = world.addRigid({ shape, mass, position: [0, 0, -(k + 0.5) * link], material: 'steel' });
    const a = above ? { body: above, point: [0, 0, -link / 2] as const } : { point: [0, 0, 0] as const };
    world.addJoint({ type: 'ball', a, b: { body, point: [0, 0, link / 2] } });
    above = body;
  }
  const ball = world.addRigid({
    shape: { type: 'sphere', radius: 0.1 },
    mass: load,
    position: [0, 0, -n * link - 0.1],
    velocity: [0.3, 0, 0],
    material: 'steel',
  });
  world.addJoint({
    type: 'ball',
    a: { body: above!, point: [0, 0, -link / 2] },
    b: { body: ball, point: [0, 0, 0.1] },
  });
  let open = 0;
  let unsolved = 0;
  while (world.t < 1) {
    if (world.step().status !== 'converged') unsolved++;
    open = Math.max(open, world.jointMisfit);
  }
  const still = new World({ materials: { steel: { friction: 0.3 } }, h: 0.005 });
  const carried = staticChain(still, n, link, mass, load);
  const rows = [
    row('chain of 50 links, load of 1,000: joints off while it swings', 0, open, 1e-10, 'm'),
    row('chain of 50 links, load of 1,000: steps that are not solved', 0, unsolved, 0),
  ];
  for (const k of [0, 25, 50]) {
    const below = (n - k) * mass + load;
    rows.push(relativeRow(`chain at rest: force in joint ${k}`, below * g, carried[k], 1e-9, 'N'));
  }
  return rows;
}

/** Forces in the joints of the chain at rest. */
function staticChain(world: World, n: number, link: number, mass: number, load: number): number[] {
  let above: RigidBody | undefined;
  const shape = { type: 'capsule', radius: 0.004, halfLength: link / 2 - 0.004 } as const;
  for (let k = 0; k <= n; k++) {
    const last = k === n;
    const body = world.addRigid({
      shape: last ? { type: 'sphere', radius: link / 2 } : shape,
      mass: last ? load : mass,
      position: [0, 0, -(k + 0.5) * link],
      material: 'steel',
    });
    const a = above ? { body: above, point: [0, 0, -link / 2] as const } : { point: [0, 0, 0] as const };
    world.addJoint({ type: 'ball', a, b: { body, point: [0, 0, link / 2] } });
    above = body;
  }
  for (let k = 0; k < 20; k++) world.step();
  return world.joints.map(({ force }) => -force[2]);
}

/** A door on one, three and five hinges: they carry it together, and it moves as on one. */
export function jointDoor(time: number): ValidationRow[] {
  const swing = (hinges: readonly number[]): { angle: number; force: number; open: number; unsolved: number } => {
    // the axis leans, so that the door swings
    const lean = 0.2;
    const axis = [sin(lean), 0, cos(lean)] as const;
    const world = new World({ materials: { wood: { friction: 0.3 } }, h: 0.002, theta: 0.5, repair: false });
    const door = world.addRigid({
      shape: { type: 'box', half: [0.4, 0.02, 1] },
      density: 600,
      position: [0.4 * cos(lean), 0, -0.4 * sin(lean)],
      orientation: [cos(lean / 2), 0, sin(lean / 2), 0],
      spin: [0.5 * axis[0], 0, 0.5 * axis[2]],
      velocity: [0, 0.2, 0],
      material: 'wood',
    });
    const joints = hinges.map((z) =>
      world.addJoint({
        type: 'hinge',
        a: { point: [z * axis[0], 0, z * axis[2]] },
        b: { body: door, point: [-0.4, 0, z] },
        axis,
      }),
    );
    let open = 0;
    let unsolved = 0;
    while (world.t < time) {
      if (world.step().status !== 'converged') unsolved++;
      open = Math.max(open, world.jointMisfit);
    }
    const force = joints.reduce((sum, joint) => sum - joint.force[2], 0);
    return { angle: joints[0].coordinate, force, open, unsolved };
  };
  const one = swing([0]);
  return [
    [-0.9, 0, 0.9],
    [-0.9, -0.45, 0, 0.45, 0.9],
  ].flatMap((hinges) => {
    const many = swing(hinges);
    const name = `door on ${hinges.length} hinges`;
    return [
      row(`${name}: steps that are not solved`, 0, many.unsolved, 0),
      row(`${name}: hinges off`, 0, many.open, 1e-10, 'm'),
      row(`${name}: angle as on one`, one.angle, many.angle, 1e-9, 'rad'),
      relativeRow(`${name}: force as on one`, one.force, many.force, 1e-6, 'N'),
    ];
  });
}
