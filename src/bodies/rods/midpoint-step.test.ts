import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../math/random.js';
import { MidpointStep } from './midpoint-step.js';
import type { NodalRod } from './nodal-rod.js';
import { createRod } from './registry.js';
import { softRod } from './testing/conformance.js';
import { stepAlone } from './time-step.js';

describe.each(['mass-spring', 'der', 'corde'])('the energy-keeping step of %s', (model) => {
  it.each([0.5, 0.7])('is solved with the derivative of its residual, theta = %d', (theta) => {
    const rod = createRod(softRod(model)) as unknown as NodalRod;
    const random = new Random(5);
    const speed = (i: number): number => (model === 'corde' && i % 6 > 2 ? 20 : model === 'der' && i % 4 > 2 ? 0 : 0.5);
    for (let i = 0; i < rod.dofs; i++) rod.v[i] = speed(i) * random.range(-1, 1);
    const step = { t: 0, h: 0.01, theta, gravity: [0, 0, -9.81] } as const;
    rod.linearise(step);
    // at the solution tensions of Newton's method are those of the shape
    const midpoint = rod['midpoint']!;
    const { J, residual } = midpoint;
    const slopes = (i: number, j: number): number => J.data[i * J.width + j - i + J.b];
    const exact = Array.from({ length: rod.dofs }, (_, i) =>
      Array.from({ length: rod.dofs }, (__, j) => (Math.abs(i - j) > J.b ? 0 : slopes(i, j))),
    );
    const at = midpoint.vNext.slice();
    const eps = 1e-5;
    const shifted = (j: number, by: number): Float64Array => {
      const v = at.slice();
      v[j] += by;
      midpoint.evaluate(step, v, 'exact');
      return residual.slice();
    };
    let worst = 0;
    for (let j = 0; j < rod.dofs; j++) {
      const [up, down] = [shifted(j, eps), shifted(j, -eps)];
      for (let i = 0; i < rod.dofs; i++) {
        const off = Math.abs((up[i] - down[i]) / (2 * eps) - exact[i][j]);
        worst = Math.max(worst, off / Math.sqrt(exact[i][i] * exact[j][j]));
      }
    }
    // what is left is the correction of the energy, by the sixth power of the way; der's frames are carried to the places of Gauss' rule and
    // to the end by ways of their own, which shows in its tiny moments about the tangents
    expect(worst).toBeLessThan(model === 'der' ? 3e-3 : 1e-6);
  });

  // bouncing on its springs it goes slack; with the tension of the shape in the tangent it took 40 (mass-spring, der) and 71 (corde) evaluations
  it('is found by whole steps of Newton for a chain that goes slack', () => {
    const [length, h, gravity] = [1.2, 0.029, [0, 0, -9.81] as const];
    const material = { density: 1000, youngModulus: 1e6, poissonRatio: 0.3, internalDamping: 0, airDamping: 0 };
    const shape = { section: { radius: 1e-3 }, initial: { tangent: [0.01, 0, -1] as const } };
    const rod = createRod({ model, elements: 40, length, material, ...shape, start: { kind: 'pinned' } });
    const total = (): number => {
      const e = rod.energy(gravity);
      return e.kinetic + e.elastic + e.gravity;
    };
    const evaluate = vi.spyOn(MidpointStep.prototype, 'evaluate');
    const start = total();
    const steps = 300;
    for (let k = 0; k < steps; k++) stepAlone(rod, { t: k * h, h, theta: 0.5, gravity });
    const evaluations = evaluate.mock.calls.length / steps;
    evaluate.mockRestore();
    expect(evaluations).toBeLessThan(7);
    // of 9e-5 J of motion
    expect(Math.abs(total() - start)).toBeLessThan(1e-14);
  });
});
