import { describe, expect, it } from 'vitest';
import { ClothAssembly } from '../bodies/cloth/assembly.js';
import { Cloth, joinSurfaces, sheet } from '../bodies/cloth/index.js';
import { Random } from '../math/random.js';
import { EdgePairs } from './edge-pairs.js';
import { closestOfSegments, nearest, squareOfSegments } from './narrow/segments.js';
import { closestOnTriangle } from './narrow/triangle.js';
import { Proximity, places } from './proximity.js';

describe('proximity', () => {
  it('finds the nearest place that an exhaustive search finds', () => {
    const random = new Random(5);
    const piece = (z: number): ReturnType<typeof sheet> =>
      sheet({ nu: 8, nv: 8, u: [0.1, 0, 0], v: [0, 0.1, 0], origin: [0, 0, z] });
    const surface = joinSurfaces([piece(0), piece(0.004)]);
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness: 4e-3 } });
    for (let k = 0; k < cloth.dofs; k++) cloth.q[k] += random.range(-1e-3, 1e-3);
    const proximity = new Proximity(new ClothAssembly([cloth], () => 0));
    const reach = 6e-3;
    proximity.find(cloth.q, new Float64Array(cloth.dofs), reach);
    const { triangles } = surface;
    for (let i = 0; i < cloth.nodes; i++) {
      let best = Infinity;
      for (let t = 0; t < triangles.length; t += 3) {
        if (cloth.topology.piece[triangles[t]] === cloth.topology.piece[i]) continue;
        const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
        best = Math.min(
          best,
          closestOnTriangle(cloth.q, a, b, c, cloth.q[3 * i], cloth.q[3 * i + 1], cloth.q[3 * i + 2]),
        );
      }
      let found = Infinity;
      for (let s = places * i; s < places * i + proximity.count[i]; s++) found = Math.min(found, proximity.distance[s]);
      if (best < reach * reach) expect(found).toBeCloseTo(Math.sqrt(best), 12);
    }
  });
});

describe('places of a vertex', () => {
  /** A triangle of side 2 mm that faces the origin from a direction, at a distance. */
  const facing = (d: readonly number[], distance: number): ReturnType<typeof sheet> => {
    const u = Math.abs(d[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0];
    const v = [d[1] * u[2] - d[2] * u[1], d[2] * u[0] - d[0] * u[2], d[0] * u[1] - d[1] * u[0]];
    const corner = (a: number, b: number): number[] =>
      [0, 1, 2].map((c) => distance * d[c] + 1e-3 * (a * u[c] + b * v[c]));
    return {
      positions: Float64Array.from([corner(-1, -1), corner(1, -1), corner(0, 1)].flat()),
      triangles: Int32Array.of(0, 1, 2),
    };
  };

  it('are the nearest ones, also where more directions are taken than it has places', () => {
    const own = facing([0, 0, 1], 0);
    own.positions.set([0, 0, 0, 1e-3, 0, 1e-3, 1e-3, 1e-3, 0]);
    const around = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
    ].map((d) => facing(d, 8e-3));
    const surface = joinSurfaces([own, ...around, facing([0, 0, -1], 4e-3)]);
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness: 6e-3 } });
    const proximity = new Proximity(new ClothAssembly([cloth], () => 0));
    proximity.find(cloth.q, new Float64Array(cloth.dofs), 9e-3);
    expect(proximity.count[0]).toBe(places);
    expect(Math.min(...proximity.distance.subarray(0, places))).toBeCloseTo(4e-3, 12);
  });
});

describe('edges near each other', () => {
  it('are those that an exhaustive search finds, but for those nearer than two thicknesses at rest', () => {
    const random = new Random(6);
    const piece = (z: number): ReturnType<typeof sheet> =>
      sheet({ nu: 5, nv: 5, u: [0.1, 0, 0], v: [0, 0.1, 0], origin: [0, 0, z] });
    const surface = joinSurfaces([piece(0), piece(0.004)]);
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness: 4e-3 } });
    for (let k = 0; k < cloth.dofs; k++) cloth.q[k] += random.range(-5e-3, 5e-3);
    const assembly = new ClothAssembly([cloth], () => 0);
    const { edges, piece: part } = assembly;
    const reach = 3e-3;
    const found = new Set<string>();
    new EdgePairs(assembly, edges).find(cloth.q, new Float64Array(cloth.dofs), reach, (a, b, c, d, s, t) => {
      const apart = [0, 1, 2].map((k) => {
        const on = (i: number, j: number, share: number): number =>
          (1 - share) * cloth.q[3 * i + k] + share * cloth.q[3 * j + k];
        return on(a, b, s) - on(c, d, t);
      });
      closestOfSegments(cloth.q, 3 * a, 3 * b, cloth.q, 3 * c, 3 * d);
      expect([s, t]).toEqual([nearest.s, nearest.t]);
      if (Math.hypot(...apart) <= reach) found.add([`${a} ${b}`, `${c} ${d}`].sort().join(', '));
    });
    const expected = new Set<string>();
    for (let e = 0; e < edges.length; e += 2) {
      for (let f = e + 2; f < edges.length; f += 2) {
        const [a, b, c, d] = [edges[e], edges[e + 1], edges[f], edges[f + 1]];
        const beside = squareOfSegments(surface.positions, 3 * a, 3 * b, 3 * c, 3 * d) < 8e-3 * 8e-3;
        if (part[a] === part[c] && beside) continue;
        closestOfSegments(cloth.q, 3 * a, 3 * b, cloth.q, 3 * c, 3 * d);
        const { s, t, parallel } = nearest;
        const inside = !parallel && Math.min(s, t) >= 1e-3 && Math.max(s, t) <= 1 - 1e-3;
        const square = [0, 1, 2].reduce((sum, k) => {
          const own = (1 - s) * cloth.q[3 * a + k] + s * cloth.q[3 * b + k];
          const other = (1 - t) * cloth.q[3 * c + k] + t * cloth.q[3 * d + k];
          return sum + (own - other) * (own - other);
        }, 0);
        if (inside && Math.sqrt(square) <= reach) expected.add([`${a} ${b}`, `${c} ${d}`].sort().join(', '));
      }
    }
    expect(expected.size).toBeGreaterThan(20);
    expect(found).toEqual(expected);
  });

  it.each([
    [0.001, 1],
    [0.004, 1],
    // nearer than two thicknesses at rest
    [0.006, 0],
  ])('are opposite edges of a twisted cell, 10 mm long, if they can be layers: thickness %f m', (thickness, count) => {
    const surface = sheet({ nu: 2, nv: 2, u: [0.01, 0, 0], v: [0, 0.01, 0], origin: [0, 0, 0] });
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness } });
    cloth.q.set([-5, 0, 0, 5, 0, 0, 0, -5, 1, 0, 5, 1].map((x) => 1e-3 * x));
    const assembly = new ClothAssembly([cloth], () => 0);
    const places: number[] = [];
    new EdgePairs(assembly, assembly.edges).find(cloth.q, new Float64Array(12), thickness, (a, b, c, d, s, t) => {
      if ([a, b, c, d].join() === '0,1,2,3') places.push(s, t);
    });
    expect(places).toHaveLength(2 * count);
    for (const place of places) expect(place).toBeCloseTo(0.5, 12);
  });
});
