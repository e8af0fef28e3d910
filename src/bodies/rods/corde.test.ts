import { describe, expect, it } from 'vitest';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { createRod } from './registry.js';
import { stepAlone } from './time-step.js';
import { conformanceOfRod, softRod } from './testing/conformance.js';

conformanceOfRod('corde');
conformanceOfRod('corde', { section: { radius: 5e-3 }, rest: [0, 0, 0] });

describe('explicit CORDE', () => {
  const gravity = [0, 0, -9.81] as const;

  it('settles where the implicit one does', () => {
    const spec = { start: { kind: 'clamped' }, internalDamping: 0.01, airDamping: 0.5 } as const;
    const tips = ['corde-explicit', 'corde'].map((model) => {
      const rod = createRod(softRod(model, spec));
      const h = model === 'corde' ? 1e-2 : 5e-4;
      for (let k = 0; k < 8 / h; k++) stepAlone(rod, { t: k * h, h, theta: 1, gravity });
      expect(rod.energy(gravity).kinetic).toBeLessThan(1e-8);
      const line = new Float64Array(3 * rod.nodes);
      rod.centreLine(line);
      return line.slice(-3);
    });
    for (let k = 0; k < 3; k++) expect(tips[0][k]).toBeCloseTo(tips[1][k], 4);
  });

  it('its mass is diagonal, and sparse where it is large', () => {
    const small = createRod(softRod('corde-explicit'));
    small.linearise({ t: 0, h: 1e-4, theta: 1, gravity });
    const M = small.system.M as Float64Array;
    for (let i = 0; i < small.dofs; i++)
      for (let j = 0; j < small.dofs; j++) if (i !== j) expect(M[i * small.dofs + j]).toBe(0);
    const large = createRod(softRod('corde-explicit', { elements: 200 }));
    large.linearise({ t: 0, h: 1e-5, theta: 1, gravity });
    const S = large.system.M as SparseMatrix;
    expect(S.values.length).toBe(large.dofs);
    expect(Math.min(...S.values)).toBeGreaterThan(0);
  });
});
