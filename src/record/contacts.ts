import type { ContactView } from '../dynamics/contacts/view.js';
import type { World } from '../dynamics/world.js';
import type { ContactState } from '../friction/contact-state.js';
import { joinBytes, littleEndian, numbersFrom } from './bytes.js';

/** States in the order of their numbers in recordings. */
export const contactStates: readonly ContactState[] = ['takeOff', 'stick', 'slide'];

/** Contacts of a step as flat arrays. */
export interface RecordedContacts {
  readonly n: number;
  /** body number of A and B; -1 - k for obstacle k */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** numbers of `contactStates` */
  readonly state: Uint8Array;
  /** point on A (m), normal from B to A, mean force on A over the step (N): 3 numbers each */
  readonly point: Float32Array;
  readonly normal: Float32Array;
  readonly force: Float32Array;
  /** distance (m) */
  readonly gap: Float32Array;
  readonly mu: Float32Array;
  /** speed along each other at the end of the step (m/s); missing where it was not asked for */
  readonly slip?: Float32Array;
}

/** Bytes of the contacts of the last step; with their slip, which recordings do not have, where told so. */
export function encodeContacts(world: World, withSlip = false): Uint8Array {
  const views = world.contacts();
  const n = views.length;
  const obstacles = new Map(world.obstacles.map((obstacle, k) => [obstacle.name, -1 - k]));
  const side = (body: number, name: string): number => (body >= 0 ? body : (obstacles.get(name) ?? -1));
  const sides = new Int32Array(1 + 2 * n);
  sides[0] = n;
  const numbers = new Float32Array(11 * n);
  const state = new Uint8Array(n);
  const slip = new Float32Array(withSlip ? n : 0);
  views.forEach((view: ContactView, k) => {
    sides[1 + k] = side(view.bodyA, view.a);
    sides[1 + n + k] = side(view.bodyB, view.b);
    numbers.set(view.point, 3 * k);
    numbers.set(view.normal, 3 * (n + k));
    numbers.set(view.force, 3 * (2 * n + k));
    numbers[9 * n + k] = view.gap;
    numbers[10 * n + k] = view.mu;
    state[k] = contactStates.indexOf(view.state);
    const [, u1, u2] = view.velocity;
    if (withSlip && view.state !== 'takeOff') slip[k] = Math.sqrt(u1 * u1 + u2 * u2);
  });
  return joinBytes([littleEndian(sides), littleEndian(numbers), state, littleEndian(slip)]);
}

/** The contacts of bytes that `encodeContacts` made; undefined where they are not such bytes. */
export function decodeContacts(bytes: Uint8Array): RecordedContacts | undefined {
  if (bytes.length < 4) return undefined;
  const n = numbersFrom(Int32Array, bytes.subarray(0, 4))[0];
  const hasSlip = bytes.length === 4 + 57 * n;
  if (n < 0 || !(hasSlip || bytes.length === 4 + 53 * n)) return undefined;
  const sides = numbersFrom(Int32Array, bytes.subarray(4, 4 + 8 * n));
  const numbers = numbersFrom(Float32Array, bytes.subarray(4 + 8 * n, 4 + 52 * n));
  return {
    n,
    a: sides.subarray(0, n),
    b: sides.subarray(n),
    state: bytes.slice(4 + 52 * n, 4 + 53 * n),
    point: numbers.subarray(0, 3 * n),
    normal: numbers.subarray(3 * n, 6 * n),
    force: numbers.subarray(6 * n, 9 * n),
    gap: numbers.subarray(9 * n, 10 * n),
    mu: numbers.subarray(10 * n),
    ...(hasSlip && { slip: numbersFrom(Float32Array, bytes.subarray(4 + 53 * n)) }),
  };
}

/** The bytes of contacts as recordings have them. */
export function withoutSlip(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length < 4 ? bytes.length : 4 + 53 * numbersFrom(Int32Array, bytes.subarray(0, 4))[0]);
}

/** No contacts. */
export const noContacts: RecordedContacts = decodeContacts(new Uint8Array(4))!;
