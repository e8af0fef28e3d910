import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import type { FiberBody } from '../../bodies/body.js';
import { createRod } from '../../bodies/rods/registry.js';
import type { RodEnd } from '../../bodies/rods/end.js';
import { World } from '../../dynamics/world.js';
import type { StepRecord } from '../../dynamics/report/step-record.js';
import type { Shape } from '../../geometry/shape.js';
import { Random } from '../../math/random.js';
import { type ValidationRow, row } from '../row.js';

type Triple = [number, number, number];

/** Parts of a world are put into cells of this size, one each, so that nothing overlaps at the beginning (m). */
const cell = 0.3;
const columns = 2;

/** How many of a kind a world has at most; of cloths, exactly. */
export interface Make {
  readonly solids: number;
  readonly rods: number;
  readonly cloths: number;
}

/** Worlds in turn: by their seed. */
const kinds: readonly (Make & { readonly what: string })[] = [
  { what: 'solids', solids: 4, rods: 0, cloths: 0 },
  { what: 'rods', solids: 0, rods: 4, cloths: 0 },
  { what: 'solids and rods', solids: 3, rods: 3, cloths: 0 },
  { what: 'solids, rods, cloth', solids: 2, rods: 2, cloths: 1 },
  { what: 'rods among solids', solids: 4, rods: 2, cloths: 0 },
];

/** What a run of a world has shown. */
export interface Account {
  /** largest rise of the energy above where it has been before, without what the repair put in, over the scale */
  readonly grown: number;
  /** all that the repair put in, step by step, without what it took out, over the scale */
  readonly repair: number;
  readonly unconverged: number;
  readonly steps: number;
}

/** Chooses one of a list. */
function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.int(list.length)];
}

function vector(random: Random, size: number): Triple {
  const out = new Float64Array(3);
  random.onSphere(out);
  const s = size * random.uniform();
  return [s * out[0], s * out[1], s * out[2]];
}

function turn(random: Random): [number, number, number, number] {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

function solidShape(random: Random): Shape {
  const size = random.range(0.03, 0.08);
  const share = (): number => size * random.range(0.4, 1);
  switch (random.int(4)) {
    case 0:
      return { type: 'sphere', radius: size };
    case 1:
      return { type: 'box', half: [share(), share(), share()] };
    case 2:
      return { type: 'capsule', radius: 0.5 * size, halfLength: share() };
    default:
      return { type: 'cylinder', radius: 0.7 * size, halfLength: share() };
  }
}

function addSolid(world: World, random: Random, position: Triple): void {
  world.addRigid({
    shape: solidShape(random),
    density: pick(random, [100, 1000, 7850]),
    position,
    orientation: turn(random),
    velocity: vector(random, 3),
    spin: vector(random, 20),
    material: 'stuff',
  });
}

/** A rod through the middle of its cell, as a whole on its way and turning about its middle, or held at one end. */
function addRod(world: World, random: Random, middle: Triple): void {
  const model = pick(random, ['mass-spring', 'corde', 'der', 'super-helix'] as const);
  const length = random.range(0.12, 0.26);
  const direction = new Float64Array(3);
  random.onSphere(direction);
  const tangent: Triple = [direction[0], direction[1], direction[2]];
  const position: Triple = [0, 1, 2].map((k) => middle[k] - 0.5 * length * tangent[k]) as Triple;
  const start: RodEnd = { kind: pick(random, ['free', 'free', 'pinned', 'clamped'] as const) };
  const elements = model === 'super-helix' ? 2 + random.int(4) : 6 + random.int(14);
  const rod = createRod({
    model,
    elements,
    length,
    section: { radius: pick(random, [0.002, 0.005]) },
    material: pick(random, ['rope', 'spaghetti', 'rubber', 'steel-wire'] as const),
    // nothing but contacts and the scheme takes energy from half of them
    ...(random.int(2) === 0 && { internalDamping: 0, airDamping: 0 }),
    initial: { position, tangent },
    start,
  });
  if (start.kind === 'free') setTurning(rod, vector(random, 3), vector(random, 20));
  world.addFiber(rod, { material: 'stuff' });
}

/** Velocities of a straight rod that moves as a whole and turns about its middle. */
function setTurning(rod: FiberBody, velocity: Triple, spin: Triple): void {
  const x = new Float64Array(3 * rod.nodes);
  rod.centreLine(x);
  const own = rod as unknown as { readonly stride?: number };
  const at = (i: number): Triple =>
    [0, 1, 2].map((k) => {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      const arm = (c: number): number => x[3 * i + c] - 0.5 * (x[c] + x[3 * (rod.nodes - 1) + c]);
      return velocity[k] + spin[a] * arm(b) - spin[b] * arm(a);
    }) as Triple;
  if (own.stride === undefined) {
    rod.v.set(at(0));
    rod.v.set(spin, 3);
    return;
  }
  for (let i = 0; i < rod.nodes; i++) rod.v.set(at(i), own.stride * i);
  if (own.stride === 6) for (let i = 0; i < rod.nodes - 1; i++) rod.v.set(spin, 6 * i + 3);
}

function addSheet(world: World, random: Random, [x, y, z]: Triple): void {
  const n = 5 + random.int(3);
  const size = random.range(0.16, 0.26);
  const surface = sheet({ nu: n, nv: n, origin: [x - size / 2, y - size / 2, z], u: [size, 0, 0], v: [0, size, 0] });
  const material = { density: random.range(0.1, 0.5), stretch: 300, bend: 5e-4, thickness: 0.004 };
  const pins = random.int(2) === 0 ? [{ nodes: [0, n - 1, n * n - n, n * n - 1] }] : [];
  world.addCloth(new Cloth({ surface, material, pins, velocity: pins.length > 0 ? [0, 0, 0] : vector(random, 2) }), {
    material: 'stuff',
  });
}

/** A world without drive: things of all kinds that fly, turn, hang and fall on a floor and each other. */
export function randomWorld(seed: number, make: Make): World {
  const random = new Random(seed);
  const world = new World({
    materials: { stuff: { friction: pick(random, [0, 0.2, 0.5, 0.9]) } },
    h: pick(random, [0.002, 0.005, 0.01]),
    solver: { tolerance: 1e-6 },
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'stuff' });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.08 }, position: [0.15, 0.15, 0.02], material: 'stuff' });
  let cells = 0;
  const next = (): Triple => {
    const [i, j, k] = [cells % columns, Math.floor(cells / columns) % columns, Math.floor(cells / columns / columns)];
    cells++;
    return [(i - 0.5) * cell + 0.15, (j - 0.5) * cell + 0.15, (k + 0.95) * cell];
  };
  const parts: (() => void)[] = [];
  const times = (most: number): number => (most === 0 ? 0 : 1 + random.int(most));
  for (let i = times(make.solids); i > 0; i--) parts.push(() => addSolid(world, random, next()));
  for (let i = times(make.rods); i > 0; i--) parts.push(() => addRod(world, random, next()));
  for (const add of random.shuffle(parts)) add();
  // cloths come after all others; theirs is the highest place
  for (let i = make.cloths; i > 0; i--) addSheet(world, random, next());
  return world;
}

/** Energy of motion, of strain and of height above the floor: what there is to grow (J). */
function scaleOf(world: World): number {
  const { kinetic, elastic, gravity } = world.energy();
  return kinetic + elastic + gravity;
}

/** Runs a world and keeps its books. */
export function keepBooks(world: World, seconds: number, see?: (record: StepRecord) => void): Account {
  const scale = scaleOf(world);
  let [lost, repaired, grown, repair, unconverged, steps] = [0, 0, 0, 0, 0, 0];
  while (world.t < seconds - 1e-9) {
    const record = world.step();
    see?.(record);
    const { energy, status } = record;
    steps++;
    if (status !== 'converged') unconverged++;
    grown = Math.max(grown, lost - energy.dissipated);
    lost = Math.max(lost, energy.dissipated);
    repair += Math.max(0, energy.repair - repaired);
    repaired = energy.repair;
  }
  return { grown: grown / scale, repair: repair / scale, unconverged, steps };
}

/**
 * Worlds without drive: energy does not grow beyond a millionth of its scale, what the repair puts in is booked apart and small.
 *
 * @param seeds of the worlds
 * @param seconds that each runs
 */
export function* randomWorlds(seeds: readonly number[], seconds: number): Generator<ValidationRow> {
  for (const seed of seeds) {
    const { what, ...make } = kinds[seed % kinds.length];
    const world = randomWorld(seed, make);
    const { grown, repair } = keepBooks(world, seconds);
    const name = `world ${seed}, ${what}, h = ${world.settings.h}`;
    yield row(`${name}: growth of energy over its scale`, 0, grown, 1e-6);
    yield row(`${name}: put in by the repair`, 0, repair, 1e-4);
  }
}
