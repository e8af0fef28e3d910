import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { voussoir } from '../../geometry/voussoir.js';
import { norm3 } from '../../math/vec3.js';
import type { WorldOptions } from '../../dynamics/members/settings.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** What the standing scenes have in common. */
export interface StandingOptions {
  readonly mu?: number;
  readonly h?: number;
  readonly tolerance?: number;
  readonly solver?: string;
  /** takes the place of the precise settings of the solver; {}: the defaults */
  readonly settings?: WorldOptions['solver'];
}

function standingWorld(options: StandingOptions, mu: number, tolerance: number): World {
  tolerance = options.tolerance ?? tolerance;
  return new World({
    materials: { stone: { friction: options.mu ?? mu } },
    h: options.h ?? 0.01,
    solver: options.settings ?? {
      solver: options.solver ?? 'auto',
      tolerance,
      restTolerance: tolerance,
      maxIterations: 10000,
    },
  });
}

/** A box held between a wall and a plate in a guide that presses on it with `load` (N). */
export function pinchWorld(options: StandingOptions & { load?: number } = {}): { world: World; box: RigidBody } {
  const world = standingWorld(options, 0.5, 1e-12);
  const half = Math.SQRT1_2;
  world.addObstacle({ name: 'wall', shape: { type: 'plane' }, orientation: [half, 0, half, 0], material: 'stone' });
  const box = world.addRigid({
    name: 'box',
    shape: { type: 'box', half: [0.05, 0.05, 0.05] },
    mass: 1,
    position: [0.05, 0, 0],
    material: 'stone',
  });
  const plate = world.addRigid({
    name: 'plate',
    shape: { type: 'box', half: [0.02, 0.1, 0.1] },
    mass: 2,
    position: [0.12, 0, 0],
    guide: [1, 0, 0],
    material: 'stone',
  });
  const load = options.load ?? 20 * 9.81;
  world.addLoad(plate, (out) => {
    out[0] -= load;
  });
  return { world, box };
}

/** A pinched box neither creeps nor gives way: mu N is 20 times half its weight. */
export function pinch(seconds = 10): ValidationRow[] {
  const { world, box } = pinchWorld();
  let fastest = 0;
  while (world.t < seconds) {
    world.step();
    fastest = Math.max(fastest, norm3(box.v));
  }
  return [
    row('pinch: creep, largest speed', 0, fastest, 1e-12, 'm/s'),
    row(`pinch: drift in ${seconds} s`, 0, Math.abs(box.q[2]), 1e-12, 'm'),
    row('pinch: squeeze', 0, Math.abs(box.q[0] - 0.05), 1e-6, 'm'),
  ];
}

/** Ten boxes, the top one 100 times heavier. */
export function stackWorld(options: StandingOptions & { boxes?: number; ratio?: number } = {}): {
  world: World;
  boxes: RigidBody[];
} {
  const world = standingWorld(options, 0.5, 1e-10);
  world.addObstacle({ name: 'floor', shape: { type: 'plane' }, material: 'stone' });
  const n = options.boxes ?? 10;
  const boxes = Array.from({ length: n }, (_, k) =>
    world.addRigid({
      shape: { type: 'box', half: [0.1, 0.1, 0.1] },
      mass: k === n - 1 ? (options.ratio ?? 100) : 1,
      position: [0, 0, 0.1 + 0.2 * k],
      material: 'stone',
    }),
  );
  return { world, boxes };
}

/** The stack stands: the top sags under 0.01 mm, drifts under 1 nm. */
export function stack(seconds = 10): ValidationRow[] {
  const { world, boxes } = stackWorld();
  const top = boxes[boxes.length - 1];
  const height = top.q[2];
  while (world.t < seconds) world.step();
  const drift = Math.sqrt(top.q[0] * top.q[0] + top.q[1] * top.q[1]);
  return [
    row(`stack of ten, 100 times the mass on top: sag in ${seconds} s`, 0, Math.abs(top.q[2] - height), 1e-5, 'm'),
    row(`stack of ten, 100 times the mass on top: drift in ${seconds} s`, 0, drift, 1e-9, 'm'),
  ];
}

/** A semicircular arch of equal wedges, standing on the floor. */
export function archWorld(
  options: StandingOptions & { voussoirs?: number; inner?: number; outer?: number; depth?: number } = {},
): { world: World; stones: RigidBody[] } {
  const { voussoirs = 15, inner = 1, outer = 1.3, depth = 0.3 } = options;
  const world = standingWorld(options, 0.7, 1e-8);
  world.addObstacle({ name: 'floor', shape: { type: 'plane' }, material: 'stone' });
  const stones = Array.from({ length: voussoirs }, (_, k) =>
    world.addRigid({
      shape: {
        type: 'convex',
        polyhedron: voussoir(inner, outer, (k * Math.PI) / voussoirs, ((k + 1) * Math.PI) / voussoirs, depth),
      },
      density: 2000,
      material: 'stone',
    }),
  );
  return { world, stones };
}

/** A wall in running bond on the floor: courses of whole bricks, every other one half a brick shorter. */
export function wallWorld(options: StandingOptions & { courses?: number; bricks?: number } = {}): {
  world: World;
  bricks: RigidBody[];
} {
  const { courses = 8, bricks = 6 } = options;
  const [length, depth, height] = [0.25, 0.12, 0.08];
  const gap = 0.001;
  const world = standingWorld(options, 0.7, 1e-8);
  world.addObstacle({ name: 'floor', shape: { type: 'plane' }, material: 'stone' });
  const made: RigidBody[] = [];
  for (let course = 0; course < courses; course++) {
    const count = bricks - (course % 2);
    for (let k = 0; k < count; k++) {
      made.push(
        world.addRigid({
          shape: { type: 'box', half: [length / 2, depth / 2, height / 2] },
          density: 2000,
          position: [(k - (count - 1) / 2) * (length + gap), 0, (course + 0.5) * height],
          material: 'stone',
        }),
      );
    }
  }
  return { world, bricks: made };
}

/** The wall stands: nothing moves. */
export function wall(seconds = 10): ValidationRow[] {
  const { world, bricks } = wallWorld();
  const before = bricks.map(({ q }) => q.slice());
  while (world.t < seconds) world.step();
  const height = 0.64;
  const moved = bricks.map(({ q }, k) => norm3(q.map((x, i) => x - before[k][i])));
  return [
    row(
      `wall of 8 courses: kinetic energy over weight times height after ${seconds} s`,
      0,
      agitation(world, bricks, height),
      1e-12,
    ),
    row(`wall of 8 courses: farthest that a brick moves in ${seconds} s`, 0, Math.max(...moved), 1e-5, 'm'),
  ];
}

/** Kinetic energy over weight times height. */
function agitation(world: World, stones: readonly RigidBody[], height: number): number {
  const weight = stones.reduce((sum, stone) => sum + 9.81 * stone.mass, 0);
  return world.energy().kinetic / (weight * height);
}

/** The arch of 15 keeps its crown; one of 30 stands at thickness over mean radius 0.13 and falls at 0.09. */
export function arch(seconds = 10): ValidationRow[] {
  const { world, stones } = archWorld();
  const crown = stones[7];
  const height = crown.q[2];
  while (world.t < seconds) world.step();
  const rows = [
    row(`arch of 15 voussoirs: crown drop in ${seconds} s`, 0, Math.abs(crown.q[2] - height), 1e-5, 'm'),
    row('arch of 15 voussoirs: kinetic energy over weight times height', 0, agitation(world, stones, height), 1e-12),
  ];
  for (const [ratio, stands] of [
    [0.13, true],
    [0.09, false],
  ] as const) {
    const thin = archWorld({ voussoirs: 31, inner: 1 - ratio / 2, outer: 1 + ratio / 2, mu: 0.6 });
    const top = thin.stones[15].q[2];
    const limit = stands ? seconds : 3;
    while (thin.world.t < limit && thin.stones[15].q[2] > 0.7 * top) thin.world.step();
    const name = `arch of 31 voussoirs, t/R = ${ratio}`;
    if (stands) {
      rows.push(
        row(`${name}: kinetic energy over weight times height`, 0, agitation(thin.world, thin.stones, 1), 1e-12),
      );
    }
    rows.push(
      row(`${name}: ${stands ? 'stands' : 'falls'}`, 1, thin.stones[15].q[2] > 0.9 * top === stands ? 1 : 0, 0),
    );
  }
  return rows;
}
