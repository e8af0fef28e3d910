import type { Body } from '../bodies/body.js';
import type { RememberedContacts } from '../dynamics/contacts/memory.js';
import type { WorldOptions as EngineOptions } from '../dynamics/members/settings.js';
import { World as Engine } from '../dynamics/world.js';
import { surfaceMaterials } from '../scene/build/materials.js';
import type { Collider } from '../collision/detector.js';
import type { Hold } from './forces/hold.js';
import type { JointHandle } from './joints.js';
import type { WorldMaterials } from './parts/materials.js';
import type { Member } from './parts/member.js';

/** What engines of one world have in common. */
export type EngineSettings = Omit<EngineOptions, 'materials'>;

/** A new, empty engine. */
export function emptyEngine(settings: EngineSettings, materials: WorldMaterials): Engine {
  return new Engine({ ...settings, materials: surfaceMaterials(materials) });
}

/** Leaves of the broad phase of a member: the first, and how many. */
interface Leaves {
  readonly first: number;
  readonly count: number;
}

/**
 * Makes the engine that steps the present parts of a world. Whenever parts come or go, or fall asleep, another one is made of the
 * bodies that are there, in the order of their ids: so nothing of what has gone is left behind anywhere, and a world that is restored
 * is made like the one that was saved. Remembered impulses, clock and energies are handed on.
 */
export class Assembly {
  engine: Engine;
  /** members of the engine by number of body, and by number of obstacle */
  readonly ofBody: Member[] = [];
  readonly ofObstacle: Member[] = [];
  /** joints that take part, in the engine's order */
  joints: readonly JointHandle[] = [];
  readonly #leaves = new Map<Member, Leaves>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Who an owner of the detector is: a body, or below 0 an obstacle. */
  owner(number: number): Member {
    return number >= 0 ? this.ofBody[number] : this.ofObstacle[-1 - number];
  }

  /** Takes over from the last engine with these members; `force` adds what acts on a body. */
  rebuild(
    next: Engine,
    members: readonly Member[],
    holds: readonly Hold[],
    joints: readonly JointHandle[],
    force: (member: Member, body: number, out: Float64Array, t: number) => void,
  ): void {
    const old = this.engine;
    const before = new Map(this.#leaves);
    this.#leaves.clear();
    this.ofBody.length = this.ofObstacle.length = 0;
    for (const member of members) member.first = -1;
    const active = members.filter(({ isActive }) => isActive);
    for (const member of active) this.#addObstacle(next, member);
    for (const member of active) if (!isCloth(member)) this.#addBodies(next, member, force);
    for (const member of active) if (isCloth(member)) this.#addBodies(next, member, force);
    this.engine = next;
    this.takeHolds(holds);
    this.joints = joints.filter(({ members: joined }) => joined.every(({ first }) => first >= 0));
    for (const { joint } of this.joints) next.takeJoint(joint);
    // after the joints: they say what cloth does not touch, for which its stepper is made anew
    next.takeCloths(old);
    next.watch = old.watch;
    next.watchCloth = old.watchCloth;
    next.pool = old.pool;
    const { clock, contacts, energies } = old.save();
    // what parts bring along or take away is no loss
    const [start, repair, driven] = energies;
    const moved = start + next.energy().total - old.energy().total;
    next.restore({
      clock,
      bodies: [],
      contacts: renumbered(contacts, this.#changes(before)),
      energies: [moved, repair, driven],
    });
  }

  /** Hands over the hands that hold something. */
  takeHolds(holds: readonly Hold[]): void {
    const { hands } = this.engine;
    hands.length = 0;
    for (const { member, body, hand } of holds) {
      if (member.first < 0) continue;
      hand.body = member.first + body;
      hands.push(hand);
    }
  }

  #addObstacle(engine: Engine, member: Member): void {
    const { obstacle, material } = member.part;
    if (!obstacle) return;
    engine.takeObstacle(obstacle, material);
    member.first = this.ofObstacle.push(member) - 1;
    this.#leaves.set(member, leavesOf(obstacle.colliders));
  }

  #addBodies(engine: Engine, member: Member, force: (...of: [Member, number, Float64Array, number]) => void): void {
    const colliders: Collider[] = [];
    member.part.bodies.forEach((added, k) => {
      const number = engine.bodies.length;
      if (k === 0) member.first = number;
      this.ofBody.push(member);
      if (added.kind === 'cloth') {
        engine.addCloth(added.cloth, added.options);
        return;
      }
      if (added.kind === 'rigid') engine.addRigidBody(added.body, added.shape, added.material);
      else if (added.kind === 'rod') engine.addFiber(added.body, added.options);
      else engine.addBody(added.body as Body);
      colliders.push(...engine.collidersOf(number));
      engine.loads.push({ body: number, force: (out, t) => force(member, k, out, t) });
    });
    if (colliders.length > 0) this.#leaves.set(member, leavesOf(colliders));
  }

  /** Old and new leaves of the members that were there before and still are. */
  #changes(before: ReadonlyMap<Member, Leaves>): (leaf: number) => number {
    const list = [...before].sort(([, a], [, b]) => a.first - b.first);
    return (leaf) => {
      let lo = 0;
      let hi = list.length - 1;
      while (lo < hi) {
        const middle = (lo + hi + 1) >> 1;
        if (list[middle][1].first <= leaf) lo = middle;
        else hi = middle - 1;
      }
      if (list.length === 0) return -1;
      const [member, { first }] = list[lo];
      const now = this.#leaves.get(member);
      return now ? now.first + leaf - first : -1;
    };
  }
}

const isCloth = ({ part }: Member): boolean => part.bodies[0]?.kind === 'cloth';

/** The leaves of the colliders of a member, which lie in a row. */
function leavesOf(colliders: readonly Collider[]): Leaves {
  let count = 0;
  for (const { fiber } of colliders) count += fiber ? fiber.count - 1 : 1;
  return { first: colliders[0].leaf, count };
}

/** Remembered contacts between leaves that are still there, under their new numbers, in their order. */
function renumbered(
  { leafA, leafB, feature, force }: RememberedContacts,
  now: (leaf: number) => number,
): RememberedContacts {
  const rows: { a: number; b: number; k: number }[] = [];
  for (let k = 0; k < leafA.length; k++) {
    const [a, b] = [now(leafA[k]), now(leafB[k])];
    if (a >= 0 && b >= 0) rows.push({ a, b, k });
  }
  rows.sort((p, q) => Math.min(p.a, p.b) - Math.min(q.a, q.b) || Math.max(p.a, p.b) - Math.max(q.a, q.b) || p.k - q.k);
  const of = new Float64Array(3 * rows.length);
  rows.forEach(({ k }, m) => of.set(force.subarray(3 * k, 3 * k + 3), 3 * m));
  return {
    leafA: Int32Array.from(rows, ({ a }) => a),
    leafB: Int32Array.from(rows, ({ b }) => b),
    feature: Int32Array.from(rows, ({ k }) => feature[k]),
    force: of,
  };
}
