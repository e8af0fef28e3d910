import type { ContactSet } from '../../collision/contact-set.js';
import type { ContactLaw } from './law.js';
import type { ContactRows } from './rows.js';

/** Contacts of the last step that carried a force, for first guesses; part of a world's state. */
export interface RememberedContacts {
  readonly leafA: Int32Array;
  readonly leafB: Int32Array;
  readonly feature: Int32Array;
  /** force a unit of time from impacts aside, world axes (N), 3 numbers */
  readonly force: Float64Array;
}

const nothing: RememberedContacts = {
  leafA: new Int32Array(0),
  leafB: new Int32Array(0),
  feature: new Int32Array(0),
  force: new Float64Array(0),
};

/** Remembers the impulses of contacts from step to step and guesses those of new ones. */
export class ContactMemory {
  #last: RememberedContacts = nothing;

  /** The remembered contacts, to be kept with a world's state. */
  save(): RememberedContacts {
    return this.#last;
  }

  load(state: RememberedContacts): void {
    this.#last = state;
  }

  /**
   * Forgets the last step and remembers this one's contacts.
   *
   * @param calm change of velocity that weight alone makes in the step (m/s): what an impulse exceeds it by, for a
   * contact that closed faster, was an impact and will not come again
   */
  remember(contacts: ContactSet, rows: ContactRows, law: ContactLaw, r: Float64Array, h: number, calm: number): void {
    const taken = contactsInOrder(contacts, law, r);
    const n = taken.length;
    const force = new Float64Array(3 * n);
    const leafA = new Int32Array(n);
    const leafB = new Int32Array(n);
    const feature = new Int32Array(n);
    const F = rows.frame;
    for (let m = 0; m < n; m++) {
      const k = taken[m];
      leafA[m] = contacts.leafA[k];
      leafB[m] = contacts.leafB[k];
      feature[m] = contacts.feature[k];
      const closing = Math.max(0, -rows.before[3 * k]);
      const share = calm > 0 && closing > calm ? calm / closing : 1;
      for (let i = 0; i < 3; i++) {
        const world = F[9 * k + i] * r[3 * k] + F[9 * k + 3 + i] * r[3 * k + 1] + F[9 * k + 6 + i] * r[3 * k + 2];
        force[3 * m + i] = (share * world) / h;
      }
    }
    this.#last = { leafA, leafB, feature, force };
  }

  /** r = first guess for every active contact: what it bore in the last step, 0 where it is new. known[k] = 1 where found. */
  recall(
    r: Float64Array,
    known: Uint8Array,
    contacts: ContactSet,
    rows: ContactRows,
    law: ContactLaw,
    h: number,
  ): void {
    const { leafA, leafB, feature, force } = this.#last;
    r.fill(0, 0, 3 * contacts.n);
    known.fill(0, 0, contacts.n);
    let from = 0;
    for (let k = 0; k < contacts.n; k++) {
      if (law.active[k] === 0) continue;
      const lo = Math.min(contacts.leafA[k], contacts.leafB[k]);
      const hi = Math.max(contacts.leafA[k], contacts.leafB[k]);
      // both lists run in the order of (lower leaf, higher leaf)
      while (from < leafA.length && before(leafA[from], leafB[from], lo, hi)) from++;
      let match = -1;
      for (let m = from; m < leafA.length && same(leafA[m], leafB[m], lo, hi); m++) {
        if (feature[m] !== contacts.feature[k]) continue;
        match = m;
        break;
      }
      if (match < 0) continue;
      known[k] = 1;
      const F = rows.frame;
      for (let i = 0; i < 3; i++) {
        const f = 3 * i + 9 * k;
        r[3 * k + i] =
          h * (F[f] * force[3 * match] + F[f + 1] * force[3 * match + 1] + F[f + 2] * force[3 * match + 2]);
      }
    }
  }
}

/** Numbers of the contacts that carry a force, by (lower leaf, higher leaf); those found last may be out of order. */
function contactsInOrder(contacts: ContactSet, law: ContactLaw, r: Float64Array): number[] {
  const { leafA, leafB } = contacts;
  const list: number[] = [];
  let sorted = true;
  for (let k = 0; k < contacts.n; k++) {
    if (law.active[k] === 0 || r[3 * k] === 0) continue;
    const last = list[list.length - 1];
    sorted &&= list.length === 0 || !isBefore(leafA[k], leafB[k], leafA[last], leafB[last]);
    list.push(k);
  }
  if (sorted) return list;
  const low = (k: number): number => Math.min(leafA[k], leafB[k]);
  const high = (k: number): number => Math.max(leafA[k], leafB[k]);
  return list.sort((i, j) => low(i) - low(j) || high(i) - high(j) || i - j);
}

function isBefore(a: number, b: number, c: number, d: number): boolean {
  return before(a, b, Math.min(c, d), Math.max(c, d));
}

function before(a: number, b: number, lo: number, hi: number): boolean {
  const low = Math.min(a, b);
  return low < lo || (low === lo && Math.max(a, b) < hi);
}

function same(a: number, b: number, lo: number, hi: number): boolean {
  return Math.min(a, b) === lo && Math.max(a, b) === hi;
}
