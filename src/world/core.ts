import type { SignedDistance } from '../geometry/shape.js';
import type { AddedBody } from '../dynamics/members/members.js';
import type { StepRecord } from '../dynamics/report/step-record.js';
import { encodeValue } from '../record/value-codec.js';
import { Assembly, type EngineSettings, emptyEngine } from './assembly.js';
import { Acting } from './forces/acting.js';
import type { Hold } from './forces/hold.js';
import { type AnyHandle, handleOf } from './handles/index.js';
import type { Host } from './handles/handle.js';
import type { JointHandle } from './joints.js';
import type { SleepOptions } from './options.js';
import { buildPart, type Part, type Workshop } from './parts/build.js';
import type { Description } from './parts/description.js';
import type { WorldMaterials } from './parts/materials.js';
import { Member } from './parts/member.js';
import type { SceneSource } from './parts/scene-source.js';
import { ContactReader } from './queries/contacts.js';
import { Listeners, Touching } from './queries/events.js';
import { Filters } from './queries/filter.js';
import { holdsCloth } from './queries/sensors.js';
import { Sleep } from './state/sleep.js';

/** The inside of a world: its parts, the engine that steps them, and who looks on. */
export class Core implements Host {
  settings: EngineSettings;
  materials: WorldMaterials;
  scene: SceneSource | undefined;
  /** parts by id, in the order of their ids */
  members = new Map<number, Member>();
  nextId = 1;
  readonly assembly: Assembly;
  readonly acting = new Acting();
  holds: Hold[] = [];
  joints: JointHandle[] = [];
  readonly filters = new Filters((member) => this.handle(member));
  readonly listeners = new Listeners();
  readonly touching = new Touching();
  readonly reader = new ContactReader();
  sleep: Sleep | undefined;
  /** how cloths that are added are iterated */
  clothSolver: object = {};
  /** models and distance functions of the user's own, by the id of their part */
  readonly kept = new Map<number, AddedBody | SignedDistance>();
  /** handles by id, also of parts that are gone as long as somebody has them */
  readonly handles = new Map<number, WeakRef<AnyHandle>>();
  readonly hands = new Map<number, WeakRef<Hold>>();
  readonly jointHandles = new Map<number, WeakRef<JointHandle>>();
  readonly #strong = new Map<Member, AnyHandle>();
  dirty = false;

  constructor(settings: EngineSettings, materials: WorldMaterials, sleep: boolean | SleepOptions | undefined) {
    this.settings = settings;
    this.materials = materials;
    this.assembly = new Assembly(emptyEngine(settings, materials));
    this.setSleep(sleep);
  }

  /** Whether and when parts fall asleep. */
  setSleep(sleep: boolean | SleepOptions | undefined): void {
    this.sleep = sleep ? new Sleep(sleep === true ? {} : sleep, this.touching) : undefined;
  }

  get t(): number {
    return this.assembly.engine.t;
  }

  get h(): number {
    return this.assembly.engine.settings.h;
  }

  /** The handle of a part. */
  handle(member: Member): AnyHandle {
    let handle = this.#strong.get(member);
    if (!handle) {
      // a part that was gone and is back has the handle that somebody may still have
      const before = this.handles.get(member.id)?.deref();
      handle = before?.member === member ? before : handleOf(member, this);
      if (handle === before && 'refresh' in handle) handle.refresh();
      this.#strong.set(member, handle);
      this.handles.set(member.id, new WeakRef(handle));
    }
    return handle;
  }

  /** What parts are built with; `members`: those among which carriers are looked for. */
  workshop(id: number, members: ReadonlyMap<number, Member> = this.members): Workshop {
    return {
      materials: this.materials,
      engine: () => emptyEngine(this.settings, this.materials),
      carrier: (of) => {
        const { obstacle } = members.get(of)!.part;
        return obstacle!;
      },
      kept: () => this.kept.get(id)!,
      scene: (part, number) => this.scene!.take(part, number),
    };
  }

  /** Builds a part and takes it in; throws for what cannot be built, and then nothing has changed. */
  add(description: Description, name: string | undefined, kept?: AddedBody | SignedDistance): Member {
    const id = this.nextId;
    const own = name ?? `${description.kind}-${id}`;
    const bytes = encodeValue(description);
    if (kept) this.kept.set(id, kept);
    const member = new Member(id, own, description, bytes, buildPart(description, own, this.workshop(id)));
    this.nextId++;
    this.enter(member);
    return member;
  }

  /** Takes in a part that has been built. */
  enter(member: Member): void {
    this.members.set(member.id, member);
    placeObstacle(member.part, this.t);
    this.dirty = true;
    this.sleep?.wakeAbout(member, [...this.members.values()], 0, this.links);
  }

  remove(member: Member): void {
    this.disturbed(member);
    member.alive = false;
    this.members.delete(member.id);
    this.#strong.delete(member);
    for (const hold of this.holds) if (hold.member === member) hold.letGo();
    this.holds = this.holds.filter((hold) => hold.member !== member);
    for (const joint of [...this.joints]) if (joint.members.includes(member)) this.unjoin(joint);
    this.touching.forget(member);
    this.dirty = true;
  }

  /** Takes in a hand that has just taken hold of something. */
  take(hold: Hold): void {
    this.nextId++;
    this.hands.set(hold.id, new WeakRef(hold));
    this.wake(hold.member);
    this.holds.push(hold);
  }

  /** Takes in a joint that has just been made. */
  join(joint: JointHandle): void {
    this.nextId++;
    this.joints.push(joint);
    this.jointHandles.set(joint.id, new WeakRef(joint));
    for (const member of joint.members) this.wake(member);
    this.dirty = true;
  }

  /** Takes a joint off. */
  unjoin(joint: JointHandle): void {
    for (const member of joint.members) this.wake(member);
    joint.alive = false;
    this.joints.splice(this.joints.indexOf(joint), 1);
    this.dirty = true;
  }

  /** Parts that are carried by one. */
  carriedBy(id: number): Member[] {
    return [...this.members.values()].filter(({ description: d }) => 'on' in d && d.on?.id === id);
  }

  disturbed(member: Member): void {
    if (!this.sleep) return;
    let woke = this.sleep.wake(member, this.links);
    for (const other of this.touching.of(member)) woke = this.sleep.wake(other, this.links) || woke;
    woke = this.sleep.wakeAbout(member, [...this.members.values()], 0, this.links) || woke;
    this.dirty ||= woke;
  }

  reshaped(): void {
    this.dirty = true;
  }

  wake(member: Member): void {
    if (this.sleep?.wake(member, this.links)) this.dirty = true;
  }

  /** Parts that a part is joined to. */
  readonly links = (member: Member): Iterable<Member> =>
    this.joints.flatMap(({ members, broken }) => (!broken && members.includes(member) ? members : []));

  /** Makes the engine of the present parts, where they have changed. */
  assemble(): void {
    if (!this.dirty) return;
    this.dirty = false;
    const engine = emptyEngine(this.settings, this.materials);
    const { assembly, filters } = this;
    const members = [...this.members.values()];
    engine.clothAdmits = ({ collider }, cloth) => {
      const owner = assembly.owner(collider.owner);
      return !owner.sensor && filters.admits(owner, assembly.ofBody[cloth.number]);
    };
    assembly.rebuild(engine, members, this.holds, this.joints, (member, body, out, t) =>
      this.acting.add(out, member, body, t, this.h),
    );
  }

  /** Takes steps until the clock has moved on by h; the record of the last. */
  step(): StepRecord {
    const members = [...this.members.values()];
    if (this.sleep?.wakeNear(members, (member) => this.#moves(member), this.t, this.h, this.links)) this.dirty = true;
    this.assemble();
    const { engine } = this.assembly;
    const owner = (number: number): Member => this.assembly.owner(number);
    this.filters.sensed.clear();
    const filtered = this.filters.isNeeded(members);
    engine.detector.accept = filtered ? this.filters.acceptance(engine.detector, owner) : undefined;
    engine.clothAsks = filtered ? this.filters.clothAcceptance(owner) : undefined;
    let record: StepRecord;
    const broke: JointHandle[] = [];
    do {
      this.acting.onCloths(members, engine.t);
      record = engine.step();
      for (const joint of this.assembly.joints) if (engine.brokenJoints.includes(joint.joint)) broke.push(joint);
    } while (!engine.atWholeStep);
    for (const member of members) member.pushes.length = 0;
    this.refresh();
    this.reader.read(engine, owner);
    this.#senseCloth(members);
    const { begun, ended } = this.touching.update(this.reader.owners, owner, this.filters.sensed);
    const busy = (member: Member): boolean =>
      member.part.driven === true || this.holds.some((hold) => hold.member === member);
    if (this.sleep && this.acting.isQuiet && this.sleep.settle(members, this.h, busy, this.links)) this.dirty = true;
    const tell = (type: 'begin' | 'end', pairs: typeof begun): void => {
      for (const [a, b] of pairs) this.listeners.emit(type, { a: this.handle(a), b: this.handle(b), t: engine.t });
    };
    tell('begin', begun);
    tell('end', ended);
    for (const joint of broke) this.listeners.emit('break', { joint, t: engine.t });
    return record;
  }

  #moves(member: Member): boolean {
    const { obstacle, mover } = member.part;
    return obstacle === undefined || (mover ? mover.isMoving(this.t) : obstacle.isMoving(this.t, this.h));
  }

  #senseCloth(members: readonly Member[]): void {
    const cloths = members.filter(({ part, isActive }) => isActive && part.bodies[0]?.kind === 'cloth');
    if (cloths.length === 0) return;
    for (const sensor of members) {
      if (!sensor.sensor || !sensor.isActive) continue;
      for (const cloth of cloths) {
        if (this.filters.admits(sensor, cloth) && holdsCloth(sensor, cloth)) this.filters.sense(sensor, cloth);
      }
    }
  }

  /** Poses and positions as they are now. */
  refresh(): void {
    for (const member of this.members.values()) {
      placeObstacle(member.part, this.t);
      const handle = this.#strong.get(member);
      if (handle && 'refresh' in handle) handle.refresh();
    }
  }
}

function placeObstacle({ obstacle }: Part, t: number): void {
  obstacle?.motion(obstacle.pose, t);
}
