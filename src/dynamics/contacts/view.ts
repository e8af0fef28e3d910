import type { ContactState } from '../../friction/contact-state.js';
import { type ContactColumns, contactStates } from './columns.js';

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

/** Contacts for people: who touches whom, where, how hard. `nameOf` names what the columns number. */
export function contactViews(all: ContactColumns, nameOf: (owner: number) => string): ContactView[] {
  return Array.from({ length: all.n }, (_, k) => {
    const triple = (x: Float64Array): [number, number, number] => [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
    return {
      a: nameOf(all.a[k]),
      b: nameOf(all.b[k]),
      bodyA: Math.max(all.a[k], -1),
      bodyB: Math.max(all.b[k], -1),
      point: triple(all.point),
      normal: triple(all.normal),
      gap: all.gap[k],
      force: triple(all.force),
      velocity: triple(all.velocity),
      state: contactStates[all.state[k]],
      mu: all.mu[k],
    };
  });
}
