import { describe, expect, it } from 'vitest';
import { ClothAssembly } from '../bodies/cloth/assembly.js';
import { Cloth, joinSurfaces, sheet } from '../bodies/cloth/index.js';
import { PlacesAhead } from './places-ahead.js';
import { Proximity } from './proximity.js';

const thickness = 0.004;

/** A sheet of 0.4 m at z = 0 that begins at x = 0, and vertex 0 of a triangle at a height, somewhere; each moves by something. */
function look(from: readonly number[], by: readonly number[]): { is: 'none' | 'found' | 'as now'; normal: number[] } {
  const flat = sheet({ nu: 5, nv: 5, u: [0.4, 0, 0], v: [0, 0.4, 0], origin: [0, 0, 0] });
  const [x, y, z] = from;
  const up = z < 0 ? -1 : 1;
  const positions = Float64Array.of(x, y, z, x, y, z + up, x, y + 0.1, z + up);
  const surface = joinSurfaces([{ positions, triangles: Int32Array.of(0, 1, 2) }, flat]);
  const assembly = new ClothAssembly(
    [new Cloth({ surface, material: { density: 1, stretch: 1, thickness } })],
    () => 0,
  );
  const at = surface.positions;
  const move = new Float64Array(at.length);
  for (let k = 0; k < 9; k++) move[k] = by[k % 3];
  const near = new Proximity(assembly);
  near.find(at, move, 2 * thickness);
  const ahead = new PlacesAhead(assembly, near);
  ahead.ask(0, 0);
  ahead.find(
    at,
    at.map((q, k) => q + move[k]),
  );
  const is = ahead.isNone(0) ? 'none' : ahead.take(0) ? 'found' : 'as now';
  return { is, normal: Array.from(near.direction.subarray(0, 3), (n) => Math.round(1e6 * n) / 1e6 + 0) };
}

describe('places ahead', () => {
  it('are the face that comes over a vertex, not its rim', () => {
    expect(look([-0.01, 0.13, -thickness], [0.02, 0, 0])).toEqual({ is: 'found', normal: [0, 0, -1] });
    expect(look([-0.01, 0.13, thickness], [0.02, 0, 0])).toEqual({ is: 'found', normal: [0, 0, 1] });
  });

  it('are the same where the vertex would fall into the face, or through it', () => {
    for (const fall of [0.002, 0.006, 0.02]) {
      expect(look([-0.01, 0.13, thickness], [0.02, 0, -fall])).toEqual({ is: 'found', normal: [0, 0, 1] });
    }
  });

  it('leave what comes at the rim itself as it is', () => {
    const { is, normal } = look([-0.01, 0.13, 0.0002], [0.02, 0, 0]);
    expect(is).toBe('as now');
    expect(normal[0]).toBeLessThan(-0.99);
  });

  it('stay at the rim for what passes beside it', () => {
    const { is, normal } = look([-0.015, 0.13, thickness], [0.01, 0, 0]);
    expect(is).toBe('found');
    // at the end it is 5 mm before the rim and 4 mm above
    expect(normal[0] / normal[2]).toBeCloseTo(-5 / 4, 4);
  });
});

describe('a place on an edge', () => {
  it('is none where the triangle across comes nearer', () => {
    const flat = sheet({ nu: 2, nv: 2, u: [0.1, 0, 0], v: [0, 0.1, 0], origin: [0, 0, 0] });
    const own = {
      positions: Float64Array.of(0.02, 0.03, 0.004, 0, 0, 1, 0.1, 0, 1),
      triangles: Int32Array.of(0, 1, 2),
    };
    const surface = joinSurfaces([own, flat]);
    const cloth = new Cloth({ surface, material: { density: 1, stretch: 1, thickness } });
    const assembly = new ClothAssembly([cloth], () => 0);
    const near = new Proximity(assembly);
    near.find(surface.positions, new Float64Array(21), 0.1);
    // seen at an angle of more than 60 degrees, the other triangle's diagonal stands beside the place below
    expect(near.count[0]).toBe(2);
    const ahead = new PlacesAhead(assembly, near);
    const across = near.distance[0] > near.distance[1] ? 0 : 1;
    ahead.ask(0, across);
    ahead.find(surface.positions, surface.positions);
    expect(ahead.isNone(across)).toBe(true);
  });
});
