import { now } from '../../friction/clock.js';
import { createSparseCholesky, type SparseCholesky } from '../../linalg/sparse-cholesky.js';
import { fillReducingOrder } from '../../linalg/ordering.js';
import { SparseBuilder, sparseDiagonal } from '../../linalg/sparse.js';
import { dot3 } from '../../math/vec3.js';
import { stencil } from './contacts.js';
import { cutPinned, type GlobalSystem } from '../../bodies/cloth/global-system.js';
import type { IterationMethod, IterationTimes } from './method.js';
import type { StepState } from './step-state.js';

/**
 * The baseline: contacts as elastic potentials that pull overlapping vertices out (Bouaziz et al. 2014, [Ly20 5.3]):
 * κ/2 (n·Σαq - surface)² while they overlap. The matrix of the global step changes with the contacts, so it is factored anew
 * at every step. Friction acts after the step, on the tangential velocity, by the normal velocity that was stopped.
 */
export class PenaltyMethod implements IterationMethod {
  readonly impulses = false;
  readonly #state: StepState;
  readonly #system: GlobalSystem;
  readonly #stiffness: number;
  readonly #order: Int32Array;
  #factor: SparseCholesky;

  constructor(state: StepState, system: GlobalSystem) {
    this.#state = state;
    this.#system = system;
    this.#factor = system.factor;
    this.#order = fillReducingOrder(system.P, 'best');
    const { P, h } = system;
    const stiffest = sparseDiagonal(P).reduce((most, x) => Math.max(most, x), 0);
    this.#stiffness = state.settings.penalty ?? (10 * stiffest) / (h * h);
  }

  begin(): void {
    const { contacts, cloth } = this.#state;
    const { P, h, n } = this.#system;
    if (contacts.n === 0) {
      this.#factor = this.#system.factor;
      return;
    }
    const builder = new SparseBuilder(n, n, P.values.length + 16 * contacts.n);
    for (let j = 0; j < n; j++) for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) builder.add(P.index[p], j, P.values[p]);
    const weight = h * h * this.#stiffness;
    for (let j = 0; j < contacts.n; j++) {
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        for (let q = stencil * j; q < stencil * j + contacts.size[j]; q++) {
          builder.add(contacts.node[p], contacts.node[q], weight * contacts.weight[p] * contacts.weight[q]);
        }
      }
    }
    const matrix = cutPinned(builder.build(), cloth.pinned);
    this.#factor = createSparseCholesky(matrix, { ordering: this.#order });
    this.#factor.factor(matrix);
  }

  iterate(times: IterationTimes): void {
    const state = this.#state;
    const { contacts, delta, v, cloth, h } = state;
    const begun = now();
    state.momentumDefect();
    // a contact's projection moves the vertices along the normal only, so the rest of its term vanishes with v fixed
    for (let j = 0; j < contacts.n; j++) {
      const w = contacts.w;
      const e = contacts.normal;
      let uN = contacts.along(v, j);
      for (let c = 3 * j; c < 3 * j + 3; c++) uN += w[c] * e[c];
      if (contacts.mu[j] === Infinity) continue;
      const depth = -Math.min(contacts.gap[j], 0) - h * uN;
      if (depth <= 0) continue;
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        const i = contacts.node[p];
        if (cloth.pinned[i]) continue;
        const push = h * this.#stiffness * contacts.weight[p] * depth;
        for (let c = 0; c < 3; c++) delta[3 * i + c] += push * e[3 * j + c];
      }
    }
    const summed = now();
    this.#factor.solve3(delta);
    times.contact += summed - begun;
    times.solve += now() - summed;
  }

  /** Friction: the tangential velocity loses at most μ times the normal velocity that the contact took away. */
  end(): void {
    const { contacts, v, free, cloth, inverseMass } = this.#state;
    const { normal, w, mu } = contacts;
    for (let j = 0; j < contacts.n; j++) {
      const k = contacts.compliance[j];
      if (k === 0 || mu[j] === Infinity) continue;
      const stopped = contacts.along(v, j) - contacts.along(free, j);
      if (stopped <= 0) continue;
      const t = tangential(contacts.along(v, j), j);
      const share = t > 0 ? Math.min(1, (mu[j] * stopped) / t) : 0;
      for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
        const i = contacts.node[p];
        if (cloth.pinned[i]) continue;
        const a = (share * contacts.weight[p] * inverseMass[i]) / k;
        for (let c = 0; c < 3; c++) v[3 * i + c] -= a * slide[c];
      }
    }
    /** slide = tangential part of u of contact j; returns its size */
    function tangential(along: number, j: number): number {
      const wN = dot3(w, 3 * j, normal, 3 * j);
      let square = 0;
      for (let c = 0; c < 3; c++) {
        slide[c] = w[3 * j + c] - (along + wN) * normal[3 * j + c];
        for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
          slide[c] += contacts.weight[p] * v[3 * contacts.node[p] + c];
        }
        square += slide[c] * slide[c];
      }
      return Math.sqrt(square);
    }
  }
}

const slide = new Float64Array(3);
