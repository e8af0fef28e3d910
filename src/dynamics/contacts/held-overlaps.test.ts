import { describe, expect, it } from 'vitest';
import type { Shape } from '../../geometry/shape.js';
import { World } from '../world.js';

interface Start {
  readonly shape: Shape;
  readonly position: [number, number, number];
  readonly spin: [number, number, number];
  readonly orientation?: [number, number, number, number];
  readonly velocity?: [number, number, number];
  readonly h?: number;
}

/** Runs a solid on a floor with a fixed ball in it; what the repair put in and how far the energy rose, over its scale. */
function books({ h = 0.01, ...start }: Start): { repair: number; grown: number; again: number; deepest: number } {
  const world = new World({ materials: { stuff: { friction: 0.4 } }, h, solver: { tolerance: 1e-6 } });
  world.addObstacle({ shape: { type: 'plane' }, material: 'stuff' });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.08 }, position: [0, 0, 0.02], material: 'stuff' });
  world.addRigid({ density: 1000, material: 'stuff', ...start });
  const { kinetic, gravity } = world.energy();
  let [lost, grown, repair, repaired, again, deepest] = [0, 0, 0, 0, 0, 0];
  while (world.t < 0.5 - 1e-9) {
    const { energy, decisions, penetrationRelative } = world.step();
    grown = Math.max(grown, lost - energy.dissipated);
    lost = Math.max(lost, energy.dissipated);
    repair += Math.max(0, energy.repair - repaired);
    repaired = energy.repair;
    again += decisions.filter(({ kind }) => kind === 'solve-again').length;
    deepest = Math.max(deepest, penetrationRelative);
  }
  const scale = kinetic + gravity;
  return { repair: repair / scale, grown: grown / scale, again, deepest };
}

describe('solids that turn while they touch', () => {
  const half = Math.sqrt(0.5);
  const capsule: Start = {
    shape: { type: 'capsule', radius: 0.03, halfLength: 0.05 },
    position: [1, 0, 0.03],
    orientation: [half, 0, half, 0],
    spin: [8, 0, 10],
  };
  it.each<[string, Start]>([
    // one end dips into the floor by half of (h omega)²: the axis turns about the spin, not about the vertical
    ['a capsule that rolls round a curve', capsule],
    ['the same in shorter steps', { ...capsule, h: 0.004 }],
    [
      'a cylinder thrown on its rim',
      { shape: { type: 'cylinder', radius: 0.04, halfLength: 0.01 }, position: [1, 0, 0.1], spin: [10, 3, 12] },
    ],
    [
      'a box that tumbles over a ball',
      {
        shape: { type: 'box', half: [0.06, 0.04, 0.03] },
        position: [0.02, 0.03, 0.2],
        spin: [9, -7, 4],
        velocity: [0, 0, -1],
      },
    ],
  ])('%s: the repair has nothing to do, and no energy comes from nowhere', (_, start) => {
    const { repair, grown, again, deepest } = books(start);
    expect(again).toBeGreaterThan(0);
    expect(repair).toBeLessThan(1e-6);
    expect(grown).toBeLessThan(1e-9);
    expect(deepest).toBeLessThan(1.5e-3);
  });

  it('is not asked of balls, which are the same from all sides', () => {
    const { again, repair } = books({
      shape: { type: 'sphere', radius: 0.04 },
      position: [1, 0, 0.04],
      spin: [0, 30, 20],
    });
    expect(again).toBe(0);
    expect(repair).toBe(0);
  });
});
