import { describe, expect, it } from 'vitest';
import { createRod } from '../../bodies/rods/registry.js';
import type { RodMaterialName } from '../../bodies/rods/materials.js';
import { World } from '../world.js';

/** A straight free rod that turns about its middle, one end pushed towards the other, without weight. */
function spinning(model: string, material: RodMaterialName, push: number, h: number): World {
  const world = new World({ materials: { stuff: { friction: 0.3 } }, gravity: [0, 0, 0], h });
  const [length, elements] = [0.14, 14];
  const rod = createRod({
    model,
    elements,
    length,
    section: { radius: 0.002 },
    material,
    internalDamping: 0,
    airDamping: 0,
    initial: { position: [0, 0, 1], tangent: [1, 0, 0] },
  });
  const { stride } = rod as unknown as { readonly stride: number };
  for (let i = 0; i <= elements; i++) {
    const x = (i / elements - 0.5) * length;
    rod.v.set([-push * (x / length), 20 * x, -7 * x], stride * i);
    if (stride === 6 && i < elements) rod.v.set([0, 7, 20], 6 * i + 3);
  }
  world.addFiber(rod, { material: 'stuff' });
  return world;
}

/** Largest rise of the energy, over what there was at first. */
function grow(world: World, steps: number): number {
  const start = world.energy().total;
  let [least, grown] = [start, 0];
  for (let k = 0; k < steps; k++) {
    const { total } = world.step().energy;
    grown = Math.max(grown, total - least);
    least = Math.min(least, total);
  }
  return grown / start;
}

describe('implicit steps of rods', () => {
  // one step of Newton's method alone stretches what turns and draws energy from what is pressed: these spun up
  for (const model of ['mass-spring', 'corde', 'der'])
    for (const material of ['rope', 'steel-wire'] as const)
      for (const push of [0, 3])
        it(`${model}, ${material}, pushed at ${push} m/s: energy never grows`, () => {
          for (const h of [0.002, 0.01]) expect(grow(spinning(model, material, push, h), 60)).toBeLessThan(1e-7);
        });

  it('leaves the centre of mass and the momentum of a free rod as they were', () => {
    const world = spinning('corde', 'steel-wire', 0, 0.005);
    const rod = world.bodies[0] as unknown as {
      momentum(out: Float64Array): void;
      centreLine(out: Float64Array): void;
    };
    const momentum = (): Float64Array => {
      const out = new Float64Array(6);
      rod.momentum(out);
      return out;
    };
    const middle = (): number[] => {
      const x = new Float64Array(45);
      rod.centreLine(x);
      // lumped masses: half at the ends
      return [0, 1, 2].map((k) => {
        let sum = 0;
        for (let i = 0; i < 15; i++) sum += (i === 0 || i === 14 ? 0.5 : 1) * x[3 * i + k];
        return sum / 14;
      });
    };
    const [p, x] = [momentum(), middle()];
    for (let k = 0; k < 50; k++) world.step();
    // in units of a node's share: rounding of stiffness against inertia
    for (let k = 0; k < 3; k++) expect(Math.abs(momentum()[k] - p[k])).toBeLessThan(1e-9);
    middle().forEach((at, k) => expect(Math.abs(at - x[k])).toBeLessThan(1e-9));
  });
});

it('halves steps of rods below theta 1 that cannot be solved, rather than take implicit ones', () => {
  const kinds = (spin: number): Set<string> => {
    const world = new World({ materials: { stuff: { friction: 0.3 } }, gravity: [0, 0, 0], h: 0.01, theta: 0.5 });
    const rod = createRod({
      model: 'mass-spring',
      elements: 10,
      length: 0.2,
      section: { radius: 0.002 },
      material: 'rope',
      internalDamping: 0,
      airDamping: 0,
      initial: { position: [-0.1, 0, 1], tangent: [1, 0, 0] },
    });
    for (let i = 0; i <= 10; i++) rod.v.set([0, spin * (i - 5) * 0.02, 0], 3 * i);
    world.addFiber(rod, { material: 'stuff' });
    const decisions = Array.from({ length: 5 }, () => world.step().decisions).flat();
    return new Set(decisions.map(({ kind }) => kind));
  };
  // a turn of 2 rad in the step is solved, those of 6 and 18 rad are when halved
  expect(kinds(200)).toEqual(new Set(['accept']));
  expect(kinds(600)).toEqual(new Set(['shorten', 'accept']));
  expect(kinds(1800)).toEqual(new Set(['shorten', 'accept']));
});
