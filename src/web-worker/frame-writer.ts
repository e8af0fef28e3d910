import type { Hold } from '../world/forces/hold.js';
import type { AnyHandle } from '../world/handles/index.js';
import type { JointHandle } from '../world/joints.js';
import { type FrameEntry, type FrameLayout, entryHeader } from './frame-layout.js';
import type { HandFacts, JointFacts, PartFacts } from './protocol.js';

/** What has a place in frames. */
export type Framed = AnyHandle | JointHandle | Hold;

export const isHold = (object: Framed): object is Hold => 'moveTo' in object && !('kind' in object);

const nothing = new Float64Array(0);

/** The arrays of an object that frames hold. */
function arraysOf(object: Framed): readonly [Float64Array, Float64Array] {
  if (isHold(object)) return [object.force, nothing];
  switch (object.kind) {
    case 'joint':
      return [object.force, object.torque];
    case 'fixed':
    case 'kinematic':
      return [object.pose, nothing];
    case 'rigid':
      return [object.pose, object.velocity];
    case 'rope':
    case 'hair':
      return [object.positions, nothing];
    case 'cloth':
      return [object.positions, object.velocities];
    case 'own':
      return [object.body.q, object.body.v];
  }
}

/** How much room an object takes. */
export function roomOf(object: Framed, key: number): Omit<FrameEntry, 'at'> {
  const [first, second] = arraysOf(object);
  return { key, first: first.length, second: second.length };
}

/** Writes an object at its entry. */
export function writeEntry(frame: Float64Array, { at }: FrameEntry, object: Framed): void {
  if (isHold(object)) frame[at] = object.holding ? 1 : 0;
  else if (object.kind === 'joint') {
    frame[at] = object.coordinate;
    frame[at + 1] = object.broken ? 1 : 0;
  } else {
    frame[at] = object.enabled ? 1 : 0;
    frame[at + 1] = object.asleep ? 1 : 0;
  }
  const [first, second] = arraysOf(object);
  frame.set(first, at + entryHeader);
  frame.set(second, at + entryHeader + first.length);
}

/** Writes the header of a frame. */
export function writeHeader(
  frame: Float64Array,
  { version }: FrameLayout,
  t: number,
  steps: number,
  rate: number,
): void {
  frame[0] = version;
  frame[1] = t;
  frame[2] = steps;
  frame[3] = rate;
}

/** What the page is told of a new object. */
export function factsOf(object: Framed, key: number): PartFacts | JointFacts | HandFacts {
  const { id } = object;
  if (isHold(object)) return { key, id, kind: 'hand' };
  if (object.kind === 'joint') return { key, id, kind: 'joint', name: object.name, type: object.type };
  const { kind, name } = object;
  const facts = { key, id, kind, name };
  switch (kind) {
    case 'fixed':
    case 'kinematic':
      return { ...facts, shape: plainShape(object.shape) };
    case 'rigid':
      return { ...facts, shape: plainShape(object.shape), centre: object.centre, mass: object.mass };
    case 'rope':
      return { ...facts, radius: object.radius, length: object.length, starts: object.starts };
    case 'hair':
      return { ...facts, radius: object.radius, starts: object.starts };
    case 'cloth':
      return { ...facts, triangles: object.triangles, thickness: object.thickness };
    case 'own':
      return facts;
  }
}

/** A shape without its function, which stays in the worker. */
function plainShape<S extends AnyHandleShape>(shape: S): S {
  if (shape.type !== 'distance') return shape;
  const plain: Record<string, unknown> = { ...shape };
  for (const key of Object.keys(plain)) if (typeof plain[key] === 'function') delete plain[key];
  return plain as unknown as S;
}

type AnyHandleShape = Extract<AnyHandle, { kind: 'fixed' | 'rigid' }>['shape'];
