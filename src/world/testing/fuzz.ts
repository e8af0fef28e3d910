import { Random } from '../../math/random.js';
import type { Core } from '../core.js';
import { decodeSnapshot } from '../state/snapshot.js';
import { type AnyHandle, type Hold, type JointHandle, World } from '../index.js';

/** What a run of random calls came to. */
export interface FuzzReport {
  readonly calls: number;
  readonly steps: number;
  readonly restores: number;
  /** calls that were refused, with an `InputError` */
  readonly refused: number;
}

const most = 10;

/** Calls a world at random; throws where it is left in a state that it should not be in, or does not restore to the same bits. */
export function fuzz(calls: number, seed: number): FuzzReport {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)];
  const place = (): [number, number, number] => [
    random.range(-0.5, 0.5),
    random.range(-0.5, 0.5),
    random.range(0.1, 0.8),
  ];
  const world = new World({ sleep: { time: 0.05, speed: 0.05 } });
  const report = { calls, steps: 0, restores: 0, refused: 0 };
  const holds: Hold[] = [];
  let saved: { bytes: Uint8Array; then: Uint8Array } | undefined;
  const step = (): void => {
    world.step();
    report.steps++;
  };
  const body = (): Extract<AnyHandle, { kind: 'rigid' | 'rope' | 'cloth' }> | undefined =>
    pick(world.handles.filter((handle) => ['rigid', 'rope', 'cloth'].includes(handle.kind)) as never[]);
  const point = (handle: ReturnType<typeof body>) =>
    handle?.kind === 'rope' ? handle.point(random.uniform() * handle.length) : handle?.point(0 as never);
  const rigid = (): ReturnType<World['addBox']> | undefined =>
    pick(world.handles.filter(({ kind }) => kind === 'rigid')) as ReturnType<World['addBox']> | undefined;
  const room = (): boolean => world.handles.length < most;
  const actions: (() => void)[] = [
    () => room() && world.addPlane({ normal: [random.range(-0.2, 0.2), 0, 1] }),
    () =>
      room() && world.addBox([0.1, 0.1, 0.1], { position: place(), groups: { of: pick([1, 2]), with: pick([3, 1]) } }),
    () => room() && world.addSphere(0.05, { position: place() }),
    () =>
      room() && world.addFixed({ type: 'sphere', radius: 0.1 }, { position: place(), sensor: random.uniform() < 0.5 }),
    () => room() && world.addKinematic({ type: 'box', size: [0.2, 0.2, 0.05] }, { position: place() }),
    () =>
      room() &&
      world.addRope({ from: place(), to: place(), radius: 0.01, elements: 4, start: pick(['free', 'pinned']) }),
    () => {
      if (world.handles.some(({ kind }) => kind === 'cloth') || !room()) return;
      world.addCloth({ sheet: { corner: place(), u: [0.1, 0, 0], v: [0, 0.1, 0], vertices: [3, 3] } });
    },
    () => world.handles.length > 0 && world.remove(pick(world.handles)),
    () => world.handles.length > 0 && world.remove(pick(world.handles)),
    () => {
      const handle = pick(world.handles);
      if (handle) handle.enabled = random.uniform() < 0.8;
    },
    () => {
      const at = point(body());
      if (at && holds.length < 3) holds.push(world.grab(at, { target: place() }));
    },
    () => holds.length > 0 && world.release(holds.shift()!),
    () => body()?.applyImpulse([random.range(-0.1, 0.1), 0, 0.1]),
    () => rigid()?.setPose(place()),
    () => {
      const tray = pick(world.handles.filter(({ kind }) => kind === 'kinematic'));
      if (tray?.kind === 'kinematic') tray.moveTo(place(), undefined, { speed: 1 });
    },
    () => {
      const own = rigid();
      if (own && world.joints.length < 3) world.attach(own.point(), [own.pose[0], own.pose[1], own.pose[2]]);
    },
    () => world.joints.length > 0 && world.removeJoint(pick(world.joints as JointHandle[])),
    step,
    () => {
      const bytes = world.snapshot();
      if (random.uniform() < 0.3) step();
      saved = { bytes, then: world.snapshot() };
    },
    () => {
      if (!saved) return;
      const stepped = !same(saved.bytes, saved.then);
      world.restore(saved.bytes);
      report.restores++;
      if (!same(world.snapshot(), saved.bytes)) throw new Error('a restored world is not the one that was saved');
      const where = random.uniform() < 0.2 ? World.fromSnapshot(saved.bytes) : world;
      if (stepped) where.step();
      if (!same(where.snapshot(), saved.then))
        throw new Error(`a restored world goes on differently: ${differences(where.snapshot(), saved.then)}`);
    },
  ];
  for (let k = 0; k < calls; k++) {
    try {
      pick(actions)();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'InputError') throw error;
      report.refused++;
    }
    checkEngine(world);
  }
  return report;
}

/** Paths of a snapshot that differ from another's. */
function differences(a: Uint8Array, b: Uint8Array): string {
  const paths: string[] = [];
  const compare = (x: unknown, y: unknown, path: string): void => {
    if (Object.is(x, y) || paths.length > 8) return;
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) {
      paths.push(`${path}: ${String(x)} and ${String(y)}`);
      return;
    }
    for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
      compare((x as Record<string, unknown>)[key], (y as Record<string, unknown>)[key], `${path}.${key}`);
    }
  };
  compare(decodeSnapshot(a), decodeSnapshot(b), '');
  return paths.join('; ');
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}

/** Colliders, hands and joints of the engine are of parts that are there. */
function checkEngine(world: World): void {
  const { core } = world as unknown as { core: Core };
  core.assemble();
  const { engine } = core.assembly;
  for (const { owner } of engine.detector.colliders) {
    const member = core.assembly.owner(owner);
    if (!member.isActive || core.members.get(member.id) !== member)
      throw new Error(`a collider of ${member.name} is left`);
  }
  const solids = [...core.members.values()].filter(({ isActive, isObstacle }) => isActive && !isObstacle);
  if (engine.bodies.length !== solids.length) throw new Error('bodies of the engine are not those of the world');
  for (const { member } of core.holds) if (!member.alive) throw new Error(`a hand holds ${member.name}, which is gone`);
  for (const { members } of core.joints) {
    for (const { alive, name } of members) if (!alive) throw new Error(`a joint holds ${name}, which is gone`);
  }
}
