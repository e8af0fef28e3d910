import { now } from '../../friction/clock.js';
import { updateFriction } from './friction-update.js';
import type { GlobalSystem } from '../../bodies/cloth/global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import type { StepState } from './step-state.js';

/**
 * Passes where bodies give way: their weight has to go through vertices that are far lighter. Or as many as take four times as long as
 * the rest of an iteration, which works on a vertex about as long as a pass on four contacts: 1 kg on vertices of 0.04 g is left at 1.3e-3
 * by 200 iterations of 20 passes in eight steps of ten (3.4 s), by as many of 2,000 passes in one (2.7 s).
 */
const bodySweeps = 20;
const passedAVertex = 16;
/** Passes end where impulses change by less than this share of their change in the first one. */
const negligible = 1e-9;

/**
 * Projective Dynamics with dry friction [Ly20 algorithm 1]: contact impulses are refined in the local step on the splitting
 * P = M + C, the global step keeps its constant matrix. The state's `delta` receives vᵏ⁺¹ - vᵏ, from
 * P (vᵏ⁺¹ - vᵏ) = b̃(p) + ξ - P vᵏ = M (y - vᵏ).
 *
 * departs from [Ly20 (8)]: from the second iteration on the splitting is P = ρ M + C, which has the same solution. Vertices
 * are held by far more than their mass, so that ρ = 1 leaves most of an impulse to later iterations; since P >= M, ρ < 2
 * keeps the iteration stable. Contacts that share vertices are worked on several times.
 */
export class ProjectiveMethod implements IterationMethod {
  readonly impulses = true;
  readonly #state: StepState;
  readonly #system: GlobalSystem;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
  }

  #iteration = 0;

  begin(): void {
    this.#iteration = 0;
  }

  /** passes where bodies give way: where iterations are given, few; else as many as pay */
  #bodySweeps(): number {
    const { settings, cloth, contacts } = this.#state;
    if (settings.iterations !== undefined) return bodySweeps;
    return Math.max(bodySweeps, (passedAVertex * cloth.nodes) / contacts.shared);
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, inverseMass, settings, y } = state;
    const begun = now();
    // cloth that moves as a whole, and bodies, answer an impulse with just their mass; without contacts nothing would change
    const plain = this.#iteration++ === 0 || contacts.n === 0;
    const rho = plain ? 1 : settings.relaxation;
    state.relax(rho);
    // obstacles come first in the order
    const { obstacles, order, sharing, shared } = contacts;
    updateFriction(contacts, y, inverseMass, rho, order, 0, obstacles);
    const touched = now();
    const first = updateFriction(contacts, y, inverseMass, rho, order, obstacles);
    const sweeps = contacts.solids.n > 0 ? Math.max(settings.sweeps, this.#bodySweeps()) : settings.sweeps;
    for (let s = 1; s < sweeps; s++) {
      if (updateFriction(contacts, y, inverseMass, rho, sharing, 0, shared) <= negligible * first) break;
    }
    const updated = now();
    state.momentumDefect(rho);
    this.#system.solve(state.delta, state.team);
    times.contact += touched - begun;
    times.selfContact += updated - touched;
    times.solve += now() - updated;
  }
}
