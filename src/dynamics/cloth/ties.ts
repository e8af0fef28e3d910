import type { HeldRows, HeldSide } from '../groups/coupled-group.js';
import type { ClothContacts } from './contacts.js';
import type { StepState } from './step-state.js';

/**
 * What holds cloth in the present step, a hand or a joint: Σ α v of vertices of the assembly and J v of bodies, with w, is held at zero. Its
 * impulse r is the first guess, that of the last step where it is known, and the solution.
 */
export interface ClothTie extends HeldRows {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
  /** its contact */
  number: number;
}

const nowhere = new Float64Array(3);
const up = Float64Array.of(0, 0, 1);

/** Adds three rows that are held, as a contact without a sign; returns its number. */
export function addHeld(contacts: ClothContacts, sides: readonly HeldSide[], w: Float64Array, r: Float64Array): number {
  contacts.beginLayers(0, 0);
  const j = contacts.open(nowhere, up, 0, 0, Infinity);
  for (let c = 0; c < 3; c++) {
    contacts.w[3 * j + c] = w[c];
    contacts.r[3 * j + c] = r[c];
  }
  for (const { body, J, col, len } of sides) if (contacts.solids.join(body)) contacts.lean(j, body, J, col, len, 1);
  return j;
}

/** Adds what holds cloth. */
export function addTie({ contacts, inverseMass }: StepState, tie: ClothTie): void {
  tie.number = addHeld(contacts, tie.sides, tie.w, tie.r);
  tie.nodes.forEach((node, k) => {
    if (tie.weights[k] !== 0) contacts.join(tie.number, node, tie.weights[k], inverseMass[node]);
  });
}
