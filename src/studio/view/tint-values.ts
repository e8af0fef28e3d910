import type { RecordedContacts } from '../../record/contacts.js';
import type { Frame, FrameLayout } from '../../record/frame.js';
import type { TintKind } from './tint.js';

/** How far from a contact its slip is shown, over the distance of neighbouring nodes. */
const reach = 1.5;

/** What colours show at every place of a frame, in the places of `Frame.bodies`. */
export interface TintValues {
  /**
   * Nodes: the value, in the first of their three numbers. Poses: a velocity and an angular velocity, whose speed at a place is the
   * value there
   */
  readonly numbers: Float32Array;
  readonly most: number;
}

/** The values of a frame; undefined where they are not known. */
export function tintValues(
  kind: Exclude<TintKind, 'own'>,
  frame: Frame,
  contacts: RecordedContacts,
  layout: FrameLayout,
): TintValues | undefined {
  if (kind === 'speed') return frame.velocities && speeds(frame.velocities, layout);
  return contacts.slip && slips(contacts, contacts.slip, frame, layout);
}

function speeds(velocities: Float32Array, { bodies, offsets }: FrameLayout): TintValues {
  const numbers = new Float32Array(velocities.length);
  let most = 0;
  bodies.forEach((body, b) => {
    if (body.kind === 'rigid') {
      for (let k = offsets[b]; k < offsets[b] + 6; k++) numbers[k] = velocities[k];
      most = Math.max(most, Math.hypot(...velocities.subarray(offsets[b], offsets[b] + 3)));
      return;
    }
    for (let k = offsets[b]; k < offsets[b + 1]; k += 3) {
      const [x, y, z] = [velocities[k], velocities[k + 1], velocities[k + 2]];
      numbers[k] = Math.sqrt(x * x + y * y + z * z);
      most = Math.max(most, numbers[k]);
    }
  });
  return { numbers, most };
}

/** At nodes the slip of contacts near by, less the farther away; of a solid that of its fastest contact. */
function slips(
  { n, a, b, point }: RecordedContacts,
  slip: Float32Array,
  { bodies: x }: Frame,
  { bodies, offsets }: FrameLayout,
): TintValues {
  const numbers = new Float32Array(x.length);
  let most = 0;
  const ofBody = new Map<number, number[]>();
  for (let c = 0; c < n; c++) {
    most = Math.max(most, slip[c]);
    for (const body of [a[c], b[c]]) {
      if (body < 0) continue;
      const own = ofBody.get(body);
      if (own) own.push(c);
      else ofBody.set(body, [c]);
    }
  }
  for (const [body, own] of ofBody) {
    const [first, end] = [offsets[body], offsets[body + 1]];
    if (bodies[body].kind === 'rigid') {
      numbers[first] = own.reduce((fastest, c) => Math.max(fastest, slip[c]), 0);
      continue;
    }
    const near = reach * Math.hypot(x[first + 3] - x[first], x[first + 4] - x[first + 1], x[first + 5] - x[first + 2]);
    const cells = new Map<string, number[]>();
    const cell = (...at: number[]): string => at.map((s) => Math.floor(s / near)).join();
    for (const c of own) {
      // into every cell that it may be near to: each node looks into its own alone
      const [p, q, r] = [point[3 * c], point[3 * c + 1], point[3 * c + 2]];
      for (let k = 0; k < 27; k++) {
        const key = cell(
          p + near * ((k % 3) - 1),
          q + near * ((Math.floor(k / 3) % 3) - 1),
          r + near * (Math.floor(k / 9) - 1),
        );
        const there = cells.get(key);
        if (there) there.push(c);
        else cells.set(key, [c]);
      }
    }
    for (let i = first; i < end; i += 3) {
      for (const c of cells.get(cell(x[i], x[i + 1], x[i + 2])) ?? []) {
        const away = Math.hypot(x[i] - point[3 * c], x[i + 1] - point[3 * c + 1], x[i + 2] - point[3 * c + 2]);
        numbers[i] = Math.max(numbers[i], slip[c] * Math.max(0, 1 - away / near));
      }
    }
  }
  return { numbers, most };
}
