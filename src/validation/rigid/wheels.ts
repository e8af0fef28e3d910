import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { still } from '../../bodies/motion.js';
import { World } from '../../dynamics/world.js';
import { convexHull } from '../../geometry/convex-hull.js';
import type { Shape, Vector } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { cos, sin } from '../../math/functions.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** Axis along y: a quarter turn about x. */
const lying = [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as const;

const floors = {
  plane: { shape: { type: 'plane' }, at: [0, 0, 0] },
  box: { shape: { type: 'box', half: [60, 1, 0.1] }, at: [0, 0, -0.1] },
  mesh: {
    shape: {
      type: 'mesh',
      mesh: new TriangleMesh(Float64Array.of(-80, -40, 0, 80, -40, 0, 0, 120, 0), Int32Array.of(0, 1, 2)),
    },
    at: [0, 0, 0],
  },
} as const satisfies Record<string, { shape: Shape; at: Vector }>;

type Floor = keyof typeof floors;

interface Rolling {
  readonly shape: Shape;
  /** height of the axis (m) */
  readonly height: number;
  /** radius that speed and spin agree in (m) */
  readonly radius: number;
  readonly speed: number;
  readonly h: number;
  readonly theta?: number;
  readonly tolerance?: number;
}

function roll(floor: Floor, { shape, height, radius, speed, h, theta = 1, tolerance = 1e-3 }: Rolling): RigidBody {
  const world = new World({ materials: { rubber: { friction: 0.8 } }, h, theta, solver: { tolerance } });
  const { shape: ground, at } = floors[floor];
  world.addObstacle({ shape: ground, material: 'rubber', motion: still(at) });
  const wheel = world.addRigid({
    shape,
    mass: 0.3,
    position: [-4, 0, height],
    orientation: lying,
    velocity: [speed, 0, 0],
    spin: [0, speed / radius, 0],
    material: 'rubber',
  });
  while (world.t < 1 - 1e-9) world.step();
  return wheel;
}

/** A cylinder that rolls keeps its speed, however far it turns in a step: what is in front of it comes down, but not on the floor. */
function* cylinders(): Iterable<ValidationRow> {
  for (const floor of Object.keys(floors) as Floor[]) {
    for (const [radius, speed, h] of [
      [0.03, 4, 1 / 60],
      [0.001, 0.5, 0.001],
      [0.4, 12, 0.01],
    ] as const) {
      for (const theta of [1, 0.5]) {
        const shape = { type: 'cylinder', radius, halfLength: 1.5 * radius } as const;
        const wheel = roll(floor, { shape, height: radius, radius, speed, h, theta });
        const turn = ((speed * h) / radius).toFixed(2);
        const name = `cylinder of ${radius} m on a ${floor}, ${turn} rad a step, theta ${theta}, speed after 1 s`;
        yield row(name, speed, wheel.v[0], 1e-9 * speed, 'm/s');
      }
    }
  }
}

/** A prism of n sides about the z axis, a side below when it lies. */
function prism(n: number, radius: number, half: number): Shape {
  const points: number[] = [];
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * (k + 0.5)) / n;
    for (const z of [-half, half]) points.push(radius * sin(angle), radius * cos(angle), z);
  }
  return { type: 'convex', polyhedron: convexHull(points) };
}

/** A wheel with sides rolls straight on, and loses at each side what the impact on its next edge takes. */
function* prisms(): Iterable<ValidationRow> {
  const radius = 0.05;
  for (const floor of ['plane', 'box'] as const) {
    for (const [n, turn] of [
      [8, 0.05],
      [40, 0.1],
      [40, 0.2],
    ] as const) {
      const h = 0.01;
      const height = radius * cos(Math.PI / n) + 1e-5;
      const [speed, tolerance] = [(turn / h) * radius, 1e-9];
      const { q, v } = roll(floor, { shape: prism(n, radius, 0.02), height, radius, speed, h, tolerance });
      const name = `wheel of ${n} sides on a ${floor}, ${turn} rad a step`;
      yield row(`${name}, way aside in 1 s`, 0, q[1], 1e-3 * radius, 'm');
      yield row(`${name}, turning about its way`, 0, v[3], 1e-3, 'rad/s');
    }
  }
}

/** What turns above a floor without reaching it is not touched, though its corners head for the floor. */
function* inTheAir(): Iterable<ValidationRow> {
  const half = 0.05;
  const reach = half * Math.SQRT2;
  for (const [turn, clearance] of [
    [0.1, 1.002],
    [0.3, 1.02],
    [0.6, 1.1],
    [1.2, 1.5],
  ] as const) {
    const h = 0.01;
    const world = new World({ materials: { wood: { friction: 0.5 } }, h, gravity: [0, 0, 0] });
    world.addObstacle({ shape: { type: 'plane' }, material: 'wood' });
    const position: Vector = [0, 0, clearance * reach];
    const shape = { type: 'box', half: [half, half, half] as Vector } as const;
    const box = world.addRigid({ shape, mass: 1, position, spin: [0, turn / h, 0], material: 'wood' });
    while (world.t < 1 - 1e-9) world.step();
    const name = `box turning by ${turn} rad a step, ${clearance} times its reach above a floor`;
    yield row(`${name}, speed upwards`, 0, box.v[2], 1e-12, 'm/s');
    yield row(`${name}, spin kept`, 1, (box.v[4] * h) / turn, 1e-12);
  }
}

/** Wheels and other things that turn fast. */
export function* wheels(): Iterable<ValidationRow> {
  yield* cylinders();
  yield* prisms();
  yield* inTheAir();
}
