import { now } from '../../friction/clock.js';
import { type ContactError, contactError, largestRelativeVelocity } from './contact-error.js';
import type { GlobalSystem } from '../../bodies/cloth/global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import { NodalSweeps } from './nodal-sweeps.js';
import type { StepState } from './step-state.js';

/**
 * The reference [Ly20 3.2, "first idea"]: each global step solves P v = b̃(p) + ξ(r) together with Signorini and Coulomb,
 * by an implicit nodal contact solver: Gauss-Seidel over the vertices of P, where the vertices of a contact are relaxed
 * together with its impulse (Daviet et al. 2015). A direct solve with the impulses known so far goes first.
 */
export class ExactMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #system: GlobalSystem;
  readonly #nodal: NodalSweeps;
  readonly #error: ContactError = { acMean: 0, acMeanN: 0, acMeanT: 0, relative: 0 };
  readonly #v: Float64Array;
  #beta = 0;
  /** sweeps taken in the last step */
  sweeps = 0;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
    this.#nodal = new NodalSweeps(state, system);
    this.#v = new Float64Array(state.v.length);
  }

  begin(): void {
    const { contacts, v } = this.#state;
    this.sweeps = 0;
    this.#nodal.begin();
    this.#beta = largestRelativeVelocity(contacts, v, contacts.solids.free);
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, delta, v, settings } = state;
    const nodal = this.#nodal;
    const begun = now();
    state.momentumDefect();
    this.#system.solve(delta);
    const solved = now();
    times.solve += solved - begun;
    if (contacts.n === 0) return;
    // the direct solve leaves nothing of the equations; impulses then change velocities at their own vertices
    nodal.rest.fill(0);
    const { tolerance, maxSweeps } = settings.exact;
    for (let sweep = 0; sweep < maxSweeps; sweep++) {
      nodal.sweepContacts();
      nodal.sweepVertices();
      this.sweeps++;
      if (sweep % 10 !== 9) continue;
      for (let k = 0; k < v.length; k++) this.#v[k] = v[k] + delta[k];
      contactError(this.#error, contacts, this.#v, this.#beta);
      if (this.#error.acMean < tolerance && nodal.unbalanced() < tolerance * this.#beta) break;
    }
    times.contact += now() - solved;
  }
}
