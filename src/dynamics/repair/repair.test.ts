import { describe, expect, it } from 'vitest';
import { BodyFactors } from '../groups/body-factors.js';
import { type Masses, masses, rowsOf, size, touch } from '../contacts/testing/masses.js';
import { Repair, type RepairOptions } from './repair.js';

const slop = 1e-3;
const standard: RepairOptions = { slop, most: 0.2, sweeps: 200 };

/** Heights of the masses after a repair of all contacts, and whether each was moved. */
function repaired(world: Masses, options = standard): { z: number[]; moved: boolean[] } {
  const { bodies, contacts } = world;
  const factors = new BodyFactors(bodies);
  factors.reset();
  const repair = new Repair(bodies, factors, options);
  const members = Int32Array.from({ length: contacts.n }, (_, k) => k);
  repair.run(rowsOf(world), members, contacts.gap, new Float64Array(contacts.n).fill(size));
  return { z: bodies.map(({ q }) => q[2]), moved: bodies.map((_, b) => repair.hasDisplaced(b)) };
}

const atRest = (...list: number[]): Masses => masses(list.map((mass) => ({ mass, velocity: [0, 0, 0] })));

describe('repair of positions', () => {
  it('moves two masses apart to half of what is allowed, the lighter one farther, their centre not at all', () => {
    const world = atRest(1, 3);
    touch(world, 0, 1, -1e-3);
    const { z, moved } = repaired(world);
    const wanted = 1e-3 - 0.5 * slop * size;
    expect(z[0] - z[1]).toBeCloseTo(wanted, 12);
    expect(z[0] + 3 * z[1]).toBeCloseTo(0, 12);
    expect(moved).toEqual([true, true]);
  });

  it('leaves what is allowed, and velocities', () => {
    const world = masses([{ mass: 1, velocity: [0, 0, 0.5] }]);
    touch(world, 0, world.ground, -0.99 * slop * size);
    expect(repaired(world)).toEqual({ z: [0], moved: [false] });
    const deep = masses([{ mass: 1, velocity: [0, 0, 0.5] }]);
    touch(deep, 0, deep.ground, -1e-3);
    repaired(deep);
    expect([...deep.bodies[0].v]).toEqual([0, 0, 0.5]);
  });

  it('undoes no more at once than it may', () => {
    const world = atRest(1);
    touch(world, 0, world.ground, -5e-3);
    expect(repaired(world).z[0]).toBeCloseTo(0.2 * size, 12);
  });

  it('drives nothing together: a stack on the ground is lifted as a whole', () => {
    const world = atRest(1, 10, 100);
    touch(world, 0, world.ground, -1e-3);
    touch(world, 1, 0, 0);
    touch(world, 2, 1, 0);
    const { z } = repaired(world, { ...standard, sweeps: 20_000 });
    const wanted = 1e-3 - 0.5 * slop * size;
    // contacts may close to half of what is allowed, each; displacements below a twentieth of it are not made
    const closing = 0.55 * slop * size;
    expect(z[0]).toBeGreaterThan(wanted - 0.1 * slop * size);
    expect(z[1]).toBeGreaterThan(z[0] - closing);
    expect(z[2]).toBeGreaterThan(z[1] - closing);
  });

  it('lets a gap close no further than the overlap that is allowed', () => {
    // pushed up from below by 1 mm with 0.4 mm of room to something that does not move
    const world = atRest(1);
    touch(world, 0, world.ground, -1e-3);
    touch(world, 0, world.ground, 4e-4, [0, 0, -1], 1);
    const { z } = repaired(world, { ...standard, sweeps: 20_000 });
    // no way out: what one pushes the other pushes back, and neither runs away
    expect(z[0]).toBeGreaterThan(0);
    expect(z[0]).toBeLessThan(1.1e-3);
  });
});
