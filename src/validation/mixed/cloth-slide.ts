import { Cloth, type ClothMaterial } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { cos, hypot2, sin } from '../../math/functions.js';
import { norm3 } from '../../math/vec3.js';
import { type ValidationRow, relativeRow, row } from '../row.js';
import type { ContactMethod } from '../../dynamics/cloth/settings.js';
import { World } from '../../dynamics/world.js';

const g = 9.81;
const felt: ClothMaterial = { density: 0.3, stretch: 1000, bend: 5e-4, thickness: 0.004 };

/** Cloth that lies on a plane, held along two sides, with a body on it. */
interface Table {
  readonly mu: number;
  readonly h: number;
  /** cells along the sides of 0.6 and 0.24 m */
  readonly cells: readonly [number, number];
  readonly shape: 'ball' | 'box';
  /** speed at the start (m/s), and its angle from x (rad, default: 0) */
  readonly speed: number;
  readonly aslant?: number;
  /** radius of the ball or half the side of the box (m). Default: 0.04, 0.03 */
  readonly size?: number;
  /** of the body (kg). Default: 0.25 */
  readonly mass?: number;
  /** of the cloth (m). Default: 0.004 */
  readonly thickness?: number;
  /** acceleration of the cloth's sides along x (m/s²) */
  readonly pull?: number;
  /** friction of the cloth on the plane. Default: 0.5 */
  readonly under?: number;
  readonly method?: ContactMethod;
  readonly rotates?: boolean;
}

function lay(table: Table): { world: World; body: RigidBody } {
  const { mu, h, cells, shape, speed, aslant = 0, pull = 0, under = 0.5, mass = 0.25, method } = table;
  const size = table.size ?? (shape === 'ball' ? 0.04 : 0.03);
  const material = { ...felt, thickness: table.thickness ?? felt.thickness };
  const world = new World({
    materials: { plane: { friction: under }, cloth: { friction: under }, body: { friction: mu } },
    pairs: [
      { between: ['body', 'cloth'], friction: mu },
      { between: ['plane', 'cloth'], friction: under },
    ],
    h,
    solver: { tolerance: 1e-6 },
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'plane' });
  const body = world.addRigid({
    shape: shape === 'ball' ? { type: 'sphere', radius: size } : { type: 'box', half: [size, size, size] },
    mass,
    position: [-0.15, 0.004, material.thickness + size],
    velocity: [speed * cos(aslant), speed * sin(aslant), 0],
    material: 'body',
    ...(table.rotates === false && { rotates: false }),
  });
  const [nu, nv] = [cells[0] + 1, cells[1] + 1];
  const surface = sheet({ nu, nv, origin: [-0.3, -0.12, material.thickness / 2], u: [0.6, 0, 0], v: [0, 0.24, 0] });
  const nodes: number[] = [];
  for (let j = 0; j < nv; j++) nodes.push(j * nu, j * nu + nu - 1);
  const motion = (pose: Float64Array, t: number): void => {
    pose.set([0.5 * pull * t * t, 0, 0, 1, 0, 0, 0]);
  };
  const cloth = new Cloth({ surface, material, pins: [pull === 0 ? { nodes } : { nodes, motion }] });
  world.addCloth(cloth, { material: 'cloth', ...(method && { method }) });
  return { world, body };
}

function run(world: World, seconds: number): number {
  let unconverged = 0;
  while (world.t < seconds - 1e-9) if (world.step().status !== 'converged') unconverged++;
  return unconverged;
}

/** Way of a ball or box that slides at v on a plane: friction mu g, a ball until it rolls at 5/7 v. */
function slidingWay(shape: 'ball' | 'box', v: number, mu: number, t: number): number {
  const end = mu === 0 ? Infinity : (shape === 'ball' ? (2 / 7) * v : v) / (mu * g);
  const sliding = Math.min(t, end);
  return v * sliding - 0.5 * mu * g * sliding * sliding + (shape === 'ball' ? (5 / 7) * v : 0) * (t - sliding);
}

/** Boxes and balls that slide on cloth on a fixed plane, as on the plane itself. */
export function* clothSliding(frictions: readonly number[] = [0, 0.1, 0.3], seconds = 0.25): Generator<ValidationRow> {
  for (const shape of ['box', 'ball'] as const)
    for (const mu of frictions)
      yield* slide(`${shape}, mu = ${mu}`, { mu, h: 0.004, cells: [20, 8], shape, speed: 0.8 }, seconds);
}

function* slide(name: string, table: Table, seconds: number): Generator<ValidationRow> {
  const { world, body } = lay(table);
  const [x, y] = body.q;
  const unconverged = run(world, seconds);
  const way = slidingWay(table.shape, table.speed, table.mu, world.t);
  const gone = hypot2(body.q[0] - x, body.q[1] - y);
  yield relativeRow(`${name}: way in ${seconds} s`, way, gone, 0.02, 'm');
  yield row(`${name}: steps not converged to 1e-6`, 0, unconverged, 0);
}

/** The same with other sizes, masses, cloths, directions, steps and meshes. */
export function* clothSlidingElsewhere(): Generator<ValidationRow> {
  const common = { h: 0.004, cells: [20, 8] } as const;
  const tables: (readonly [string, Table])[] = [
    ['box of 40 mm, 1 kg', { ...common, shape: 'box', size: 0.02, mass: 1, mu: 0.2, speed: 1.1, aslant: 0.3 }],
    [
      'box of 100 mm, 50 g, cloth of 2.5 mm',
      { ...common, shape: 'box', size: 0.05, mass: 0.05, thickness: 0.0025, mu: 0.2, speed: 0.9, h: 0.003 },
    ],
    [
      'ball of 110 mm, cloth of 3 mm',
      {
        ...common,
        shape: 'ball',
        size: 0.055,
        mass: 0.5,
        thickness: 0.003,
        mu: 0.17,
        speed: 0.63,
        aslant: 0.4,
        h: 0.0027,
      },
    ],
    [
      'ball of 46 mm, cloth of 1.5 mm',
      {
        ...common,
        shape: 'ball',
        size: 0.023,
        mass: 0.08,
        thickness: 0.0015,
        mu: 0.24,
        speed: 0.41,
        aslant: 0.2,
        h: 0.0061,
      },
    ],
    [
      'ball of 80 mm, 2 kg, 13 cells',
      { ...common, cells: [13, 5], shape: 'ball', mass: 2, thickness: 0.002, mu: 0.05, speed: 0.7 },
    ],
  ];
  for (const [name, table] of tables) yield* slide(`${name}, mu = ${table.mu}`, table, 0.25);
}

/** The tablecloth pulled away: what lies on it is accelerated by mu g, whatever the mesh and the step. */
export function* tablecloth(
  meshes: readonly (readonly [number, number])[] = [
    [15, 6],
    [20, 8],
    [30, 12],
  ],
  steps: readonly number[] = [0.004, 0.002, 0.001],
): Generator<ValidationRow> {
  for (const cells of meshes)
    for (const h of steps)
      yield pulled(`${cells[0]} cells, h = ${h} s`, { mu: 0.3, h, cells, shape: 'box', speed: 0, pull: 8, under: 0 });
}

function pulled(name: string, table: Table): ValidationRow {
  const { world, body } = lay(table);
  // by then the pull has come to the box through the cloth, which gives way, and slides under all of it
  run(world, 0.04);
  const [v, t] = [body.v[0], world.t];
  run(world, 0.1);
  const acceleration = (body.v[0] - v) / (world.t - t);
  // without friction: 2 % of what a friction of 0.3 would give
  return row(`${name}: acceleration`, table.mu * g, acceleration, 0.02 * (table.mu || 0.3) * g, 'm/s²');
}

/** The same with other boxes, frictions, cloths and pulls. */
export function* tableclothElsewhere(): Generator<ValidationRow> {
  const common = { shape: 'box', speed: 0, under: 0 } as const;
  yield pulled('box of 90 mm, 1 kg, mu = 0.15', {
    ...common,
    cells: [17, 7],
    h: 0.003,
    size: 0.045,
    mass: 1,
    mu: 0.15,
    pull: 6,
  });
  yield pulled('box of 40 mm, 60 g, mu = 0.45, cloth of 2 mm', {
    ...common,
    cells: [24, 10],
    h: 0.002,
    size: 0.02,
    mass: 0.06,
    thickness: 0.002,
    mu: 0.45,
    pull: 14,
  });
  yield pulled('box of 60 mm, 0.25 kg, mu = 0', { ...common, cells: [20, 8], h: 0.0025, mu: 0, pull: 9 });
}

/** A box at rest on cloth stays there by every method, and where it cannot turn. */
export function clothBoxes(seconds = 0.5): ValidationRow[] {
  const cases: (readonly [string, Partial<Table>])[] = [
    ['method exact', { method: 'exact' }],
    ['rotates: false', { rotates: false }],
    ['projective', {}],
  ];
  return cases.map(([name, options]) => {
    const { world, body } = lay({ mu: 0.3, h: 0.005, cells: [15, 6], shape: 'box', speed: 0, ...options });
    const z = body.q[2];
    let highest = 0;
    while (world.t < seconds - 1e-9) {
      world.step();
      highest = Math.max(highest, Math.abs(body.q[2] - z));
    }
    return row(`${name}: how far a box at rest moves up or down`, 0, highest, 0.1 * felt.thickness, 'm');
  });
}

/** A ball in cloth held at its rim comes to rest there, carried by as much as it weighs. */
export function ballAtRest(seconds = 8): ValidationRow[] {
  // forces are as exact as the velocities that they make in a step: a tenth of 1e-6 would leave them off by some 1e-6 of the weight
  const solver = { tolerance: 1e-6, restTolerance: 1e-8 };
  const world = new World({ materials: { felt: { friction: 0.3 } }, h: 0.005, solver });
  const body = world.addRigid({
    shape: { type: 'sphere', radius: 0.06 },
    mass: 0.3,
    position: [0, 0, 0.065],
    material: 'felt',
  });
  const n = 9;
  const surface = sheet({ nu: n, nv: n, origin: [-0.2, -0.2, 0], u: [0.4, 0, 0], v: [0, 0.4, 0] });
  const rim = Array.from({ length: n * n }, (_, i) => i).filter((i) => {
    const [a, b] = [i % n, Math.floor(i / n)];
    return a === 0 || b === 0 || a === n - 1 || b === n - 1;
  });
  // the damping: air on each vertex that touches nothing, and that of implicit steps
  const material = { ...felt, airDamping: 0.02 };
  world.addCloth(new Cloth({ surface, material, pins: [{ nodes: rim }] }), { material: 'felt' });
  run(world, seconds);
  let force = 0;
  for (const { bodyB, force: own } of world.contacts()) if (bodyB === 0) force -= own[2];
  return [
    row(`ball: speed after ${seconds} s`, 0, norm3(body.v), 1e-6, 'm/s'),
    row('ball: force of the cloth on it over its weight', 1, force / (0.3 * g), 1e-6),
  ];
}

/** What is round and laid at rest on cloth on the ground does not begin to roll, which nothing would stop; at the default tolerance. */
export function laidOnCloth(seconds = 2): ValidationRow[] {
  const radius = 0.05;
  const [ball, cylinder] = [
    { type: 'sphere' as const, radius },
    { type: 'cylinder' as const, radius, halfLength: 0.15 },
  ];
  const cases = [
    { name: 'ball of 1 kg on 13 x 13 vertices', shape: ball, mass: 1, n: 13 },
    { name: 'ball of 1 kg on 25 x 25 vertices', shape: ball, mass: 1, n: 25 },
    { name: 'lying cylinder of 50 g on 13 x 13 vertices', shape: cylinder, mass: 0.05, n: 13 },
  ];
  return cases.flatMap(({ name, shape, mass, n }) => {
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
    const position = [0.013, 0.007, felt.thickness + radius] as const;
    const orientation = [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as const;
    const body = world.addRigid({ shape, mass, position, orientation, material: 'felt' });
    const corner = [-0.3, -0.3, 0.5 * felt.thickness] as const;
    const surface = sheet({ nu: n, nv: n, origin: corner, u: [0.6, 0, 0], v: [0, 0.6, 0] });
    world.addCloth(new Cloth({ surface, material: felt }), { material: 'felt' });
    let unconverged = 0;
    while (world.t < seconds - 1e-9) if (world.step().status !== 'converged') unconverged++;
    return [
      row(`${name}: speed after ${seconds} s`, 0, norm3(body.v), 1e-6, 'm/s'),
      row(`${name}: steps not converged`, 0, unconverged, 0),
    ];
  });
}
