import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { massProperties } from '../geometry/mass-properties.js';
import { kinds } from '../geometry/shapes/registry.js';
import { Random } from '../math/random.js';
import { norm3 } from '../math/vec3.js';
import { signedDistance } from './narrow/distance.js';
import { place, randomTurn } from './testing/shapes.js';

const n = new Float64Array(3);
const members = kinds.map((kind) => [kind.type, kind] as const);
const solids = members.filter(([, kind]) => kind.mass);

/** Conformance of every shape of the family: bounds, distance, gradient, mass. */
describe.each(members)('%s', (type, kind) => {
  it('lies within its bounds and its extent', () => {
    const random = new Random(1);
    const box = new Float64Array(6);
    for (let trial = 0; trial < 10; trial++) {
      const at = [0.1, -0.2, 0.3];
      const S = place(kind.example(), at, randomTurn(random));
      S.bounds(box);
      for (let k = 0; k < 200; k++) {
        const p = at.map((x) => x + random.range(-1, 1));
        if (signedDistance(n, S, p[0], p[1], p[2]) > 0) continue;
        p.forEach((x, i) => {
          expect(x).toBeGreaterThanOrEqual(box[i]);
          expect(x).toBeLessThanOrEqual(box[3 + i]);
        });
        expect(norm3(Float64Array.from(p, (x, i) => x - at[i]))).toBeLessThanOrEqual(S.extent);
      }
    }
  });

  it('has a signed distance that grows no faster than one moves, with its gradient, and that leads to the surface', () => {
    const random = new Random(2);
    for (let trial = 0; trial < 100; trial++) {
      const S = place(kind.example(), [0.1, -0.2, 0.05], randomTurn(random));
      const p = [0, 1, 2].map(() => random.range(-0.9, 0.9));
      const q = p.map((x) => x + 0.05 * random.normal());
      const d = signedDistance(n, S, p[0], p[1], p[2]);
      const gradient = Array.from(n);
      const other = signedDistance(n, S, q[0], q[1], q[2]);
      const way = Math.sqrt(q.reduce((sum, x, i) => sum + (x - p[i]) * (x - p[i]), 0));
      expect(Math.abs(other - d)).toBeLessThan(way + 1e-12);
      // of a convex shape it is a convex function: never below its tangents
      if (kind.isConvex) {
        const tangent = q.reduce((sum, x, i) => sum + gradient[i] * (x - p[i]), d);
        expect(other).toBeGreaterThan(tangent - 1e-12);
      }
      const foot = p.map((x, i) => x - d * gradient[i]);
      // the gradient of a distance field is a difference itself
      expect(Math.abs(signedDistance(n, S, foot[0], foot[1], foot[2]))).toBeLessThan(
        type === 'distance' ? 1e-8 : 1e-12,
      );
    }
  });

  it('is kept by recordings in a form that all of them can draw, or not at all', () => {
    const recorded = kind.recorded(kind.example());
    if (type === 'distance') expect(recorded).toBeUndefined();
    else expect(JSON.parse(JSON.stringify(recorded))).toEqual(recorded);
  });
});

describe.each(solids)('%s as a body', (_, kind) => {
  it('has the mass, centre and inertia that integration over its inside gives', () => {
    const shape = kind.example();
    const S = place(shape, [0, 0, 0]);
    const { mass, centre, inertia } = massProperties(shape, { density: 1 });
    const box = new Float64Array(6);
    S.bounds(box);
    // midpoints of cells: errors of the order of a cell over the size, at the surface alone
    const cells = 60;
    const sums = new Float64Array(10);
    for (let i = 0; i < cells; i++) {
      for (let j = 0; j < cells; j++) {
        for (let k = 0; k < cells; k++) {
          const p = [i, j, k].map((c, m) => box[m] + ((c + 0.5) / cells) * (box[3 + m] - box[m]));
          if (signedDistance(n, S, p[0], p[1], p[2]) > 0) continue;
          sums[0] += 1;
          for (let m = 0; m < 3; m++) {
            sums[1 + m] += p[m];
            const [u, v] = [(m + 1) % 3, (m + 2) % 3];
            sums[4 + m] += (p[u] - centre[u]) * (p[u] - centre[u]) + (p[v] - centre[v]) * (p[v] - centre[v]);
            sums[7 + m] -= (p[u] - centre[u]) * (p[v] - centre[v]);
          }
        }
      }
    }
    let cell = 1;
    for (let m = 0; m < 3; m++) cell *= (box[3 + m] - box[m]) / cells;
    expect(Math.abs((cell * sums[0]) / mass - 1)).toBeLessThan(0.01);
    for (let m = 0; m < 3; m++) {
      expect(Math.abs(sums[1 + m] / sums[0] - centre[m])).toBeLessThan(0.005);
      expect(Math.abs((cell * sums[4 + m]) / inertia[4 * m] - 1)).toBeLessThan(0.02);
      const [u, v] = [(m + 1) % 3, (m + 2) % 3];
      expect(Math.abs(cell * sums[7 + m] - inertia[3 * u + v])).toBeLessThan(0.02 * inertia[4 * m]);
    }
  });
});

describe('adding a shape', () => {
  it('touches the files that ARCHITECTURE.md names and no others', () => {
    const root = new URL('../../', import.meta.url);
    const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
    const list = text.slice(text.indexOf('To add a shape')).split('\n\n')[1];
    const named = [...list.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file);
    expect(named).toHaveLength(3);
    for (const { type } of kinds) expect(existsSync(new URL(named[0].replace('NAME', type), root))).toBe(true);
    for (const file of named.slice(1)) expect(existsSync(new URL(file, root))).toBe(true);
    // only tables over all types have to be extended
    const sources = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
    const tables = sources.filter((file) => {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) return false;
      return readFileSync(new URL(`src/${file}`, root), 'utf8').includes('Record<ShapeType');
    });
    for (const file of tables) expect(named).toContain(`src/${file}`);
  });
});
