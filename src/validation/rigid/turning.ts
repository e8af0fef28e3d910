import type { Motion } from '../../bodies/motion.js';
import { moved, still } from '../../bodies/motion.js';
import { createRod } from '../../bodies/rods/registry.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { World } from '../../dynamics/world.js';
import type { Vector } from '../../geometry/shape.js';
import { atan2, cos, sin } from '../../math/functions.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

const g = 9.81;
const precise = { tolerance: 1e-12, restTolerance: 1e-12 };

/** A turning or swinging slab, its upper side through the axis. */
function slabWorld(motion: (base: Motion) => Motion, mu: number, h: number, theta = 1): World {
  const world = new World({ materials: { wood: { friction: mu } }, h, theta, solver: precise });
  const shape = { type: 'box', half: [2, 2, 0.05] as Vector } as const;
  const base = still([0, 0, -0.05]);
  world.addObstacle({ shape, material: 'wood', motion: motion(base) });
  return world;
}

const spinning =
  (rate: number) =>
  (base: Motion): Motion =>
    moved(base, { spin: { axis: [0, 0, 1], rate } });

function boxOnTurntable(half: Vector, share: number, h: number): { world: World; box: RigidBody; r: number } {
  const [r, mu] = [0.31, 0.37];
  const rate = share * Math.sqrt((mu * g) / r);
  const world = slabWorld(spinning(rate), mu, h);
  const box = world.addRigid({
    shape: { type: 'box', half },
    density: 700,
    position: [r, 0, half[2]],
    velocity: [0, r * rate, 0],
    spin: [0, 0, rate],
    material: 'wood',
  });
  return { world, box, r };
}

const boxes: readonly Vector[] = [
  [0.005, 0.005, 0.002],
  [0.05, 0.03, 0.02],
];

/** Boxes on a turntable stay where they are as long as mu g holds ω² r, however long the step is, and slide above. */
function* turntableBoxes(steps: readonly number[], seconds: number): Iterable<ValidationRow> {
  for (const half of boxes) {
    for (const h of steps) {
      const label = `box of ${2000 * half[0]} mm on a turntable, h = ${1000 * h} ms`;
      const held = boxOnTurntable(half, 0.999, h);
      for (let k = 0; k < Math.round(seconds / h); k++) held.world.step();
      const { q } = held.box;
      const way = Math.sqrt(q[0] * q[0] + q[1] * q[1]) - held.r;
      yield row(`${label}, 0.1 % below the limit, way outwards in ${seconds} s`, 0, way, 1e-8, 'm');
      const loose = boxOnTurntable(half, 1.001, h);
      for (let k = 0; k < Math.round(2 / h); k++) loose.world.step();
      const p = loose.box.q;
      const gone = Math.sqrt(p[0] * p[0] + p[1] * p[1]) - loose.r;
      yield row(`${label}, 0.1 % above the limit, gone by more than 1 mm in 2 s`, 1, gone > 1e-3 ? 1 : 0, 0);
    }
  }
}

/** A box on a plank that swings: carried up and down on an arc it stays on its place. */
function swingingPlank(h: number, seconds: number): ValidationRow {
  const [angle, frequency, x] = [0.2, 0.5, 0.7];
  const swing = { swing: { axis: [0, 1, 0], angle, frequency, phase: -0.5 * Math.PI } } as const;
  const world = slabWorld((base) => moved(base, swing), 0.6, h);
  const box = world.addRigid({
    shape: { type: 'box', half: [0.05, 0.04, 0.025] },
    density: 700,
    position: [x, 0, 0.025],
    material: 'wood',
  });
  for (let k = 0; k < Math.round(seconds / h); k++) world.step();
  // the motion begins at its turning point, at rest
  const a = angle * (1 - cos(2 * Math.PI * frequency * world.t));
  const along = box.q[0] * cos(a) - (box.q[2] + 0.05) * sin(a);
  // what is left is of second order: the plank's turning within a step takes the box's weight along
  const tolerance = 0.01 * h * h;
  return row(`box on a swinging plank, h = ${1000 * h} ms, way along it in ${seconds} s`, 0, along - x, tolerance, 'm');
}

/** A rope whose nodes do not roll lies still on a turntable: at steps in which it turns by a hundredth and less, see docs/steps.md. */
function ropeOnTurntable(h: number, seconds: number): ValidationRow {
  const rate = 2.3;
  const world = slabWorld(spinning(rate), 0.5, h);
  const [tx, ty] = [cos(0.98), sin(0.98)];
  const radius = 0.004;
  const rod = createRod({
    model: 'mass-spring',
    elements: 8,
    length: 0.18,
    section: { radius },
    material: 'rope',
    initial: { position: [0.2, -0.05, radius], tangent: [tx, ty, 0] },
  });
  world.addFiber(rod, { material: 'wood' });
  const at = (): number[] => {
    const x = new Float64Array(3 * rod.nodes);
    rod.centreLine(x);
    return Array.from({ length: rod.nodes }, (_, i) => Math.sqrt(x[3 * i] * x[3 * i] + x[3 * i + 1] * x[3 * i + 1]));
  };
  // set down at rest, it is taken along within some hundredths of a second
  for (let k = 0; k < Math.round(0.5 / h); k++) world.step();
  const from = at();
  for (let k = 0; k < Math.round(seconds / h); k++) world.step();
  const far = at().reduce((most, r, i) => Math.max(most, Math.abs(r - from[i])), 0);
  return row(`rope on a turntable, h = ${1000 * h} ms, way outwards in ${seconds} s`, 0, far, 1e-8, 'm');
}

/**
 * A ball that rolls on a turntable goes in circles, wherever it is and however fast, with 2/7 of the table's rate: m v' = F and
 * (2/5) m R ω' = F × z, and v = Ω × x + R ω × z while it does not slip, give v' = (2/7) Ω × v.
 */
function ballOnTurntable(h: number): ValidationRow[] {
  const [rate, R, x, v] = [3.1, 0.043, 0.2, 0.3];
  const world = slabWorld(spinning(rate), 0.6, h, 0.5);
  const ball = world.addRigid({
    shape: { type: 'sphere', radius: R },
    density: 1300,
    position: [x, 0, R],
    velocity: [0, v, 0],
    spin: [(rate * x - v) / R, 0, 0],
    material: 'wood',
  });
  const steps = Math.round((7 * Math.PI) / (rate * h));
  let [turned, before] = [0, 0.5 * Math.PI];
  for (let k = 0; k < steps; k++) {
    world.step();
    const now = atan2(ball.v[1], ball.v[0]);
    const by = now - before;
    turned += by < -Math.PI ? by + 2 * Math.PI : by > Math.PI ? by - 2 * Math.PI : by;
    before = now;
  }
  const speed = Math.sqrt(ball.v[0] * ball.v[0] + ball.v[1] * ball.v[1]);
  return [
    row('ball on a turntable, its rate over that of the table', 2 / 7, turned / (steps * h * rate), 1e-5),
    row('ball on a turntable, speed after a round', v, speed, 1e-6 * v, 'm/s'),
  ];
}

/** What lies on things that turn as told. */
export function* turning(steps: readonly number[] = [0.01, 0.004, 0.001], seconds = 5): Iterable<ValidationRow> {
  yield* turntableBoxes(steps, seconds);
  for (const h of steps) yield swingingPlank(h, seconds);
  for (const h of [0.004, 0.001]) if (h >= Math.min(...steps, 0.004)) yield ropeOnTurntable(h, seconds);
  yield* ballOnTurntable(0.002);
}
