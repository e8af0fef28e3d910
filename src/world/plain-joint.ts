import type { Movable } from '../bodies/body.js';
import { createJoint } from '../dynamics/joints/create.js';
import type { Joint } from '../dynamics/joints/joint.js';
import type { JointAnchor, JointSpec } from '../dynamics/joints/spec.js';
import type { AddedBody } from '../dynamics/members/members.js';
import type { Obstacle } from '../dynamics/members/obstacle.js';
import type { Member } from './parts/member.js';

/** One end of a joint in plain values: id of the part (0: fixed in space), number of its body, place there. */
export interface PlainEnd {
  readonly id: number;
  readonly body: number;
  readonly point: JointAnchor['point'];
  /** where the part was when the joint was made: q and own state of its body, or the pose of an obstacle that calls move */
  readonly q: Float64Array;
  readonly own: Float64Array;
}

/** A joint in plain values, for snapshots. */
export interface PlainJoint {
  readonly spec: Omit<JointSpec, 'a' | 'b'>;
  readonly a: PlainEnd;
  readonly b: PlainEnd;
  /** when it was made: where obstacles were that move by a script (s). Default: 0 */
  readonly t?: number;
}

const none = new Float64Array(0);

/** What of an end that stays: it is fixed in space, or on something that its scene moves. */
export const unmoved = { q: none, own: none } as const;

/** Where a body is now. */
export function standing(added: AddedBody): Pick<PlainEnd, 'q' | 'own'> {
  if (added.kind === 'cloth') return { q: added.cloth.q.slice(), own: none };
  return { q: added.body.q.slice(), own: added.body.saveState().slice() };
}

/** The joint of plain values: made with its parts put where they were when it was made first. */
export function jointOf(id: number, plain: PlainJoint, members: readonly Member[]): Joint {
  const of = (end: PlainEnd): Member | undefined => members.find((member) => member.id === end.id);
  const back = [plain.a, plain.b].map((end) => putBack(of(end), end));
  try {
    const anchor = (end: PlainEnd): JointAnchor => {
      const body = anchored(of(end), end);
      return { point: end.point, ...(body && { body }) };
    };
    const bodies = members.flatMap(({ part }) =>
      part.bodies.map((added) => (added.kind === 'cloth' ? added.cloth : added.body)),
    );
    const obstacles = members.flatMap(({ part }) => (part.obstacle ? [part.obstacle] : []));
    const spec = { ...plain.spec, a: anchor(plain.a), b: anchor(plain.b) };
    return createJoint(spec, { bodies: bodies as unknown as Movable[], obstacles, t: plain.t ?? 0, id });
  } finally {
    for (const undo of back.reverse()) undo();
  }
}

function anchored(member: Member | undefined, { body }: PlainEnd): Movable | Obstacle | undefined {
  if (!member) return undefined;
  const added = member.part.bodies[body];
  return member.part.obstacle ?? ((added.kind === 'cloth' ? added.cloth : added.body) as unknown as Movable);
}

/** Puts a part where it was when a joint was made; returns what undoes that. */
function putBack(member: Member | undefined, { q, own, body }: PlainEnd): () => void {
  if (!member) return () => undefined;
  const { obstacle, mover, bodies } = member.part;
  if (obstacle) {
    const saved = mover?.save();
    mover?.jump(q);
    return () => saved && mover!.load(saved);
  }
  const added = bodies[body];
  const moved = added.kind === 'cloth' ? added.cloth : added.body;
  const now = standing(added);
  moved.q.set(q);
  if (added.kind !== 'cloth') added.body.loadState(own);
  return () => {
    moved.q.set(now.q);
    if (added.kind !== 'cloth') added.body.loadState(now.own);
  };
}
