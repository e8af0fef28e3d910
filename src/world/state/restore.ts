import { InputError } from '../../errors.js';
import type { Movable } from '../../bodies/body.js';
import { Hand } from '../../dynamics/hands/hand.js';
import { loadJoints, saveJoints } from '../../dynamics/joints/joint-state.js';
import { decodeValue, encodeValue } from '../../record/value-codec.js';
import { readScene } from '../../scene/read-scene.js';
import type { EngineSettings } from '../assembly.js';
import type { Core } from '../core.js';
import { Hold, movable } from '../forces/hold.js';
import { type JointHandle, joinedBy, plainJointHandle } from '../joints.js';
import { buildPart } from '../parts/build.js';
import type { Description } from '../parts/description.js';
import { WorldMaterials } from '../parts/materials.js';
import { Member, type Push } from '../parts/member.js';
import { SceneSource } from '../parts/scene-source.js';
import type { PlainJoint } from '../plain-joint.js';
import {
  type HoldState,
  type JointState,
  type MemberState,
  type Snapshot,
  decodeSnapshot,
  encodeSnapshot,
  format,
} from './snapshot.js';

/** Everything that the future of a world depends on, as bytes. */
export function saveCore(core: Core): Uint8Array {
  core.assemble();
  const { engine } = core.assembly;
  const { clock, contacts, energies } = engine.save();
  return encodeSnapshot({
    format,
    scene: core.scene?.scene ?? null,
    settings: plainSettings(core.settings),
    sleep: core.sleep ? { speed: core.sleep.speed, time: core.sleep.time } : null,
    cloth: core.clothSolver,
    materials: core.materials.materials,
    nextId: core.nextId,
    members: [...core.members.values()].map((member) => memberState(core, member)),
    holds: core.holds.map(holdState),
    joints: core.joints.map(jointState),
    jointRows: saveJoints(core.joints.map(({ joint }) => joint)),
    touching: core.touching.save(),
    ...{ clock, contacts, energies },
  });
}

/** Settings without what only this process knows: a solver of the user's own stands by its name. */
function plainSettings(settings: EngineSettings): unknown {
  const { solver } = settings;
  const own = solver?.solver;
  return typeof own === 'object'
    ? { ...settings, solver: { ...solver, solver: (own as { name: string }).name } }
    : settings;
}

function memberState(core: Core, member: Member): MemberState {
  const { id, name, bytes, part, enabled, asleep, resting, groups, pushes, first } = member;
  return {
    id,
    name,
    description: bytes,
    flags: Float64Array.of(enabled ? 1 : 0, asleep ? 1 : 0, resting, groups.of, groups.with),
    bodies: part.bodies.map((added, k) => {
      const body = added.kind === 'cloth' ? added.cloth : added.body;
      // a cloth's own state, the impulses of its contacts, is the engine's
      const keeper =
        added.kind === 'cloth' ? (first < 0 ? undefined : core.assembly.engine.bodies[first + k]) : added.body;
      return { q: body.q.slice(), v: body.v.slice(), own: keeper ? keeper.saveState().slice() : new Float64Array(0) };
    }),
    mover: part.mover?.save() ?? new Float64Array(0),
    pushes: Float64Array.from(
      pushes.flatMap(({ body, index, s, offset, weights, force }) => [body, index, s, ...offset, ...weights, ...force]),
    ),
  };
}

const pushSize = 12;

function pushesFrom(x: Float64Array): Push[] {
  return Array.from({ length: x.length / pushSize }, (_, k) => {
    const [body, index, s, ...rest] = x.subarray(pushSize * k, pushSize * (k + 1));
    const three = (i: number): readonly [number, number, number] => [rest[i], rest[i + 1], rest[i + 2]];
    return { body, index, s, offset: three(0), weights: three(3), force: three(6) };
  });
}

function holdState({ id, member, body, hand }: Hold): HoldState {
  const { index, s, offset, weights = [NaN, NaN, NaN] } = hand.held;
  const numbers = [body, index, s, ...offset, ...weights, ...hand.target, hand.time, hand.speed];
  return { id, member: member.id, numbers: Float64Array.from(numbers) };
}

/** Brings a world into the state of a snapshot. Throws where it cannot be, and then nothing has changed. */
export function restoreCore(core: Core, bytes: Uint8Array): void {
  const snapshot = decodeSnapshot(bytes);
  const scene = sceneOf(core, snapshot);
  const materials = new WorldMaterials();
  Object.assign(materials.materials, snapshot.materials);
  const settings = settingsOf(core, snapshot);
  const before = { scene: core.scene, materials: core.materials, settings: core.settings };
  Object.assign(core, { scene, materials, settings });
  let members: Map<number, Member>;
  try {
    members = membersOf(core, snapshot);
  } catch (error) {
    Object.assign(core, before);
    throw error;
  }
  const joints = jointsOf(core, snapshot, members);
  const same =
    !core.dirty &&
    isSameEngine(core, snapshot, members, before.settings) &&
    joints.length === core.joints.length &&
    joints.every((joint, k) => joint === core.joints[k]);
  for (const member of core.members.values()) if (members.get(member.id) !== member) gone(core, member);
  core.members = members;
  core.nextId = snapshot.nextId;
  core.setSleep(snapshot.sleep ?? undefined);
  if (snapshot.cloth) core.clothSolver = snapshot.cloth;
  for (const state of snapshot.members) load(members.get(state.id)!, state);
  core.holds = holdsOf(core, snapshot, members);
  for (const joint of core.joints) joint.alive = false;
  for (const joint of joints) joint.alive = true;
  core.joints = joints;
  core.touching.load(snapshot.touching, (id) => members.get(id));
  core.dirty = !same;
  core.assemble();
  const { engine } = core.assembly;
  if (same) core.assembly.takeHolds(core.holds);
  const { clock, contacts, energies, jointRows } = snapshot;
  engine.restore({ clock, bodies: [], contacts, energies });
  loadRows(core, jointRows);
  for (const state of snapshot.members) loadCloths(core, members.get(state.id)!, state);
  core.reader.owners.n = 0;
  core.refresh();
}

function sceneOf(core: Core, { scene }: Snapshot): SceneSource | undefined {
  if (scene === null || scene === undefined) return undefined;
  const read = readScene(scene);
  return core.scene && JSON.stringify(core.scene.scene) === JSON.stringify(read) ? core.scene : new SceneSource(read);
}

/** The settings of the snapshot; a solver of the user's own is the one that this world has under its name. */
function settingsOf(core: Core, { settings }: Snapshot): EngineSettings {
  const saved = settings as EngineSettings;
  const own = core.settings.solver?.solver;
  const isOwn = typeof own === 'object' && (own as { name: string }).name === saved.solver?.solver;
  return isOwn ? { ...saved, solver: { ...saved.solver, solver: own } } : saved;
}

/** The parts of a snapshot: those that are there, those that somebody still has a handle of, others built anew. */
function membersOf(core: Core, snapshot: Snapshot): Map<number, Member> {
  const members = new Map<number, Member>();
  for (const { id, name, description } of snapshot.members) {
    const known = core.members.get(id) ?? core.handles.get(id)?.deref()?.member;
    members.set(id, known && isSame(known, name, description) ? known : build(core, id, name, description, members));
  }
  return members;
}

function isSame(member: Member, name: string, description: Uint8Array): boolean {
  return member.name === name && isEqual(member.bytes, description);
}

function build(core: Core, id: number, name: string, bytes: Uint8Array, members: Map<number, Member>): Member {
  const description = decodeValue(bytes) as Description;
  const needsOwn = description.kind === 'own' || ('kept' in description && description.kept);
  if (needsOwn && !core.kept.has(id)) {
    const hint = 'models and distance functions of your own are no bytes: restore in the world that they were added to';
    const problem = { path: `part ${id}`, expected: 'a part that this world has had', found: description.kind, hint };
    throw new InputError('restore cannot be done', [problem]);
  }
  return new Member(id, name, description, bytes, buildPart(description, name, core.workshop(id, members)));
}

function gone(core: Core, member: Member): void {
  core.remove(member);
}

function load(member: Member, { flags, bodies, mover, pushes }: MemberState): void {
  const [enabled, asleep, resting, of, touches] = flags;
  member.alive = true;
  member.enabled = enabled === 1;
  member.asleep = asleep === 1;
  member.resting = resting;
  member.groups = { of, with: touches };
  member.pushes = pushesFrom(pushes);
  if (mover.length > 0) member.part.mover!.load(mover);
  member.part.bodies.forEach((added, k) => {
    const { q, v, own } = bodies[k];
    const body = added.kind === 'cloth' ? added.cloth : added.body;
    body.q.set(q);
    body.v.set(v);
    if (added.kind !== 'cloth') added.body.loadState(own);
  });
}

function loadCloths(core: Core, member: Member, { bodies }: MemberState): void {
  if (member.part.bodies[0]?.kind !== 'cloth' || member.first < 0) return;
  core.assembly.engine.bodies[member.first].loadState(bodies[0].own);
}

/** Whether the engine has the very parts of the snapshot, so that it can go on with them. */
function isSameEngine(
  core: Core,
  snapshot: Snapshot,
  members: ReadonlyMap<number, Member>,
  before: EngineSettings,
): boolean {
  if (JSON.stringify(plainSettings(before)) !== JSON.stringify(snapshot.settings)) return false;
  const active = [...core.members.values()].filter(({ isActive }) => isActive);
  const next = snapshot.members.filter(({ flags }) => flags[0] === 1 && flags[1] === 0);
  const groups = (member: Member, { flags }: MemberState): boolean =>
    member.groups.of === flags[3] && member.groups.with === flags[4];
  return (
    active.length === next.length &&
    active.every((member, k) => members.get(next[k].id) === member && groups(member, next[k]))
  );
}

/** Hands of the snapshot; those that somebody still has are the same objects. */
function holdsOf(core: Core, snapshot: Snapshot, members: ReadonlyMap<number, Member>): Hold[] {
  for (const hold of core.holds) hold.letGo();
  return snapshot.holds.map((state) => {
    const { id, member, numbers } = state;
    const known = core.hands.get(id)?.deref();
    const same = known && known.member === members.get(member) && holdsSame(known, state);
    const hold = same ? known : newHold(core, id, members.get(member)!, numbers);
    if (!same) core.hands.set(id, new WeakRef(hold));
    hold.hand.target.set(numbers.subarray(9, 12));
    hold.holdAgain();
    return hold;
  });
}

/** Whether a hand holds the place of a saved one, in the same way. */
function holdsSame(hold: Hold, { numbers }: HoldState): boolean {
  const now = holdState(hold).numbers;
  return numbers.every((x, k) => (k >= 9 && k < 12) || Object.is(x, now[k]));
}

function newHold(core: Core, id: number, member: Member, x: Float64Array): Hold {
  const three = (i: number): readonly [number, number, number] => [x[i], x[i + 1], x[i + 2]];
  const weights = Number.isNaN(x[6]) ? {} : { weights: three(6) };
  const hand = new Hand(movable(member, x[0]) as Movable, {
    ...{ body: 0, target: three(9), time: x[12], speed: x[13], inBodyAxes: true },
    point: { index: x[1], s: x[2], offset: three(3), ...weights },
  });
  return new Hold(id, member, x[0], hand, core);
}

function jointState({ id, plain, joint }: JointHandle): JointState {
  const { broken, coordinate, friction, breakForce, motor = null, limits = null } = joint;
  return { id, description: encodeValue(plain), values: { broken, coordinate, friction, breakForce, motor, limits } };
}

/** Joints of the snapshot; those that somebody still has are the same objects. */
function jointsOf(core: Core, snapshot: Snapshot, members: ReadonlyMap<number, Member>): JointHandle[] {
  return snapshot.joints.map(({ id, description, values }) => {
    const plain = decodeValue(description) as PlainJoint;
    const joined = joinedBy(plain, members);
    const known = core.jointHandles.get(id)?.deref();
    const same =
      known &&
      known.members.every((member, k) => member === joined[k]) &&
      isEqual(encodeValue(known.plain), description);
    const handle = same ? known : plainJointHandle(id, plain, members, core);
    if (!same) core.jointHandles.set(id, new WeakRef(handle));
    const { motor, limits, ...rest } = values;
    Object.assign(handle.joint, rest, { motor: motor ?? undefined, limits: limits ?? undefined });
    return handle;
  });
}

/** Impulses and forces of joints; snapshots of 0.1.0 have them only of those that took part. */
function loadRows({ joints, assembly }: Core, rows: Float64Array): void {
  const all = joints.map(({ joint }) => joint);
  const isWhole = saveJoints(all).length === rows.length;
  loadJoints(isWhole ? all : assembly.joints.map(({ joint }) => joint), rows);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}
