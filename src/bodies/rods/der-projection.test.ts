import { describe, expect, it } from 'vitest';
import { createRod } from './registry.js';
import { softRod } from './testing/conformance.js';
import { stepAlone } from './time-step.js';

describe('discrete elastic rod with fast projection', () => {
  const gravity = [0, 0, -9.81] as const;

  it.each(['free', 'pinned', 'clamped'] as const)('keeps its lengths and its momentum (%s)', (kind) => {
    const rod = createRod(softRod('der-projection', { start: { kind }, internalDamping: 1e-3 }));
    const line = new Float64Array(3 * rod.nodes);
    for (let k = 0; k < 300; k++) stepAlone(rod, { t: k * 1e-3, h: 1e-3, theta: 1, gravity });
    rod.centreLine(line);
    for (let j = 0; j + 1 < rod.nodes; j++) {
      const e = Math.hypot(...[0, 1, 2].map((k) => line[3 * j + 3 + k] - line[3 * j + k]));
      expect(e).toBeCloseTo(rod.length / (rod.nodes - 1), 11);
    }
    if (kind !== 'free') return;
    const p = new Float64Array(6);
    rod.momentum(p);
    const mass = 1000 * Math.PI * 5e-3 * 4e-3 * rod.length;
    expect(p[0]).toBeCloseTo(0, 10);
    expect(p[2]).toBeCloseTo(-mass * 9.81 * 0.3, 10);
  });

  it('hangs like the implicit rod', () => {
    const spec = { start: { kind: 'clamped' }, internalDamping: 0.02, airDamping: 0.3 } as const;
    const tips = ['der-projection', 'der'].map((model) => {
      const rod = createRod(softRod(model, spec));
      for (let k = 0; k < 6000; k++) stepAlone(rod, { t: k * 1e-3, h: 1e-3, theta: 1, gravity });
      expect(rod.energy(gravity).kinetic).toBeLessThan(1e-9);
      const line = new Float64Array(3 * rod.nodes);
      rod.centreLine(line);
      return line.slice(-3);
    });
    // the implicit rod stretches by its weight over EA, about 0.5 %
    for (let k = 0; k < 3; k++) expect(Math.abs(tips[0][k] - tips[1][k])).toBeLessThan(0.01 * 0.5);
  });
});
