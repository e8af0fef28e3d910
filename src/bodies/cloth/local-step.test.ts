import { describe, expect, it } from 'vitest';
import { sharedBytes, sharedFloats, sharedFloatsOf } from '../../linalg/kernel/shared-work.js';
import { backwardsTeam } from '../../linalg/testing/backwards.js';
import { randomVector } from '../../linalg/testing/matrices.js';
import { ClothAssembly } from './assembly.js';
import { Cloth, sheet } from './index.js';
import { DividedLocalStep, type LocalVectors, takeLocalStep } from './local-step.js';
import { Springs } from './springs.js';

const material = { density: 0.2, stretch: 50, bend: 1e-4, thickness: 4e-3 };
const surface = (nu: number, height: number): ReturnType<typeof sheet> =>
  sheet({ nu, nv: nu, u: [0.2, 0, 0], v: [0, 0.2, 0], origin: [-0.1, -0.1, height] });

function vectorsOf(cloth: ClothAssembly): LocalVectors {
  const n = cloth.dofs;
  const zeros = (): Float64Array => sharedFloats(n);
  const touching = sharedBytes(cloth.nodes).map((_, i) => (i % 3 === 0 ? 1 : 0));
  return {
    q0: sharedFloatsOf(cloth.rest),
    v: sharedFloatsOf(randomVector(n, 1)),
    free: sharedFloatsOf(randomVector(n, 2)),
    inverseMass: sharedFloatsOf(cloth.mass.map((m) => 1 / m)),
    airDamping: cloth.airDamping,
    touching,
    q: zeros(),
    F: zeros(),
    y: zeros(),
  };
}

describe('the local step in parts', () => {
  const springs = new Springs([0, 30, 1, 40], [0, 0.1], [5, 7]);
  it.each([
    ['flat', [{ surface: surface(21, 0), material: { ...material, airDamping: 1e-4 } }]],
    ['bent at rest', [{ surface: surface(20, 0), material, curved: true }]],
    ['within limits', [{ surface: surface(20, 0), material: { ...material, limits: [0.9, 1.05] as const } }]],
    [
      'several, with springs',
      [
        { surface: surface(15, 0), material, energies: [springs] },
        { surface: surface(12, 0.1), material: { ...material, stretch: 70 } },
      ],
    ],
  ])('gives the bits of one thread: %s', (_, options) => {
    const cloth = new ClothAssembly(
      options.map((one) => new Cloth(one)),
      () => 0,
    );
    const vectors = vectorsOf(cloth);
    const h = 5e-3;
    takeLocalStep(cloth, vectors, h);
    const [q, y] = [vectors.q.slice(), vectors.y.slice()];
    vectors.q.fill(NaN);
    vectors.y.fill(NaN);
    new DividedLocalStep(cloth, vectors).take(backwardsTeam, h);
    expect(vectors.q.every((x, k) => Object.is(x, q[k]))).toBe(true);
    expect(vectors.y.every((x, k) => Object.is(x, y[k]))).toBe(true);
  });
});
