import type { Monitor } from '../monitor.js';
import type { ReadyProblem, Solver, SolverOptions, SolverOutcome } from '../solver.js';
import { checkDue } from './sweeps.js';
import { projectFace, projectImpulses, projectTangentCone } from './quasi-cone.js';

/**
 * Conjugate projected gradient [Renouf05 6.3], on g = -b - W r:
 *
 *     alpha = g·p / p·Wp,  r <- P_C(r + alpha p),  w = P_T(g),  z = P_A(p),  beta = - w·Wp / p·Wp,  p <- w + beta z
 *
 * P_C: normal first, then the disk of the new normal impulse; P_T: onto the tangent cone at r; P_A: onto the active
 * face. departs from [Renouf05 6.3]: beta is printed without its minus sign, with which alone the new direction is
 * conjugate to the last. Where p no longer descends it is restarted at w.
 *
 * Works in impulses divided by √rho_i = √(3 / tr W_ii), so that light and heavy contacts count alike; the cones do not
 * change. What it comes to rest at obeys Coulomb's law; with friction nothing promises that it does come to rest.
 */
export const cpg: Solver = {
  name: 'cpg',
  summary: 'conjugate projected gradient; exact where it converges [Renouf05 6.3]',
  exact: true,
  solve: descend,
};

/** Iterations without the best error being halved after which the search gives up. */
const patience = 1500;

function descend(problem: ReadyProblem, r: Float64Array, options: SolverOptions, monitor: Monitor): SolverOutcome {
  const { n, mu, W } = problem;
  const size = 3 * n;
  const S = scales(W.diagonal);
  const s = new Float64Array(size);
  const u = new Float64Array(size);
  const g = new Float64Array(size);
  const w = new Float64Array(size);
  const z = new Float64Array(size);
  const p = new Float64Array(size);
  const Sp = new Float64Array(size);
  const Wp = new Float64Array(size);
  for (let k = 0; k < size; k++) s[k] = r[k] / S[k];
  projectImpulses(s, mu);
  const refresh = (): void => {
    for (let k = 0; k < size; k++) r[k] = S[k] * s[k];
    W.velocities(u, r);
    for (let k = 0; k < size; k++) g[k] = -S[k] * u[k];
    projectTangentCone(w, g, s, mu);
  };
  refresh();
  p.set(w);
  let goal = Infinity;
  let since = 0;
  let restarts = 0;
  for (let step = 1; step <= options.maxIterations; step++) {
    let gp = dot(g, p);
    if (!(gp > 0)) {
      // lost descent: start again from the projected gradient, for which g·w = |w|² unless r is at rest
      p.set(w);
      gp = dot(g, p);
      restarts++;
    }
    for (let k = 0; k < size; k++) Sp[k] = S[k] * p[k];
    W.multiply(Wp, Sp);
    for (let k = 0; k < size; k++) Wp[k] *= S[k];
    const pWp = dot(p, Wp);
    const pp = dot(p, p);
    // along the kernel of W any length will do; that of a unit curvature keeps r bounded
    const curved = pWp > 1e-14 * pp;
    const alpha = curved ? gp / pWp : pp > 0 ? gp / pp : 0;
    for (let k = 0; k < size; k++) s[k] += alpha * p[k];
    projectImpulses(s, mu);
    refresh();
    const resting = !(dot(w, w) > 0);
    if (resting || checkDue(step, options)) {
      if (monitor.check(step, r, u)) return { status: 'converged', iterations: step, notes: notes(restarts) };
      if (!(monitor.last < Infinity)) return { status: 'diverged', iterations: step };
      if (monitor.best <= 0.5 * goal) {
        goal = monitor.best;
        since = step;
      }
      if (resting || step - since >= patience) return { status: 'stalled', iterations: step, notes: notes(restarts) };
    }
    if (!curved) {
      p.set(w);
      continue;
    }
    projectFace(z, p, g, s, mu);
    const beta = -dot(w, Wp) / pWp;
    for (let k = 0; k < size; k++) p[k] = w[k] + beta * z[k];
  }
  return { status: 'max-iterations', iterations: options.maxIterations, notes: notes(restarts) };
}

/** √rho_i for each of the three components of contact i; 1 for a contact that nothing can move. */
function scales(D: Float64Array): Float64Array {
  const S = new Float64Array(D.length / 3);
  for (let i = 0; i < D.length / 9; i++) {
    const trace = D[9 * i] + D[9 * i + 4] + D[9 * i + 8];
    S.fill(trace > 0 ? Math.sqrt(3 / trace) : 1, 3 * i, 3 * i + 3);
  }
  return S;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

function notes(restarts: number): readonly string[] {
  return restarts > 0 ? [`direction restarted ${restarts} times`] : [];
}
