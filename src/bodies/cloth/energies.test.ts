import { describe, expect, it } from 'vitest';
import { SparseBuilder, sparseToDense } from '../../linalg/sparse.js';
import { Random } from '../../math/random.js';
import { Attachments } from './attachment.js';
import { Bending } from './bending.js';
import { cotangents } from './cotangents.js';
import type { Energy } from './energy.js';
import { GridBending } from './grid-bending.js';
import { sheet, tube } from './shapes.js';
import { Springs } from './springs.js';
import { Stretch } from './stretch.js';
import type { Surface } from './surface.js';
import { vertexCount } from './surface.js';

const flat = sheet({ nu: 5, nv: 4, u: [1, 0, 0], v: [0, 0.8, 0] });
const round = tube({
  around: 9,
  rings: 5,
  place: (out, row, angle) => {
    out[0] = 0.5 * Math.cos(angle);
    out[1] = 0.5 * Math.sin(angle);
    out[2] = 0.2 * row;
  },
});

function bending(surface: Surface, curved: boolean): Energy {
  return new Bending(surface, cotangents(surface), { weight: 0.7, curved });
}

function gridBending(surface: Surface, curved: boolean): Energy {
  return new GridBending(surface, surface.grid!, { weight: 0.7, curved });
}

const cases: readonly (readonly [string, Surface, Energy])[] = [
  ['stretch', flat, new Stretch(flat, { weight: 3 })],
  ['stretch with limits', flat, new Stretch(flat, { weight: 3, limits: [0.9, 1.05] })],
  ['bending, flat', flat, bending(flat, false)],
  ['bending, curved', round, bending(round, true)],
  ['grid bending, flat', flat, gridBending(flat, false)],
  ['grid bending, curved', round, gridBending(round, true)],
  ['attachments', flat, new Attachments([{ node: 3, weight: 2, target: (out, t) => out.set([t, 1, 2]) }], 0.5)],
  ['springs', flat, new Springs([0, 7, 2, 3], [0.2, 0], [4, 5])],
];

/** the rest shape, pushed about */
function disturbed(surface: Surface, amount: number, seed: number): Float64Array {
  const random = new Random(seed);
  return surface.positions.map((x) => 1.1 * x + random.range(-amount, amount));
}

describe.each(cases)('%s', (_, surface, energy) => {
  it('has the force that its value says', () => {
    const n = surface.positions.length;
    for (let seed = 1; seed <= 3; seed++) {
      const x = disturbed(surface, 0.08, seed);
      const F = new Float64Array(n);
      energy.addForces(F, x);
      const e = 1e-6;
      for (let k = 0; k < n; k++) {
        const there = x[k];
        x[k] = there + e;
        const after = energy.value(x);
        x[k] = there - e;
        const before = energy.value(x);
        x[k] = there;
        // central differences: error e² times the third derivative plus rounding 1e-16/e
        expect(Math.abs(F[k] + (after - before) / (2 * e))).toBeLessThan(1e-7);
      }
    }
  });

  it.runIf(energy.addHessian)('has the second derivatives that its force says, and leaves out those below 0', () => {
    const n = surface.positions.length;
    for (const amount of [0.004, 0.08]) {
      const x = disturbed(surface, amount, 9);
      const [H, convex] = [false, true].map((convex) => {
        const out = new Float64Array(n * n);
        energy.addHessian!(
          (i, j, block) => {
            for (let a = 0; a < 9; a++) out[(3 * i + Math.floor(a / 3)) * n + 3 * j + (a % 3)] += block[a];
          },
          x,
          convex,
        );
        return out;
      });
      const random = new Random(3);
      const e = 1e-6;
      for (let trial = 0; trial < 5; trial++) {
        const d = Float64Array.from({ length: n }, () => random.range(-1, 1));
        const force = (way: number): Float64Array => {
          const F = new Float64Array(n);
          const moved = x.map((value, k) => value + way * e * d[k]);
          energy.addForces(F, moved);
          return F;
        };
        const [before, after] = [force(-1), force(1)];
        let [along, exact, largest, size] = [0, 0, 0, 0];
        for (let k = 0; k < n; k++) {
          let [Hd, Cd] = [0, 0];
          for (let m = 0; m < n; m++) {
            Hd += H[k * n + m] * d[m];
            Cd += convex[k * n + m] * d[m];
          }
          const difference = (before[k] - after[k]) / (2 * e);
          along += Cd * d[k];
          exact += Hd * d[k];
          largest = Math.max(largest, Math.abs(Hd - difference));
          size = Math.max(size, Math.abs(Hd));
        }
        expect(along).toBeGreaterThan(Math.max(exact, 0) - 1e-9 * size);
        // differences of forces: their third derivatives times e², and rounding over e
        expect(largest).toBeLessThan(1e-6 * size);
      }
    }
  });

  it('lies below the quadratic that the global step minimises', () => {
    // W(y) <= W(x) - F·(y - x) + ½ (y - x)ᵀ L (y - x): p at x is one candidate of the minimum at y
    const count = vertexCount(surface);
    const builder = new SparseBuilder(count, count);
    energy.addStiffness((i, j, value) => builder.add(i, j, value));
    const L = sparseToDense(builder.build());
    for (let seed = 4; seed <= 8; seed++) {
      const x = disturbed(surface, 0.2, seed);
      const y = disturbed(surface, 0.2, seed + 10);
      const F = new Float64Array(x.length);
      energy.addForces(F, x);
      let bound = energy.value(x);
      for (let i = 0; i < count; i++) {
        for (let c = 0; c < 3; c++) {
          const di = y[3 * i + c] - x[3 * i + c];
          bound -= F[3 * i + c] * di;
          for (let j = 0; j < count; j++) bound += 0.5 * di * L[i * count + j] * (y[3 * j + c] - x[3 * j + c]);
        }
      }
      expect(energy.value(y)).toBeLessThanOrEqual(bound * (1 + 1e-12) + 1e-12);
    }
  });

  it('has a symmetric stiffness', () => {
    const count = vertexCount(surface);
    const builder = new SparseBuilder(count, count);
    energy.addStiffness((i, j, value) => builder.add(i, j, value));
    const L = sparseToDense(builder.build());
    for (let i = 0; i < count; i++)
      for (let j = 0; j < i; j++) expect(Math.abs(L[i * count + j] - L[j * count + i])).toBeLessThan(1e-12);
  });
});

const dot = (F: Float64Array, x: Float64Array, y: Float64Array): number =>
  F.reduce((sum, f, k) => sum + f * (y[k] - x[k]), 0);

describe.each(cases.filter(([, , { hold }]) => hold))('%s, held', (_, surface, energy) => {
  const hold = energy.hold!;
  const force = (x: Float64Array): Float64Array => {
    const F = new Float64Array(x.length);
    energy.addForces(F, x);
    return F;
  };
  /** What W rises by more than the work against the forces at y. */
  const unpaid = (x: Float64Array, y: Float64Array): number => energy.value(y) - energy.value(x) + dot(force(y), x, y);
  /** the shape pressed together, and turned on about the y axis, its vertices moved on by themselves */
  const pressed = (seed: number, angle: number, share = 0.8): Float64Array => {
    const x = disturbed(surface, 0.01, seed).map((value) => share * value);
    for (let k = 0; k < x.length; k += 3) {
      const [a, b] = [x[k], x[k + 2]];
      x[k] = Math.cos(angle) * a - Math.sin(angle) * b;
      x[k + 2] = Math.sin(angle) * a + Math.cos(angle) * b;
    }
    return x;
  };

  it('gives no more than it has, whatever the step', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const [x, y] = [pressed(seed, 0), pressed(seed + 5, 0.02 * seed * seed)];
      const scale = energy.value(x) + energy.value(y);
      const before = force(y);
      expect(Math.abs(hold.excess(x, y) - unpaid(x, y))).toBeLessThan(1e-12 * scale);
      hold.take(x, y);
      expect(Math.max(...hold.share)).toBeLessThanOrEqual(1);
      expect(Math.abs(hold.excess(x, y) - unpaid(x, y))).toBeLessThan(1e-12 * scale);
      expect(unpaid(x, y)).toBeLessThan(1e-12 * scale);
      // held, it takes from every motion on the way from x
      const held = force(y).map((f, k) => f - before[k]);
      expect(dot(held, x, y)).toBeLessThan(1e-12 * scale);
      hold.release();
      expect(force(y)).toEqual(before);
    }
  });

  it('is held where it is pressed and turns, and not where it is stretched and turns', () => {
    hold.take(pressed(1, 0, 0.2), pressed(1, 0.1, 0.2));
    expect(Math.max(...hold.share)).toBeGreaterThan(0.1);
    hold.release();
    hold.take(pressed(1, 0, 2), pressed(1, 0.1, 2));
    expect(Math.max(...hold.share)).toBeLessThan(1e-12);
    hold.release();
  });

  it.runIf(energy.addHessian)('has the second derivatives that its force says', () => {
    const [x, y] = [pressed(1, 0), pressed(2, 0.3)];
    hold.take(x, y);
    const n = y.length;
    const H = new Float64Array(n * n);
    energy.addHessian!(
      (i, j, block) => {
        for (let a = 0; a < 9; a++) H[(3 * i + Math.floor(a / 3)) * n + 3 * j + (a % 3)] += block[a];
      },
      y,
      false,
    );
    const random = new Random(3);
    const d = Float64Array.from({ length: n }, () => random.range(-1, 1));
    const e = 1e-6;
    const [before, after] = [-e, e].map((way) => force(y.map((value, k) => value + way * d[k])));
    hold.release();
    let [largest, size] = [0, 0];
    for (let k = 0; k < n; k++) {
      let Hd = 0;
      for (let m = 0; m < n; m++) Hd += H[k * n + m] * d[m];
      largest = Math.max(largest, Math.abs(Hd - (before[k] - after[k]) / (2 * e)));
      size = Math.max(size, Math.abs(Hd));
    }
    expect(largest).toBeLessThan(1e-6 * size);
  });
});

describe('stretch', () => {
  it('pulls a stretched sheet back with its weight as modulus', () => {
    const stretch = new Stretch(flat, { weight: 3 });
    const x = flat.positions.map((v, k) => (k % 3 === 0 ? 1.02 * v : v));
    // ω/2 (0.02)² over the area 0.8
    expect(stretch.value(x)).toBeCloseTo(0.5 * 3 * 0.0004 * 0.8, 14);
  });

  it('opens collapsed triangles without a NaN', () => {
    const stretch = new Stretch(flat, { weight: 3 });
    const x = flat.positions.map((v, k) => (k % 3 === 0 ? 0 : v));
    const F = new Float64Array(x.length);
    stretch.addForces(F, x);
    expect(F.every((f) => Number.isFinite(f))).toBe(true);
  });
});

describe('bending', () => {
  it('of a sheet on a cylinder is B/2 κ² times its area, in any direction', () => {
    const surface = sheet({ nu: 81, nv: 61, u: [1, 0, 0], v: [0, 0.75, 0] });
    const energy = gridBending(surface, false);
    for (const angle of [0, 0.3, Math.PI / 4, 1.2]) {
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const radius = 2;
      const x = new Float64Array(surface.positions.length);
      for (let i = 0; i < x.length; i += 3) {
        const along = c * surface.positions[i] + s * surface.positions[i + 1];
        const across = c * surface.positions[i + 1] - s * surface.positions[i];
        x[i] = radius * Math.sin(along / radius);
        x[i + 1] = across;
        x[i + 2] = radius * Math.cos(along / radius);
      }
      const exact = (0.5 * 0.7 * 0.75) / (radius * radius);
      // the outermost half cells at the two ends of a thread bear no moment: 1/80 of the area, 1/60 across
      expect(Math.abs(energy.value(x) / exact - 1)).toBeLessThan(0.02);
    }
  });

  it('of a curved rest shape vanishes there', () => {
    const F = new Float64Array(round.positions.length);
    const energy = gridBending(round, true);
    energy.addForces(F, round.positions);
    expect(energy.value(round.positions)).toBeLessThan(1e-20);
    expect(Math.max(...F.map(Math.abs))).toBeLessThan(1e-10);
  });
});
