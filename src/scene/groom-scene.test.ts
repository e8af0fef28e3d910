import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../bodies/body.js';
import type { World } from '../dynamics/world.js';
import { buildWorld } from './build/world.js';
import { groomScene } from './groom-scene.js';
import { readScene } from './read-scene.js';

/** Hair on a head that swings, from time 0 on, unless it stands. */
function headScene(hair: Record<string, unknown>, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    version: 1,
    name: 'head',
    duration: 1,
    step: { length: 0.005 },
    materials: { hair: { preset: 'hair' }, skin: { preset: 'skin' } },
    obstacles: [
      {
        name: 'head',
        shape: { type: 'sphere', radius: 0.1 },
        material: 'skin',
        orientation: { axis: [0, 0, 1], degrees: 20 },
      },
    ],
    bodies: [
      {
        type: 'hair',
        name: 'hair',
        on: 'head',
        count: 4,
        model: 'super-helix',
        elements: 5,
        length: 0.12,
        radius: 5e-5,
        collisionRadius: 1e-3,
        material: 'hair',
        self: false,
        scalp: { radius: 0.1015, angle: 50 },
        lift: 20,
        ...hair,
      },
    ],
    ...extra,
  };
}

const curl = { helix: { radius: 0.006, pitch: 0.04 } };

function nodesOf(body: World['bodies'][number]): number[] {
  const rod = body as FiberBody;
  const x = new Float64Array(3 * rod.nodes);
  rod.centreLine(x);
  return Array.from(x);
}

const places = (world: World): number[] => world.bodies.flatMap(nodesOf);

function movedIn(world: World, time: number): number {
  const start = places(world);
  const end = world.t + time;
  let most = 0;
  while (world.t < end) {
    world.step();
    places(world).forEach((x, k) => (most = Math.max(most, Math.abs(x - start[k]))));
  }
  return most;
}

describe('rest: equilibrium', () => {
  it.each([
    ['curls', { rest: { ...curl, equilibrium: { stiffen: 30 } } }],
    ['straight hair', { rest: 'equilibrium', lift: -60 }],
    ['discrete rods', { rest: { ...curl, equilibrium: { stiffen: 30 } }, model: 'der', elements: 10 }],
  ])('%s stay', (_, hair) => {
    const world = buildWorld(readScene(headScene(hair)));
    expect(world.groomed!.separation.left).toBe(0);
    expect(movedIn(world, 0.2)).toBeLessThan(1e-9);
  });

  it('strands stay as they are drawn', () => {
    const strands = [0, 1, 2].map((k) =>
      [0, 1, 2, 3, 4, 5].map((i) => [0.01 * k, 0.02 * Math.sin(i), 0.3 - 0.02 * i + 0.002 * i * k]),
    );
    const body = {
      type: 'strands',
      name: 's',
      model: 'super-helix',
      elements: 5,
      radius: 5e-5,
      material: 'hair',
      strands,
    };
    for (const rest of [undefined, { equilibrium: { stiffen: 20 } }]) {
      const scene = headScene({}, { bodies: [{ ...body, ...(rest && { rest }) }] });
      const moved = movedIn(buildWorld(readScene(scene)), 0.2);
      if (rest) expect(moved).toBeLessThan(1e-10);
      else expect(moved).toBeGreaterThan(1e-3);
    }
  });

  it('is an error where nothing holds a rod, and where a model has no natural shape', () => {
    const free = { type: 'rod', name: 'rope', model: 'der', elements: 6, length: 0.3, radius: 0.004, material: 'hair' };
    const air = headScene({}, { bodies: [{ ...free, rest: 'equilibrium' }] });
    expect(() => buildWorld(readScene(air))).toThrow(
      /bodies\[0\]\.rest: expected a shape that has an equilibrium, found 1 of 1 without one, such as rope: forces of 100 % of its weight/,
    );
    const chain = headScene({ model: 'mass-spring', rest: 'equilibrium' });
    expect(() => buildWorld(readScene(chain))).toThrow('bodies[0].rest: expected the model super-helix or der');
    const tied = headScene(
      {},
      {
        bodies: [{ ...free, rest: 'equilibrium' }],
        joints: [{ type: 'ball', between: ['head', { body: 'rope', s: 0 }] }],
      },
    );
    expect(() => buildWorld(readScene(tied))).toThrow('a rod without joints');
  });
});

describe('a groomed scene', () => {
  it('written down begins as the groomed world does, and stays', () => {
    const json = headScene({ rest: curl, count: 12, length: 0.2 });
    const { scene, world, report, loose } = groomScene(json, { stiffen: 30, settle: 0.25 });
    expect(loose).toEqual([]);
    expect(report.forces.pressing).toBeGreaterThan(0);
    const again = buildWorld(readScene(JSON.parse(JSON.stringify(scene))));
    const groomed = places(world);
    // roots are where the head carries them: to rounding
    places(again).forEach((x, k) => expect(Math.abs(x - groomed[k])).toBeLessThan(1e-15));
    expect(again.save().contacts).toEqual(world.save().contacts);
    const moved = movedIn(again, 0.2);
    expect(moved).toBeLessThan(1e-9);
    expect(movedIn(world, 0.2)).toBeCloseTo(moved, 9);
  });

  it('settles, is inverted and settles again where it was', () => {
    const json = headScene({ rest: curl, count: 6, length: 0.2, lift: -30 });
    const first = groomScene(json, { settle: 1.5 });
    const settled = places(first.world);
    const again = groomScene(first.scene, { settle: 1 });
    expect(Math.max(...places(again.world).map((x, k) => Math.abs(x - settled[k])))).toBeLessThan(1e-6);
  });

  it('leaves the motion of obstacles as it was, and begins where they are', () => {
    const swing = { moves: [{ swing: { axis: [0, 0, 1], angle: 0.4, frequency: 0.8, phase: -1.5707963267948966 } }] };
    const json = headScene({ rest: curl });
    (json.obstacles as Record<string, unknown>[])[0].motion = swing;
    const { scene } = groomScene(json, { stiffen: 30 });
    const groomed = scene as { obstacles: { motion: unknown }[] };
    expect(groomed.obstacles[0].motion).toEqual(swing);
    const world = buildWorld(readScene(scene));
    const roots = (of: World): Float64Array[] => of.bodies.map((body) => Float64Array.from(nodesOf(body).slice(0, 3)));
    // to rounding of where the head begins; the rest may have been moved out of it
    const drawn = roots(buildWorld(readScene(json)));
    roots(world).forEach((root, k) => root.forEach((x, i) => expect(Math.abs(x - drawn[k][i])).toBeLessThan(1e-15)));
  });

  it('refuses what does not fit', () => {
    const { scene } = groomScene(headScene({ rest: curl }), { stiffen: 30 });
    const other = structuredClone(scene) as { bodies: { count: number; elements: number }[] };
    other.bodies[0].count = 5;
    expect(() => buildWorld(readScene(other))).toThrow('bodies[0].rest.natural: expected an entry for each of 5 rods');
    other.bodies[0].count = 4;
    other.bodies[0].elements = 6;
    expect(() => buildWorld(readScene(other))).toThrow(
      'bodies[0].rest.natural[0]: expected 18 numbers a rod, found 15',
    );
    expect(() => groomScene(headScene({}), { only: ['hairs'] })).toThrow('did you mean hair?');
    const ball = { type: 'rigid', shape: { type: 'sphere', radius: 0.1 }, material: 'skin', position: [0, 0, 1] };
    expect(() => groomScene(headScene({}, { bodies: [ball] }))).toThrow('nothing to groom');
  });
});
