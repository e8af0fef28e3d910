import type { Body } from '../bodies/body.js';
import type { ContactSet } from '../collision/contact-set.js';
import type { ContactState } from '../friction/contact-state.js';
import type { ContactRows } from './contact-rows.js';
import type { ContactView } from './step-record.js';
import type { Part } from './world-parts.js';

/** What a contact's view is put together from. */
export interface ContactParts {
  readonly bodies: readonly Body[];
  readonly parts: readonly Part[];
  readonly contacts: ContactSet;
  readonly rows: ContactRows;
}

/** Contact k for people: who touches whom, where, how hard. */
export function viewContact(
  { bodies, parts, contacts, rows }: ContactParts,
  k: number,
  r: Float64Array,
  u: Float64Array,
  h: number,
  state: ContactState,
  mu: number,
): ContactView {
  const A = parts[contacts.a[k]];
  const B = parts[contacts.b[k]];
  const nameOf = (part: Part): string => part.obstacle?.name ?? bodies[part.body].name;
  const triple = (x: Float64Array): [number, number, number] => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
  const F = rows.frame.subarray(9 * k, 9 * k + 9);
  const [rN, r1, r2] = triple(r);
  const along = (i: number): number => (F[i] * rN + F[3 + i] * r1 + F[6 + i] * r2) / h;
  return {
    a: nameOf(A),
    b: nameOf(B),
    bodyA: A.body,
    bodyB: B.body,
    point: triple(contacts.pointA),
    normal: triple(contacts.normal),
    gap: contacts.gap[k],
    force: [along(0), along(1), along(2)],
    velocity: triple(u),
    state,
    mu,
  };
}
