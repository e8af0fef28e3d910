import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { Shape } from '../../geometry/shape.js';
import { atan, cos, sin, tan } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
const precise = { tolerance: 1e-12, restTolerance: 1e-12 };

/** A world with gravity tilted by `angle` in the x-z plane over the plane z = 0: a slope that needs no turned shapes. */
export function slopeWorld(angle: number, mu: number, h: number, tolerance = 1e-12, solver = 'auto'): World {
  const world = new World({
    materials: { block: { friction: mu } },
    gravity: [g * sin(angle), 0, -g * cos(angle)],
    h,
    solver: { solver, tolerance, restTolerance: tolerance },
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'block' });
  return world;
}

const cube: Shape = { type: 'box', half: [0.1, 0.1, 0.1] };
const ball: Shape = { type: 'sphere', radius: 0.1 };

/** A block (box, or a ball that cannot turn) lying on the plane. */
function addBlock(world: World, shape: Shape, velocity: [number, number, number] = [0, 0, 0]): RigidBody {
  return world.addRigid({
    shape,
    density: 1000,
    position: [0, 0, 0.1],
    velocity,
    rotates: shape.type !== 'sphere',
    material: 'block',
  });
}

/** Stick just below the angle of friction, the law of sliding just above it. */
export function incline(solver = 'auto'): ValidationRow[] {
  const a = 0.5;
  const rows: ValidationRow[] = [];
  for (const [name, shape, limit] of [
    ['point mass', ball, 1e-15],
    ['box', cube, 1e-12],
  ] as const) {
    const held = slopeWorld(a, tan(a) * (1 + 1e-6), 0.01, 1e-12, solver);
    const resting = addBlock(held, shape);
    let fastest = 0;
    for (let k = 0; k < 100; k++) {
      held.step();
      fastest = Math.max(fastest, norm3(resting.v));
    }
    rows.push(row(`incline: ${name} 1e-6 below the angle of friction, speed`, 0, fastest, limit, 'm/s'));
    for (const mu of [tan(a) * (1 - 1e-6), 0.3]) {
      const sliding = slopeWorld(a, mu, 0.01, 1e-12, solver);
      const block = addBlock(sliding, shape);
      for (let k = 0; k < 100; k++) sliding.step();
      const expected = g * (sin(a) - mu * cos(a));
      // just above the threshold the solver's 1e-12 of g h stands against 1e-6 of g
      const tolerance = (mu === 0.3 ? 1e-10 : 1e-4) * expected;
      const label = mu === 0.3 ? 'mu = 0.3' : '1e-6 above the angle of friction';
      rows.push(row(`incline: ${name}, ${label}, acceleration`, expected, block.v[0] / sliding.t, tolerance, 'm/s²'));
    }
  }
  return rows;
}

/** Stopping on the level: d_h = v0² / (2 mu g) - v0 h / 2 for h = v0 / (mu g N), in every direction. */
export function stopping(): ValidationRow[] {
  const [v0, mu, N] = [2, 0.4, 50];
  const h = v0 / (mu * g * N);
  const expected = (v0 * v0) / (2 * mu * g) - (v0 * h) / 2;
  const rows: ValidationRow[] = [];
  for (const [name, shape] of [
    ['point mass', ball],
    ['box', cube],
  ] as const) {
    let farthest = 0;
    let sideways = 0;
    for (let degrees = 0; degrees <= 90; degrees += 5) {
      const angle = (degrees * Math.PI) / 180;
      const world = slopeWorld(0, mu, h);
      const block = addBlock(world, shape, [v0 * cos(angle), v0 * sin(angle), 0]);
      for (let k = 0; k < N + 5; k++) world.step();
      const along = block.q[0] * cos(angle) + block.q[1] * sin(angle);
      const across = block.q[1] * cos(angle) - block.q[0] * sin(angle);
      farthest = Math.max(farthest, Math.abs(along / expected - 1));
      sideways = Math.max(sideways, Math.abs(across));
      if (degrees === 0) rows.push(row(`stopping: ${name}, distance d_h`, expected, along, 1e-10 * expected, 'm'));
    }
    rows.push(row(`direction: ${name}, 0 to 90 degrees, distance, relative`, 0, farthest, 1e-9));
    rows.push(row(`direction: ${name}, 0 to 90 degrees, off the line`, 0, sideways, 1e-9, 'm'));
  }
  return rows;
}

/** A fast cube neither rises nor pitches while it slides. */
export function noLiftOff(): ValidationRow[] {
  const world = new World({
    materials: { block: { friction: 0.5 } },
    h: 0.005,
    solver: precise,
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'block' });
  const box = world.addRigid({
    shape: { type: 'box', half: [0.05, 0.05, 0.05] },
    mass: 1,
    position: [0, 0, 0.05],
    velocity: [6, 0, 0],
    material: 'block',
  });
  let rise = 0;
  let pitch = 0;
  while (world.t < 1.5) {
    world.step();
    rise = Math.max(rise, Math.abs(box.q[2] - 0.05));
    pitch = Math.max(pitch, 2 * norm3(box.q, 4));
  }
  const h = 0.005;
  const travel = 36 / (2 * 0.5 * g);
  return [
    row('sliding cube at 6 m/s, mu = 0.5: rise', 0, rise, 1e-9, 'm'),
    row('sliding cube at 6 m/s, mu = 0.5: pitch', 0, pitch, 1e-8, 'rad'),
    row('sliding cube at 6 m/s, mu = 0.5: distance', travel - 3 * h, box.q[0], 3 * h * h * g, 'm'),
  ];
}

/** A box on a slope slides before it tips if mu < b / c, and tips first otherwise. */
export function tipping(): ValidationRow[] {
  const [b, c] = [0.1, 0.2];
  const run = (mu: number, slope: number): RigidBody => {
    const world = slopeWorld(atan(slope), mu, 0.005, 1e-9);
    const box = world.addRigid({
      shape: { type: 'box', half: [b, 0.1, c] },
      density: 500,
      position: [0, 0, c],
      material: 'block',
    });
    while (world.t < 0.5) world.step();
    return box;
  };
  const slides = run(0.45, 0.49);
  const tips = run(0.6, 0.52);
  return [
    row('tipping: mu = 0.45 < b/c, tan a = 0.49: turn', 0, 2 * norm3(slides.q, 4), 1e-6, 'rad'),
    row('tipping: mu = 0.45 < b/c, tan a = 0.49: slides', 1, slides.q[0] > 0.02 ? 1 : 0, 0),
    row('tipping: mu = 0.6 > b/c, tan a = 0.52: tips', 1, 2 * norm3(tips.q, 4) > 0.01 ? 1 : 0, 0),
  ];
}

/** A ladder stands iff tan(angle) >= (1 - mu_f mu_w) / (2 mu_f); two contacts, forces not determined by statics. */
export function ladder(): ValidationRow[] {
  const [floor, wall] = [0.4, 0.3];
  const limit = (1 - floor * wall) / (2 * floor);
  const speed = (slope: number): number => {
    const angle = atan(slope);
    const world = new World({
      materials: { ladder: { friction: 0 }, floor: { friction: 0 }, wall: { friction: 0 } },
      pairs: [
        { between: ['ladder', 'floor'], friction: floor },
        { between: ['ladder', 'wall'], friction: wall },
      ],
      h: 0.01,
      solver: precise,
      repair: false,
    });
    world.addObstacle({ shape: { type: 'plane' }, material: 'floor' });
    const side = Math.SQRT1_2;
    world.addObstacle({ shape: { type: 'plane' }, orientation: [side, 0, side, 0], material: 'wall' });
    const [l, r] = [1, 1e-5];
    // the capsule's axis along z is laid back against the wall x = 0
    const turn = -0.5 * (Math.PI / 2 - angle);
    const body = world.addRigid({
      shape: { type: 'capsule', radius: r, halfLength: l },
      mass: 1,
      position: [r + l * cos(angle), 0, r + l * sin(angle)],
      orientation: [cos(turn), 0, sin(turn), 0],
      material: 'ladder',
    });
    for (let k = 0; k < 50; k++) world.step();
    return norm3(body.v);
  };
  return [
    row('ladder: slope 0.1 % above the limit, speed', 0, speed(1.001 * limit), 1e-11, 'm/s'),
    row('ladder: slope 1 % below the limit, falls', 1, speed(0.99 * limit) > 1e-3 ? 1 : 0, 0),
  ];
}
