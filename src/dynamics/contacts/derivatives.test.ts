import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import type { RodSpec } from '../../bodies/rods/spec.js';
import type { Shape } from '../../geometry/shape.js';
import { Random } from '../../math/random.js';
import { World } from '../world.js';

const h = 1e-7;
const radius = 0.005;

function newWorld(): World {
  return new World({ materials: { rubber: { friction: 0.5 } }, gravity: [0, 0, 0], h, repair: false, slack: 1 });
}

/** A rod above the origin, pushed about at random. */
function addRod(world: World, model: string, seed: number, more: Partial<RodSpec> = {}): void {
  const rod = createRod({
    name: `rod ${seed}`,
    model,
    elements: 3,
    length: 0.3,
    section: { radius },
    material: 'rubber',
    initial: { position: [-0.15, 0, radius + 2e-4], tangent: [1, 0, 0] },
    ...more,
  });
  const random = new Random(seed);
  for (let i = 0; i < rod.dofs; i++) if (!rod.fixed[i]) rod.v[i] = random.range(-1, 1);
  world.addFiber(rod, { material: 'rubber' });
}

/**
 * Steps twice and compares how fast each gap has changed with the normal velocity that the rows of H gave it, drives
 * included. Returns the number of contacts compared.
 */
function compareGaps(world: World, digits = 4): number {
  world.step();
  const before = world.contacts();
  world.step();
  const after = world.contacts();
  let compared = 0;
  for (const c of before) {
    const same = after.filter(
      (d) => d.a === c.a && d.b === c.b && d.point.every((x, k) => Math.abs(x - c.point[k]) < 100 * h),
    );
    if (same.length !== 1) continue;
    compared++;
    expect((same[0].gap - c.gap) / h).toBeCloseTo(c.velocity[0], digits);
  }
  return compared;
}

const models = ['mass-spring', 'corde', 'der', 'super-helix'];

describe('the rows of a contact are the derivative of its gap', () => {
  it.each(models)('%s on a moving plane', (model) => {
    const world = newWorld();
    world.addObstacle({
      shape: { type: 'plane' },
      material: 'rubber',
      motion: (pose, t) => {
        pose.set([0.3 * t, 0, 0.2 * t, 1, 0.1 * t, 0.2 * t, 0]);
      },
    });
    addRod(world, model, 1);
    expect(compareGaps(world)).toBeGreaterThan(1);
  });

  it.each(models)('%s with a driven root on a turning sphere', (model) => {
    const world = newWorld();
    const sphere: Shape = { type: 'sphere', radius: 0.2 };
    world.addObstacle({
      shape: sphere,
      material: 'rubber',
      motion: (pose, t) => {
        pose.set([0.2 * t, -0.1 * t, -0.2, 1, 0.5 * t, 0, 0.3 * t]);
      },
    });
    addRod(world, model, 2, {
      start: {
        kind: 'pinned',
        motion: (pose, t) => {
          pose.set([-0.15 + 0.1 * t, 0.2 * t, radius + 2e-4 - 0.3 * t, 1, 0, 0, 0]);
        },
      },
    });
    expect(compareGaps(world)).toBeGreaterThan(0);
  });

  it.each(models)('%s across another rod', (model) => {
    const world = newWorld();
    addRod(world, model, 3);
    addRod(world, model, 4, { initial: { position: [0.01, -0.14, 3 * radius + 5e-4], tangent: [0, 1, 0] } });
    // a helix touches with its chords and moves with its arcs
    expect(compareGaps(world, model === 'super-helix' ? 3 : 4)).toBeGreaterThan(0);
  });

  it('a rod on a rigid body that turns', () => {
    const world = newWorld();
    const ball = world.addRigid({
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      density: 500,
      position: [0.02, 0.01, -0.1],
      material: 'rubber',
    });
    ball.v.set([0.3, -0.2, 0.1, 2, -1, 3]);
    addRod(world, 'der', 5);
    expect(compareGaps(world)).toBeGreaterThan(0);
  });
});
