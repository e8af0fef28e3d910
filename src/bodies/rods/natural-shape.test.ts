import { describe, expect, it } from 'vitest';
import { BandMatrix } from './band-matrix.js';
import type { ShapedRod } from './natural-shape.js';
import { asShaped } from './natural-shape.js';
import { createRod } from './registry.js';
import type { RodSpec } from './spec.js';

const gravity = [0, 0, -9.81] as const;

function bentRod(model: string, spec: Partial<RodSpec> = {}): ShapedRod {
  const rod = createRod({
    model,
    elements: 9,
    length: 0.3,
    section: { halfAxes: [5e-4, 8e-4] },
    material: 'hair',
    rest: [20, 5, 7],
    initial: { position: [0.1, 0, 0.2], tangent: [1, 0.2, 0.4], curvature: [10, -8, 15] },
    start: { kind: 'clamped' },
    ...spec,
  });
  return asShaped(rod)!;
}

const forces = (rod: ShapedRod, K: BandMatrix | null = null): Float64Array => {
  const F = new Float64Array(rod.dofs);
  rod.forces(F, K, 'strain', gravity, 0);
  return F;
};

const largest = (x: Float64Array, units: Float64Array): number =>
  x.reduce((most, value, i) => Math.max(most, Math.abs(value * units[i])), 0);

const cases: [string, Partial<RodSpec>][] = [
  ['super-helix', {}],
  ['super-helix', { start: { kind: 'pinned' } }],
  ['der', {}],
  ['der', { start: { kind: 'free' } }],
  ['der', { start: { kind: 'clamped', clamp: 'segment' }, end: { kind: 'clamped' } }],
];

describe('natural shapes', () => {
  it.each(cases)('of %s %o: a change by dx changes the forces by -K dx', (model, spec) => {
    const rod = bentRod(model, spec);
    const K = new BandMatrix(rod.dofs, rod.bandwidth);
    const before = forces(rod, K);
    const dx = Float64Array.from(rod.units, (unit, i) => 1e-2 * unit * Math.sin(3 * i + 1));
    rod.relax(dx);
    const after = forces(rod);
    const expected = before.slice();
    K.multiplyAdd(expected, -1, dx);
    const off = after.map((f, i) => f - expected[i]);
    // rounding of forces that are as large as K dx
    expect(largest(off, rod.units)).toBeLessThan(
      1e-13 *
        largest(
          before.map((f, i) => f - expected[i]),
          rod.units,
        ),
    );
  });

  it.each(cases)('of %s %o: a shape that is adopted has no elastic force', (model, spec) => {
    const rod = bentRod(model, spec);
    const elastic = (): number => largest(forcesWithout(rod), rod.units);
    const before = elastic();
    rod.adoptShape();
    expect(elastic()).toBeLessThan(1e-12 * before);
  });

  it.each(cases)('of %s %o: written down and taken by another rod', (model, spec) => {
    const rod = bentRod(model, spec);
    const other = bentRod(model, { ...spec, rest: [0, 0, 0] });
    rod.displace(Float64Array.from(rod.units, (unit, i) => (rod.fixed[i] ? 0 : 1e-2 * unit * Math.cos(i))));
    rod.relax(Float64Array.from(rod.units, (unit, i) => 1e-2 * unit * Math.sin(i)));
    rod.stiffen(1.7);
    other.takeShape(rod.shape());
    other.stiffen(1.7);
    other.takeNaturalStrains(rod.naturalStrains());
    expect(forces(other)).toEqual(forces(rod));
    expect(() => other.takeNaturalStrains([1, 2])).toThrow('of another rod');
    expect(() => other.takeShape([1])).toThrow('of another rod');
  });

  it('stiffness multiplies elastic forces of bending and twist', () => {
    const rod = bentRod('super-helix');
    const before = forcesWithout(rod);
    rod.stiffen(3);
    expect(largest(forcesWithout(rod), rod.units)).toBeCloseTo(3 * largest(before, rod.units), 12);
  });

  it('other models have none', () => {
    for (const model of ['mass-spring', 'corde', 'der-projection']) {
      const rod = createRod({ model, elements: 4, length: 1, section: { radius: 0.01 }, material: 'rope' });
      expect([model, asShaped(rod)]).toEqual([model, undefined]);
    }
  });
});

function forcesWithout(rod: ShapedRod): Float64Array {
  const F = new Float64Array(rod.dofs);
  rod.forces(F, null, 'strain', [0, 0, 0], 0);
  return F;
}
