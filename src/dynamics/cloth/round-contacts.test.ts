import { describe, expect, it } from 'vitest';
import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { World } from '../world.js';

describe('a ball on flat cloth', () => {
  it('stays where it is put, beside a vertex as well as anywhere else', () => {
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005, solver: { tolerance: 1e-6 } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
    const radius = 0.005;
    const beside = 1e-5;
    const ball = world.addRigid({
      shape: { type: 'sphere', radius },
      density: 1000,
      position: [beside, 0, 0.004 + radius],
      material: 'felt',
    });
    const material = { density: 0.3, stretch: 300, bend: 5e-4, thickness: 0.004 };
    const surface = sheet({ nu: 5, nv: 5, origin: [-0.06, -0.06, 0.002], u: [0.12, 0, 0], v: [0, 0.12, 0] });
    world.addCloth(new Cloth({ surface, material }), { material: 'felt' });
    for (let k = 0; k < 30; k++) expect(world.step().status).toBe('converged');
    // if the vertex bore it, its normal would lean: x grows as cosh(t √(g / 1.4 (radius + 0.002))), 57 times in this time
    expect(Math.abs(ball.q[0] - beside)).toBeLessThan(0.1 * beside);
  });
});

describe('a capsule along a row of vertices of flat cloth', () => {
  // so near that nobody can tell the gap of the vertices, y²/2d = 3e-13 m, from 0
  it('stays where it is put, 5e-8 m beside it', () => {
    const beside = 5e-8;
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005, solver: { tolerance: 1e-6 } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
    const radius = 0.002;
    const capsule = world.addRigid({
      shape: { type: 'capsule', radius, halfLength: 0.025 },
      density: 1100,
      position: [0.01, beside, 0.004 + radius],
      // its axis is z: along x
      orientation: [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
      material: 'felt',
    });
    const material = { density: 0.3, stretch: 300, bend: 5e-4, thickness: 0.004 };
    const surface = sheet({ nu: 5, nv: 5, origin: [-0.06, -0.06, 0.002], u: [0.12, 0, 0], v: [0, 0.12, 0] });
    world.addCloth(new Cloth({ surface, material }), { material: 'felt' });
    for (let k = 0; k < 40; k++) expect(world.step().status).toBe('converged');
    // borne by vertices it would go off as cosh(t √(g / 1.5 (radius + 0.002))), 1600 times in this time
    expect(Math.abs(capsule.q[1] - beside)).toBeLessThan(0.1 * beside);
  });
});
