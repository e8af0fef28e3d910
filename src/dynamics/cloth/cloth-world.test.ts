import { describe, expect, it } from 'vitest';
import { Cloth, sheet } from '../../bodies/cloth/index.js';
import { moved, still } from '../../bodies/motion.js';
import { InputError } from '../../errors.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { World } from '../world.js';
import type { ClothBody } from './cloth-body.js';
import { type ClothWorldOptions, clothSettings } from './settings.js';
import { stackedSheets } from '../../validation/cloth/convergence.js';
import { worldOfCloth } from '../../validation/cloth/lone-cloth.js';

const thickness = 4e-3;

function square(options: { nu?: number; height?: number; velocity?: readonly [number, number, number] } = {}): Cloth {
  const { nu = 11, height = 0.1, velocity = [0, 0, 0] } = options;
  return new Cloth({
    surface: sheet({ nu, nv: nu, u: [0.2, 0, 0], v: [0, 0.2, 0], origin: [-0.1, -0.1, height] }),
    material: { density: 0.2, stretch: 50, bend: 1e-4, thickness },
    velocity,
  });
}

function lowest(cloth: Cloth): number {
  let z = Infinity;
  for (let k = 2; k < cloth.dofs; k += 3) z = Math.min(z, cloth.q[k]);
  return z;
}

describe('obstacles', () => {
  it.each(['plane', 'sphere', 'capsule', 'box', 'cylinder'] as const)('cloth comes to lie on a %s', (type) => {
    const cloth = square();
    const world = worldOfCloth(cloth, { h: 5e-3, selfFriction: 0.3, friction: 0.5 });
    const shapes = {
      plane: { type: 'plane' },
      sphere: { type: 'sphere', radius: 0.08 },
      capsule: { type: 'capsule', radius: 0.05, halfLength: 0.1 },
      box: { type: 'box', half: [0.05, 0.05, 0.05] },
      cylinder: { type: 'cylinder', radius: 0.08, halfLength: 0.05 },
    } as const;
    world.addObstacle({ shape: { type: 'plane' }, material: 'ground', position: [0, 0, -0.05] });
    // the capsule stands upright: its top just under the cloth, not through it
    const position = [0, 0, type === 'capsule' ? -0.06 : 0] as const;
    world.addObstacle({ shape: shapes[type], material: 'ground', position });
    for (let k = 0; k < 200; k++) world.macroStep();
    const obstacle = world.cloths[0].world.obstacles[1];
    obstacle.place(world.t, 5e-3);
    for (let i = 0; i < cloth.dofs; i += 3) {
      const d = obstacle.distance(cloth.q[i], cloth.q[i + 1], cloth.q[i + 2], 1);
      // no vertex deeper than a tenth of the thickness
      expect(d).toBeGreaterThan(0.5 * thickness - 0.1 * thickness);
    }
    expect(lowest(cloth)).toBeLessThan(0.09);
  });

  it('rides on a mesh that moves', () => {
    // a lid of two triangles that rises
    const mesh = new TriangleMesh([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3]);
    const flat = mesh.vertices.slice();
    const cloth = square({ height: 0.5 * thickness });
    const world = worldOfCloth(cloth, { h: 5e-3, selfFriction: 0.3, friction: 0.5 });
    world.addObstacle({
      shape: { type: 'mesh', mesh },
      material: 'ground',
      vertices: (out, t) => {
        for (let k = 0; k < out.length; k++) out[k] = flat[k] + (k % 3 === 2 ? 0.3 * t : 0);
      },
    });
    for (let k = 0; k < 60; k++) world.step();
    expect(lowest(cloth)).toBeCloseTo(0.5 * thickness + 0.3 * world.t, 5);
  });

  it('bounces with restitution', () => {
    const cloth = square({ height: 0.5 * thickness + 0.005, velocity: [0, 0, -2] });
    const world = worldOfCloth(cloth, { h: 1e-3, gravity: [0, 0, 0], iterations: 5, restitution: 0.5 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'ground' });
    for (let k = 0; k < 10; k++) world.step();
    expect(cloth.v[2]).toBeCloseTo(1, 9);
  });

  it('carries cloth along where it sticks, and reports the forces', () => {
    const cloth = square({ height: 0.5 * thickness });
    const world = worldOfCloth(cloth, { h: 5e-3, tolerance: 1e-10, friction: 0.5 });
    world.addObstacle({
      shape: { type: 'plane' },
      material: 'ground',
      motion: moved(still(), { velocity: [0.2, 0, 0] }),
    });
    for (let k = 0; k < 40; k++) world.step();
    for (let k = 0; k < cloth.dofs; k += 3) expect(cloth.v[k]).toBeCloseTo(0.2, 9);
    const weight = cloth.mass.reduce((sum, m) => sum + m, 0) * 9.81;
    const load = world.contacts().reduce((sum, { force }) => sum + force[2], 0);
    expect(load / weight).toBeCloseTo(1, 7);
  });

  it('with sharp edges are met by triangles and edges of the cloth', () => {
    const run = (obstacleContact: ClothWorldOptions['obstacleContact']): number => {
      // a coarse cloth falls on a thin upright blade between its vertices
      const cloth = square({ nu: 6, height: 0.06 });
      const world = worldOfCloth(cloth, { h: 5e-3, obstacleContact, friction: 1 });
      world.addObstacle({
        shape: { type: 'box', half: [0.001, 0.2, 0.05] },
        material: 'ground',
        position: [0.017, 0, 0],
      });
      for (let k = 0; k < 40; k++) world.step();
      let inside = 0;
      for (let k = 0; k < cloth.dofs; k += 3) inside = Math.max(inside, cloth.q[k + 2]);
      return inside;
    };
    expect(run('vertices')).toBeLessThan(0.02);
    expect(run('features')).toBeGreaterThan(0.045);
  });
});

describe('pins and attachments', () => {
  it('hold and carry', () => {
    const cloth = new Cloth({
      surface: sheet({ nu: 6, nv: 6, u: [0.2, 0, 0], v: [0, 0, -0.2] }),
      material: { density: 0.2, stretch: 50, bend: 1e-4, thickness },
      pins: [{ nodes: [0], motion: moved(still(), { velocity: [0, 0.1, 0] }) }],
      attachments: [{ node: 5, weight: 500, target: (out, t) => out.set([0.2, 0.1 * t, 0]) }],
    });
    const world = worldOfCloth(cloth, { h: 5e-3 });
    for (let k = 0; k < 100; k++) world.step();
    expect(cloth.q[1]).toBeCloseTo(0.05, 12);
    expect(cloth.q[0]).toBe(0);
    // the spring gives by its share of the weight: some 0.04 N / 500 N/m
    expect(Math.abs(cloth.q[3 * 5] - 0.2)).toBeLessThan(1e-3);
    expect(Math.abs(cloth.q[3 * 5 + 1] - 0.05)).toBeLessThan(2e-3);
  });

  it('let wind lift a flag', () => {
    const build = (wind?: readonly [number, number, number]): Cloth => {
      const cloth = new Cloth({
        surface: sheet({ nu: 6, nv: 6, u: [0.2, 0, 0], v: [0, 0, -0.2] }),
        material: { density: 0.1, stretch: 50, bend: 1e-5, thickness },
        pins: [{ nodes: [0, 1, 2, 3, 4, 5] }],
        ...(wind ? { wind: { velocity: wind } } : {}),
      });
      const world = worldOfCloth(cloth, { h: 5e-3 });
      for (let k = 0; k < 100; k++) world.step();
      return cloth;
    };
    expect(lowest(build())).toBeLessThan(-0.19);
    expect(lowest(build([0, 5, 0]))).toBeGreaterThan(-0.15);
  });
});

describe('methods', () => {
  const settle = (options: Partial<ClothWorldOptions>): World => {
    const world = stackedSheets(options);
    for (let k = 0; k < 12; k++) world.step();
    return world;
  };
  const start = settle({}).cloths[0];

  const oneStep = (options: Partial<ClothWorldOptions>): ClothBody => {
    const world = stackedSheets({ repair: false, ...options });
    world.cloths[0].q.set(start.q);
    world.cloths[0].v.set(start.v);
    world.step();
    return world.cloths[0];
  };

  it.each(['vertex-vertex', 'vertex-face'] as const)(
    'projective and exact agree when both have converged: %s',
    (selfContact) => {
      const stop = { contact: 1e-11, elastic: 1e-11, maxIterations: 5000 };
      const a = oneStep({ stop, selfContact });
      const b = oneStep({ stop, selfContact, method: 'exact', exact: { tolerance: 1e-13, maxSweeps: 5000 } });
      for (let k = 0; k < a.dofs; k++) expect(Math.abs(a.v[k] - b.v[k])).toBeLessThan(1e-8);
    },
  );

  it('more iterations come nearer to the converged velocities', () => {
    const exact = oneStep({ stop: { contact: 1e-11, elastic: 1e-11, maxIterations: 5000 } });
    const error = (iterations: number): number => {
      const { v } = oneStep({ iterations });
      return Math.sqrt(v.reduce((sum, x, k) => sum + (x - exact.v[k]) * (x - exact.v[k]), 0));
    };
    const errors = [5, 10, 20, 40].map(error);
    for (let k = 1; k < errors.length; k++) expect(errors[k]).toBeLessThan(errors[k - 1]);
  });

  it('relaxation and more passes bring contacts nearer to the law in as many iterations', () => {
    const error = (options: Partial<ClothWorldOptions>): number => {
      const world = settle({ selfContact: 'vertex-face', iterations: 20, ...options });
      let sum = 0;
      for (let k = 0; k < 20; k++) {
        world.step();
        sum += world.cloths[0].last.error.acMean;
      }
      return sum;
    };
    expect(error({})).toBeLessThan(0.7 * error({ relaxation: 1, sweeps: 1 }));
  });

  it('penalty keeps cloth on a sphere', () => {
    const cloth = settle({ method: 'penalty' }).cloths[0];
    expect(cloth.q.every((x) => Number.isFinite(x))).toBe(true);
    for (let i = 0; i < cloth.dofs; i += 3) {
      const d = Math.hypot(cloth.q[i], cloth.q[i + 1], cloth.q[i + 2]) - 0.1;
      expect(d).toBeGreaterThan(0);
    }
  });

  it('gives the same bits again', () => {
    const a = settle({}).cloths[0];
    for (let k = 0; k < a.dofs; k++) expect(a.q[k]).toBe(start.q[k]);
  });

  it.each([
    ['stretch', { stretch: 1e20 }],
    ['stretch', { stretch: 1e300 }],
    ['bend', { bend: 1e20 }],
    ['stretch', { density: 1e-30 }],
  ])('refuses a cloth too stiff for its mass and step, naming %s', (path, extreme) => {
    const cloth = new Cloth({
      surface: sheet({ nu: 8, nv: 8, u: [0.2, 0, 0], v: [0, 0.2, 0] }),
      material: { density: 0.2, stretch: 50, bend: 1e-4, thickness, ...extreme },
    });
    expect(() => worldOfCloth(cloth, { h: 5e-3 })).toThrow(InputError);
    expect(() => worldOfCloth(cloth, { h: 5e-3 })).toThrow(
      new RegExp(`${path}: expected at most about .*shorter step`),
    );
  });

  it('steps a very stiff cloth as one that hardly stretches', () => {
    const cloth = new Cloth({
      surface: sheet({ nu: 8, nv: 8, u: [0.2, 0, 0], v: [0, 0.2, 0] }),
      material: { density: 0.2, stretch: 1e10, bend: 1, thickness },
      pins: [{ nodes: [0, 7] }],
    });
    const world = worldOfCloth(cloth, { h: 5e-3 });
    for (let k = 0; k < 20; k++) world.step();
    expect(cloth.q.every((x) => Math.abs(x) < 1)).toBe(true);
  });

  it('refuses wrong options', () => {
    expect(() => clothSettings({ h: -1, iterations: 0.5 })).toThrow(/h: .*\n.*iterations/);
  });
});
