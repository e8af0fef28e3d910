import type { SolveStatus, Solver, SolverOutcome } from '../friction/solver.js';
import {
  frictionBounds,
  projectFace,
  projectNormals,
  projectTangentCone,
  projectTangents,
} from '../friction/solvers/quasi-cone.js';

/**
 * The conjugate projected gradient as published [Renouf05 6.3], on g = -b - W r from p = g: no restarts, no preconditioning. Before a
 * step is taken the product p·Wp is looked at, and where it vanishes the last iterate is the result [Renouf05 8.1]. The paper does not
 * say what counts as vanished: here it is a product below `bound` (m²/(s² kg)). (beta has the sign with which directions are conjugate; the
 * paper prints the other.)
 */
export function publishedCpg(name: string, bound: number): Solver {
  return {
    name,
    summary: `conjugate projected gradient as published, stopped where p.Wp is below ${bound}`,
    exact: true,
    solve({ n, mu, W, impulseUnit, velocityUnit }, r, { maxIterations }, monitor) {
      const vector = (): Float64Array => new Float64Array(3 * n);
      const [u, g, w, z, p, Wp] = [vector(), vector(), vector(), vector(), vector(), vector()];
      const radius = new Float64Array(n);
      const settle = (): void => {
        projectNormals(r);
        frictionBounds(radius, r, mu);
        projectTangents(r, radius);
        W.velocities(u, r);
        for (let k = 0; k < g.length; k++) g[k] = -u[k];
      };
      // the last iterate is the result, whatever came before: the monitor, which keeps the best, sees no other
      const end = (status: SolveStatus, iterations: number): SolverOutcome => ({
        status: monitor.check(iterations, r, u) ? 'converged' : status,
        iterations,
      });
      settle();
      const least = monitor.tolerance * monitor.tolerance * dot(W.b, W.b);
      p.set(g);
      const vanished = (bound * impulseUnit) / (velocityUnit * velocityUnit * velocityUnit);
      for (let step = 1; step <= maxIterations; step++) {
        W.multiply(Wp, p);
        const pWp = dot(p, Wp);
        if (!(pWp > vanished)) return end('stalled', step - 1);
        const alpha = dot(g, p) / pWp;
        for (let k = 0; k < r.length; k++) r[k] += alpha * p[k];
        settle();
        projectTangentCone(w, g, r, radius);
        if (dot(w, w) <= least) return end('converged', step);
        projectFace(z, p, g, r, radius);
        const beta = -dot(w, Wp) / pWp;
        for (let k = 0; k < p.length; k++) p[k] = w[k] + beta * z[k];
      }
      return end('max-iterations', maxIterations);
    },
  };
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}
