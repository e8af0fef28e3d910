import type { Body } from '../../bodies/body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { ContactState } from '../../friction/contact-state.js';
import type { ContactRows } from './rows.js';
import type { ContactSurface } from '../members/surface.js';

/** A contact as it was in the last step. */
export interface ContactView {
  /** names of the two, B possibly an obstacle */
  readonly a: string;
  readonly b: string;
  /** body numbers, or -1 */
  readonly bodyA: number;
  readonly bodyB: number;
  /** point on A, world (m) */
  readonly point: readonly [number, number, number];
  /** from B to A */
  readonly normal: readonly [number, number, number];
  /** distance at the start of the step (m) */
  readonly gap: number;
  /** mean force on A over the step, world axes (N) */
  readonly force: readonly [number, number, number];
  /** relative velocity at the end of the step: normal, tangential t1, t2 (m/s) */
  readonly velocity: readonly [number, number, number];
  readonly state: ContactState;
  readonly mu: number;
}

/** What a contact's view is put together from. */
export interface ViewSources {
  readonly bodies: readonly Body[];
  readonly surfaces: readonly ContactSurface[];
  readonly contacts: ContactSet;
  readonly rows: ContactRows;
}

/** Contact k for people: who touches whom, where, how hard. */
export function viewContact(
  { bodies, surfaces, contacts, rows }: ViewSources,
  k: number,
  r: Float64Array,
  u: Float64Array,
  h: number,
  state: ContactState,
  mu: number,
): ContactView {
  const A = surfaces[contacts.a[k]];
  const B = surfaces[contacts.b[k]];
  const nameOf = (surface: ContactSurface): string => surface.obstacle?.name ?? bodies[surface.body].name;
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
