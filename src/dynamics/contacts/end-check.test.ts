import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import { World } from '../world.js';

const radius = 1e-3;

/** A straight rod from one place to another. */
function add(world: World, model: string, from: readonly number[], to: readonly number[], held: boolean): number {
  const d = to.map((x, i) => x - from[i]);
  const rod = createRod({
    model,
    elements: 8,
    length: Math.hypot(...d),
    section: { radius },
    material: 'spaghetti',
    initial: { position: [from[0], from[1], from[2]], tangent: [d[0], d[1], d[2]] },
    ...(held && { start: { kind: 'clamped' as const }, end: { kind: 'clamped' as const } }),
  });
  return world.addFiber(rod, { material: 'pasta' });
}

describe('a second look at the end of the step', () => {
  // a rod on a pivot is hit at one end; the other end is thrown at a rod above it that nothing had pointed to
  it.each(['mass-spring', 'der', 'corde'])('finds what a thrown tip runs into: %s', (model) => {
    const world = new World({ materials: { pasta: { friction: 0.3 } }, h: 1e-3 });
    add(world, model, [0, -0.05, 0], [0, 0.05, 0], true);
    add(world, model, [-0.1, 0, 2 * radius], [0.1, 0, 2 * radius], false);
    add(world, model, [0.095, -0.05, 5 * radius], [0.095, 0.05, 5 * radius], true);
    const hammer = add(world, model, [-0.095, -0.05, 4.5 * radius], [-0.095, 0.05, 4.5 * radius], false);
    const { v, dofs } = world.bodies[hammer];
    const stride = new Map([
      ['mass-spring', 3],
      ['der', 4],
      ['corde', 6],
    ]).get(model)!;
    for (let k = 2; k < dofs; k += stride) v[k] = -20;
    let deepest = 0;
    for (let n = 0; n < 20; n++) deepest = Math.max(deepest, world.step().penetrationRelative);
    // without the look: half a radius and more
    expect(deepest).toBeLessThan(0.02);
  });
});
