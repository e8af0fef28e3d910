import { now } from '../../friction/clock.js';
import { updateFriction } from './friction-update.js';
import type { GlobalSystem } from './global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import type { StepState } from './step-state.js';

/**
 * Projective Dynamics with dry friction [Ly20 algorithm 1]: contact impulses are refined in the local step on the splitting
 * P = M + C, the global step keeps its constant matrix. The state's `delta` receives vᵏ⁺¹ - vᵏ, from
 * P (vᵏ⁺¹ - vᵏ) = b̃(p) + ξ - P vᵏ = M (y - vᵏ).
 */
export class ProjectiveMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #system: GlobalSystem;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
  }

  begin(): void {}

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, inverseMass, settings, y } = state;
    const begun = now();
    // obstacles come first in the order
    const { obstacles } = contacts;
    updateFriction(contacts, y, inverseMass, 0, obstacles);
    const touched = now();
    updateFriction(contacts, y, inverseMass, obstacles);
    for (let s = 1; s < settings.sweeps; s++) updateFriction(contacts, y, inverseMass);
    const updated = now();
    state.momentumDefect();
    this.#system.solve(state.delta);
    times.contact += touched - begun;
    times.selfContact += updated - touched;
    times.solve += now() - updated;
  }
}
