import type { Member } from '../parts/member.js';
import { ClothHandle, HairHandle, OwnHandle, RigidHandle, RopeHandle } from './body-handles.js';
import type { Host } from './handle.js';
import { FixedHandle, KinematicHandle } from './obstacle-handle.js';

export { ClothHandle, HairHandle, OwnHandle, RigidHandle, RopeHandle } from './body-handles.js';
export type { Host, Point } from './handle.js';
export { FixedHandle, KinematicHandle } from './obstacle-handle.js';

/** Any part of a world; its `kind` narrows the type. */
export type AnyHandle = FixedHandle | KinematicHandle | RigidHandle | RopeHandle | HairHandle | ClothHandle | OwnHandle;

/** The handle of a new part. */
export function handleOf(member: Member, host: Host): AnyHandle {
  const { description, part } = member;
  const kind = description.kind === 'scene' ? sceneKind(member) : description.kind;
  switch (kind) {
    case 'fixed':
      return new FixedHandle(member, host);
    case 'kinematic':
      return new KinematicHandle(member, host);
    case 'rigid':
      return new RigidHandle(member, host);
    case 'rope':
      return new RopeHandle(member, host);
    case 'hair':
      return new HairHandle(member, host);
    case 'cloth':
      return new ClothHandle(member, host);
    case 'own':
      return part.bodies[0].kind === 'rod' ? new RopeHandle(member, host) : new OwnHandle(member, host);
  }
}

function sceneKind({ part }: Member): 'fixed' | 'rigid' | 'rope' | 'cloth' | 'own' {
  if (part.obstacle) return 'fixed';
  const { kind } = part.bodies[0];
  return kind === 'rod' ? 'rope' : kind;
}
