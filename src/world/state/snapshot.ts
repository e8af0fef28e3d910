import { InputError } from '../../errors.js';
import type { Joint } from '../../dynamics/joints/joint.js';
import type { WorldState } from '../../dynamics/world.js';
import { decodeValue, encodeValue } from '../../record/value-codec.js';
import { crc32 } from '../../record/crc32.js';
import type { MaterialJson } from '../../scene/schema/materials.js';

/** Everything of a part besides its description. */
export interface MemberState {
  readonly id: number;
  readonly name: string;
  /** the description, encoded */
  readonly description: Uint8Array;
  /** enabled, asleep, seconds at rest, groups of, groups with */
  readonly flags: Float64Array;
  readonly bodies: readonly { readonly q: Float64Array; readonly v: Float64Array; readonly own: Float64Array }[];
  readonly mover: Float64Array;
  /** forces that act in the coming step, 13 numbers each */
  readonly pushes: Float64Array;
}

/** A hand: body, place (index, s, offset, weights), target, time, speed. */
export interface HoldState {
  readonly id: number;
  /** part that it holds */
  readonly member: number;
  readonly numbers: Float64Array;
}

/** A joint: what it was made from, and what may have been set since. */
export interface JointState {
  readonly id: number;
  /** the plain joint, encoded */
  readonly description: Uint8Array;
  readonly values: Pick<Joint, 'broken' | 'coordinate' | 'friction' | 'breakForce'> & {
    readonly motor: Joint['motor'] | null;
    readonly limits: Joint['limits'] | null;
  };
}

/** What a snapshot holds. */
export interface Snapshot {
  readonly format: typeof format;
  /** the scene that the world was made from, or null */
  readonly scene: unknown;
  readonly settings: unknown;
  /** when parts fall asleep, or null */
  readonly sleep: { readonly speed: number; readonly time: number } | null;
  /** how cloths that are added later are iterated; earlier versions did not say */
  readonly cloth?: object;
  readonly materials: Readonly<Record<string, MaterialJson>>;
  readonly nextId: number;
  readonly members: readonly MemberState[];
  readonly holds: readonly HoldState[];
  readonly joints: readonly JointState[];
  /** what steps have left of the joints: first guesses of the next */
  readonly jointRows: Float64Array;
  readonly touching: readonly number[];
  readonly clock: readonly number[];
  readonly contacts: WorldState['contacts'];
  readonly energies: readonly number[];
}

export const format = 'stickslip-world-1';

/** The bytes of a snapshot: a checksum (u32), four zeros, the value. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const value = encodeValue(snapshot);
  const bytes = new Uint8Array(8 + value.length);
  bytes.set(value, 8);
  new DataView(bytes.buffer).setUint32(0, crc32(value), true);
  return bytes;
}

/** The snapshot of bytes; throws an `InputError` where they are none, or damaged. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const wrong = (found: string): never => {
    throw new InputError('restore cannot be done', [{ path: 'bytes', expected: 'what `snapshot` returned', found }]);
  };
  if (!(bytes instanceof Uint8Array)) return wrong(typeof bytes);
  if (bytes.length < 16) return wrong(`${bytes.length} bytes`);
  const value = bytes.subarray(8);
  const sum = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (sum !== crc32(value)) return wrong('bytes whose checksum does not match');
  const snapshot = decodeValue(value) as Snapshot;
  return snapshot.format === format ? snapshot : wrong(`the format ${String(snapshot.format)}`);
}
