import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { BandMatrix } from './band-matrix.js';
import { createRod } from './registry.js';
import { stepAlone } from './time-step.js';
import { conformanceOfRod, softRod } from './testing/conformance.js';

conformanceOfRod('super-helix', { elements: 4 }, { spin: 2e-3, work: 1e-2 });

describe('super-helix', () => {
  const gravity = [0.3, -1, -9.81] as const;

  it.each(['free', 'pinned', 'clamped'] as const)(
    'weight and loads have the right force and stiffness (%s)',
    (kind) => {
      const rod = createRod(
        softRod('super-helix', {
          elements: 3,
          start: { kind },
          loads: { distributed: [0.1, 0.2, 0], forces: [{ s: 0.21, force: [0.3, -0.2, 0.4] }] },
        }),
      );
      const work = (): number => {
        const tip = new Float64Array(3);
        rod.position(tip, { index: 0, s: 0.21, offset: [0, 0, 0] });
        return (
          rod.forces(new Float64Array(rod.dofs), null, 'exact', gravity, 0) +
          rod.energy(gravity).gravity -
          (0.3 * tip[0] - 0.2 * tip[1] + 0.4 * tip[2]) +
          rod.energy([0.1 / lineMass, 0.2 / lineMass, 0]).gravity
        );
      };
      const lineMass = 1000 * Math.PI * 5e-3 * 4e-3;
      const random = new Random(9);
      for (let n = 0; n < 6; n++) {
        const d = Float64Array.from({ length: rod.dofs }, () => random.range(-1, 1));
        const F = new Float64Array(rod.dofs);
        const K = new BandMatrix(rod.dofs, rod.bandwidth);
        rod.forces(F, K, 'exact', gravity, 0);
        const q = rod.q.slice();
        const state = rod.saveState();
        const moved = <T>(s: number, f: () => T): T => {
          rod.displace(d.map((x) => s * x));
          const value = f();
          rod.q.set(q);
          rod.loadState(state);
          return value;
        };
        const eps = 1e-4;
        const slope = (f: () => number): number =>
          (8 * (moved(eps, f) - moved(-eps, f)) - (moved(2 * eps, f) - moved(-2 * eps, f))) / (12 * eps);
        const Fd = F.reduce((sum, x, i) => sum + x * d[i], 0);
        expect(slope(work)).toBeCloseTo(-Fd, 9);
        const along = (): number => {
          const G = new Float64Array(rod.dofs);
          rod.forces(G, null, 'exact', gravity, 0);
          return G.reduce((sum, x, i) => sum + x * d[i], 0);
        };
        const Kd = new Float64Array(rod.dofs);
        K.multiplyAdd(Kd, 1, d);
        expect(slope(along)).toBeCloseTo(-Kd.reduce((sum, x, i) => sum + x * d[i], 0), 8);
      }
    },
  );

  it('the force of a moment has the derivative that momentStiffness gives', () => {
    const rod = createRod(
      softRod('super-helix', {
        elements: 3,
        start: { kind: 'clamped' },
        loads: { moments: [{ s: 0.4, moment: [0.3, 0.5, -0.2] }] },
      }),
    );
    const K = new BandMatrix(rod.dofs, rod.bandwidth);
    rod.forces(new Float64Array(rod.dofs), K, 'exact', [0, 0, 0], 0);
    rod.momentStiffness(K, 0);
    const eps = 1e-5;
    for (let j = 0; j < rod.dofs; j++) {
      const at = (s: number): Float64Array => {
        const dx = new Float64Array(rod.dofs);
        dx[j] = s;
        rod.displace(dx);
        const F = new Float64Array(rod.dofs);
        rod.forces(F, null, 'exact', [0, 0, 0], 0);
        dx[j] = -s;
        rod.displace(dx);
        return F;
      };
      const [plus, minus] = [at(eps), at(-eps)];
      for (let i = 0; i < rod.dofs; i++) expect((minus[i] - plus[i]) / (2 * eps)).toBeCloseTo(K.get(i, j), 8);
    }
  });

  it('a turning head throws the hair outwards: the rest shape in its frame feels ω² r', () => {
    const omega = 3;
    const rod = createRod({
      model: 'super-helix',
      elements: 5,
      length: 0.3,
      section: { radius: 1e-3 },
      material: { density: 1000, youngModulus: 2e7, poissonRatio: 0.3, internalDamping: 0.5, airDamping: 0 },
      initial: { position: [0.1, 0, 0], tangent: [0, 0, -1], normal: [1, 0, 0] },
      start: {
        kind: 'clamped',
        motion: (pose, t) => {
          const a = omega * t;
          // turn about z of the frame (d1, d2, d3) = (x, -y, -z)
          pose.set([0.1 * Math.cos(a), 0.1 * Math.sin(a), 0, 0, Math.cos(a / 2), Math.sin(a / 2), 0]);
        },
      },
    });
    for (let k = 0; k < 4000; k++) stepAlone(rod, { t: k * 2e-3, h: 2e-3, theta: 1, gravity: [0, 0, -9.81] });
    const tip = new Float64Array(3);
    rod.position(tip, { index: 0, s: 0.3, offset: [0, 0, 0] });
    const a = omega * 8;
    const out = tip[0] * Math.cos(a) + tip[1] * Math.sin(a) - 0.1;
    const aside = tip[1] * Math.cos(a) - tip[0] * Math.sin(a);
    // a static super-helix under the load w ω² x per length, by fixed-point of the statics below
    const still = createRod({
      model: 'super-helix',
      elements: 5,
      length: 0.3,
      section: { radius: 1e-3 },
      material: { density: 1000, youngModulus: 2e7, poissonRatio: 0.3, internalDamping: 0.05, airDamping: 0.02 },
      initial: { position: [0.1, 0, 0], tangent: [0, 0, -1], normal: [1, 0, 0] },
      start: { kind: 'clamped' },
      loads: {
        forces: Array.from({ length: 60 }, (_, i) => {
          const s = ((i + 0.5) * 0.3) / 60;
          const m = 1000 * Math.PI * 1e-6 * (0.3 / 60);
          const x = new Float64Array(3);
          return {
            s,
            force: (): [number, number, number] => {
              still.position(x, { index: 0, s, offset: [0, 0, 0] });
              return [m * omega * omega * x[0], 0, 0];
            },
          };
        }),
      },
    });
    for (let k = 0; k < 1500; k++) stepAlone(still, { t: k * 5e-3, h: 5e-3, theta: 1, gravity: [0, 0, -9.81] });
    const rest = new Float64Array(3);
    still.position(rest, { index: 0, s: 0.3, offset: [0, 0, 0] });
    expect(out).toBeGreaterThan(0.01);
    expect(Math.abs(out - (rest[0] - 0.1))).toBeLessThan(0.01 * out);
    expect(Math.abs(aside)).toBeLessThan(0.02 * out);
  });
});

describe('super-helix: recorded velocities', () => {
  it('a repair that changes the quadrature of an element leaves the momentum alone', () => {
    const rod = createRod(softRod('super-helix', { elements: 3 }));
    for (let k = 0; k < 3; k++) stepAlone(rod, { t: 0, h: 1e-3, theta: 1, gravity: [0, 0, 0] });
    const before = new Float64Array(6);
    rod.momentum(before);
    const dx = new Float64Array(rod.dofs);
    dx[6] = 5;
    dx[10] = -4;
    rod.displace(dx);
    const after = new Float64Array(6);
    rod.momentum(after);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 12);
    stepAlone(rod, { t: 0, h: 1e-3, theta: 1, gravity: [0, 0, 0] });
    rod.momentum(after);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 10);
  });
});

describe('a root that moves at once', () => {
  it('has its start booked', () => {
    const rod = createRod(
      softRod('super-helix', {
        elements: 3,
        start: {
          kind: 'clamped',
          motion: (pose, t) => {
            pose.set([2 * t, 0, 0, 1, 0, 0, 0]);
          },
        },
        rest: [0, 0, 0],
        initial: { tangent: [0, 0, 1] },
      }),
    );
    stepAlone(rod, { t: 0, h: 1e-3, theta: 1, gravity: [0, 0, 0] });
    const { kinetic, elastic } = rod.energy([0, 0, 0]);
    expect(kinetic).toBeGreaterThan(0.05);
    expect(rod.drivenWork! / (kinetic + elastic)).toBeCloseTo(1, 6);
  });
});
