import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { findEquilibrium } from './equilibrium.js';
import { type RodMaterial, rodMaterials } from './materials.js';
import { createRod, rodModels } from './registry.js';
import { sectionStiffness } from './section.js';
import { geometryOfPoints } from './shape.js';
import { softRod } from './testing/conformance.js';
import { stepAlone } from './time-step.js';
import { pointOf } from '../../validation/rods/unit-rod.js';

const models = Object.keys(rodModels);

describe('rods', () => {
  it('lists everything that is wrong with a spec', () => {
    const bad = { ...softRod('der'), length: -1, elements: 2.5, material: 'wood' as 'hair' };
    try {
      createRod(bad);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).problems.map((p) => p.path)).toEqual(['length', 'elements', 'material']);
    }
    expect(() => createRod(softRod('dre'))).toThrow(/one of mass-spring/);
    expect(() => createRod(softRod('super-helix', { end: { kind: 'pinned' } }))).toThrow(/held at its start/);
  });

  it('stiffness of a round section: GJ/EI = 1/(1 + nu)', () => {
    for (const material of Object.values(rodMaterials)) {
      const s = sectionStiffness({ radius: 2e-3 }, material);
      expect(s.GJ / s.EI1).toBeCloseTo(1 / (1 + material.poissonRatio), 12);
      expect(s.EI1).toBe(s.EI2);
      const e = sectionStiffness({ halfAxes: [2e-3, 1e-3] }, material);
      expect(e.EI2 / e.EI1).toBeCloseTo(4, 12);
    }
  });

  it.each(models)('%s: a naturally curled rod without weight stays as it is', (model) => {
    const curl = [3, -2, 4] as const;
    const rod = createRod(softRod(model, { rest: curl, initial: { curvature: curl }, start: { kind: 'clamped' } }));
    const before = rod.q.slice();
    for (let k = 0; k < 20; k++) stepAlone(rod, { t: k * 1e-3, h: 1e-3, theta: 1, gravity: [0, 0, 0] });
    for (let i = 0; i < rod.q.length; i++) expect(rod.q[i]).toBeCloseTo(before[i], 9);
  });

  it.each(models)('%s: loads over time act in dynamics', (model) => {
    const rod = createRod(
      softRod(model, {
        rest: [0, 0, 0],
        initial: { tangent: [1, 0, 0], curvature: [0, 0, 0] },
        loads: { forces: [{ s: 0.25, force: (t) => [0, 0, t < 0.01 ? 1 : 0] }], distributed: [0, 0.5, 0] },
      }),
    );
    for (let k = 0; k < 40; k++) stepAlone(rod, { t: k * 5e-4, h: 5e-4, theta: 1, gravity: [0, 0, 0] });
    const p = new Float64Array(6);
    rod.momentum(p);
    // impulses: 1 N for 0.01 s (19 ends of steps before it), 0.25 N for 0.02 s
    expect(p[2]).toBeCloseTo(19 * 5e-4, 9);
    expect(p[1]).toBeCloseTo(0.25 * 0.02, 9);
  });

  it.each(['der', 'corde', 'mass-spring'])(
    '%s: clamped at both ends and pulled by its weight, sags evenly',
    (model) => {
      const ends = { start: { kind: 'clamped' }, end: { kind: 'clamped' } } as const;
      const rod = createRod(
        softRod(model, { ...ends, rest: [0, 0, 0], initial: { tangent: [1, 0, 0] }, elements: 40 }),
      );
      expect(findEquilibrium(rod, { gravity: [0, 0, -0.02] }).converged).toBe(true);
      const [left, middle, right] = [0.15, 0.25, 0.35].map((s) => pointOf(rod, s));
      expect(middle[2]).toBeLessThan(left[2]);
      expect(left[2]).toBeCloseTo(right[2], 10);
      // w L⁴/(384 B) for small sags; forty segments are within 1 %, the chain takes the smaller stiffness
      const spec = softRod(model);
      const { EI1, EI2, mass } = sectionStiffness(spec.section, spec.material as RodMaterial);
      // the least world axis across x is y: d1 = y, and the weight bends about it
      const B = model === 'mass-spring' ? Math.min(EI1, EI2) : EI1;
      const sag = (mass * 0.02 * 0.5 ** 4) / (384 * B);
      expect(Math.abs(-middle[2] / sag - 1)).toBeLessThan(0.01);
    },
  );

  it('frames along points carry the asked twist', () => {
    const n = 8;
    const points = Float64Array.from({ length: 3 * (n + 1) }, (_, i) => (i % 3 === 0 ? i / 3 / n : 0));
    const { frames } = geometryOfPoints(points, [0, 0, 1], Math.PI);
    // half a turn over the length: the last frame is the first turned by π about x
    const dot = [0, 1, 2, 3].reduce((sum, k) => sum + frames[k] * frames[4 * (n + 1) + k], 0);
    expect(Math.abs(dot)).toBeLessThan(1e-12);
  });
});
