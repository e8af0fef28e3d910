import { describe, expect, it } from 'vitest';
import { createRod } from '../bodies/rods/registry.js';
import { moved, still } from '../bodies/motion.js';
import { circleCurve } from '../geometry/curve.js';
import { TriangleMesh } from '../geometry/triangle-mesh.js';
import { MaterialTable } from './members/materials.js';
import { StepClock } from './step/step-clock.js';
import { World } from './world.js';

const materials = { stone: { friction: 0.5 } };
const box = { type: 'box', half: [0.1, 0.1, 0.1] } as const;

describe('materials', () => {
  it('meet with their geometric mean, or with the entry of the pair', () => {
    const table = new MaterialTable(
      { a: { friction: 0.4 }, b: { friction: 0.1, restitution: 0.5 }, c: { friction: 1 } },
      [{ between: ['c', 'a'], friction: 0.7, restitution: 0.2 }],
    );
    expect(table.friction(0, 0)).toBe(0.4);
    expect(table.friction(0, 1)).toBeCloseTo(0.2, 12);
    expect(table.restitution(0, 1)).toBe(0);
    expect(table.friction(0, 2)).toBe(0.7);
    expect(table.friction(2, 0)).toBe(0.7);
    expect(table.restitution(0, 2)).toBe(0.2);
  });

  it('that are wrong are listed all at once', () => {
    const wrong = (): MaterialTable =>
      new MaterialTable({ a: { friction: -1, restitution: 2 } }, [{ between: ['a', 'b'], friction: NaN }]);
    expect(wrong).toThrow(
      /materials\.a\.friction[^]*materials\.a\.restitution[^]*pairs\[0\]\.friction[^]*between\[1\]/,
    );
  });
});

describe('step clock', () => {
  it('comes back to whole steps exactly, whatever steps it took', () => {
    const clock = new StepClock(0.01, 3);
    for (let k = 0; k < 500; k++) {
      if (k % 37 === 0 && clock.canHalve) clock.halve();
      if (k % 53 === 0 && clock.canHalve) clock.halve();
      const { t, h, whole } = clock;
      if (whole) expect(t).toBe(0.01 * Math.round(t / 0.01));
      clock.advance();
      expect(clock.t - t).toBeCloseTo(h, 14);
      clock.lengthen(true);
    }
    expect(clock.h).toBe(0.01);
  });

  it('is halved farther where a step fails', () => {
    const clock = new StepClock(0.01, 1, 2);
    clock.halve();
    clock.advance();
    expect(clock.t).toBe(0.005);
    expect(clock.canHalve).toBe(false);
    expect(clock.canHalveFailed).toBe(true);
    clock.halve();
    clock.halve();
    expect(clock.canHalveFailed).toBe(false);
    clock.advance();
    expect(clock.t).toBe(0.00625);
    const other = new StepClock(0.01, 1, 2);
    other.load(clock.save());
    expect(other.t).toBe(clock.t);
  });
});

describe('a moving obstacle', () => {
  it('carries what sticks to it, without creep', () => {
    const world = new World({ materials, h: 0.01, solver: { tolerance: 1e-12, restTolerance: 1e-12 } });
    // from rest: the phase of a cosine
    const shake = { amplitude: [0.05, 0, 0.01], frequency: 1, phase: Math.PI / 2 } as const;
    world.addObstacle({
      shape: { type: 'box', half: [1, 1, 0.1] },
      material: 'stone',
      motion: moved(still([0, 0, -0.1]), { shake }),
    });
    const body = world.addRigid({ shape: box, density: 500, position: [0, 0, 0.1], material: 'stone' });
    const pose = new Float64Array(7);
    const { motion } = world.obstacles[0];
    let worst = 0;
    for (let k = 0; k < 200; k++) {
      world.step();
      motion(pose, world.t);
      worst = Math.max(worst, Math.abs(body.q[0] - pose[0]), Math.abs(body.q[2] - 0.2 - pose[2]));
    }
    // 2 pi² · 0.05 m/s² of acceleration is well below mu g
    expect(worst).toBeLessThan(1e-11);
    expect(world.energy().driven).toBeGreaterThan(0);
  });

  it('that turns takes a sphere along', () => {
    const world = new World({ materials: { stone: { friction: 1 } }, h: 0.005, solver: { tolerance: 1e-10 } });
    world.addObstacle({
      shape: { type: 'plane' },
      material: 'stone',
      motion: moved(still(), { spin: { axis: [0, 0, 1], rate: 1 } }),
    });
    const body = world.addRigid({
      shape: { type: 'sphere', radius: 0.05 },
      mass: 1,
      position: [0.3, 0, 0.05],
      material: 'stone',
    });
    while (world.t < 0.5) world.step();
    // rolling on a turntable: the point of contact moves with it
    const [x, y] = body.q;
    const slipX = body.v[0] - 0.05 * body.v[4] + y;
    const slipY = body.v[1] + 0.05 * body.v[3] - x;
    expect(Math.abs(slipX) + Math.abs(slipY)).toBeLessThan(1e-3);
    expect(body.v[1]).toBeGreaterThan(0.01);
  });

  it('with a surface that runs is a conveyor belt', () => {
    const world = new World({ materials, h: 0.01, solver: { tolerance: 1e-12 } });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone', surfaceVelocity: [1, 0, 0] });
    const body = world.addRigid({ shape: box, density: 500, position: [0, 0, 0.1], material: 'stone' });
    for (let k = 0; k < 10; k++) world.step();
    expect(body.v[0]).toBeCloseTo(0.1 * 0.5 * 9.81, 9);
    while (world.t < 0.5) world.step();
    expect(body.v[0]).toBeCloseTo(1, 10);
  });

  it('whose mesh deforms lifts what lies on it', () => {
    const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
    const mesh = new TriangleMesh(corners, [0, 1, 2, 0, 2, 3]);
    const world = new World({ materials, h: 0.01, solver: { tolerance: 1e-10 } });
    world.addObstacle({
      shape: { type: 'mesh', mesh },
      material: 'stone',
      vertices: (out, t) => {
        for (let k = 0; k < 12; k++) out[k] = corners[k];
        // the side x = 1 rises, the side x = -1 stays
        out[5] = out[8] = 0.1 * t;
      },
    });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 0, 0.1],
      rotates: false,
      material: 'stone',
    });
    while (world.t < 0.5) world.step();
    expect(ball.q[2]).toBeCloseTo(0.1 + 0.025, 3);
  });
});

describe('nothing tunnels', () => {
  it.each([
    ['a thin plate', { type: 'box', half: [1, 1, 0.001] } as const, [0, 0, 0] as const],
    [
      'a mesh',
      { type: 'mesh', mesh: new TriangleMesh([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3]) } as const,
      [0, 0, 0] as const,
    ],
    ['a thin rail', { type: 'tube', radius: 0.005, curve: circleCurve(0.5) } as const, [0, 0, 0.5] as const],
  ])('a small fast ball does not pass %s', (_, shape, position) => {
    const world = new World({ materials, gravity: [0, 0, 0], h: 0.01 });
    world.addObstacle({ shape, position, material: 'stone' });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.01 },
      mass: 0.1,
      position: [0, 0, 0.313],
      velocity: [0, 0, -60],
      material: 'stone',
    });
    for (let k = 0; k < 10; k++) world.step();
    expect(ball.q[2]).toBeGreaterThan(0);
  });

  it('two fast balls meet', () => {
    const world = new World({ materials: { stone: { friction: 0, restitution: 1 } }, gravity: [0, 0, 0], h: 0.01 });
    const balls = [-1, 1].map((side) =>
      world.addRigid({
        shape: { type: 'sphere', radius: 0.01 },
        mass: 1,
        position: [0.377 * side, 0, 0],
        velocity: [-40 * side, 0, 0],
        material: 'stone',
      }),
    );
    for (let k = 0; k < 5; k++) world.step();
    expect(balls[0].v[0]).toBeCloseTo(-40, 10);
    expect(balls[1].v[0]).toBeCloseTo(40, 10);
  });
});

describe('a variable step', () => {
  it('shortens while contacts travel far, and lengthens again', () => {
    const world = new World({ materials, h: 0.01, shortestStep: 0.01 / 16, travel: 0.25 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
    world.addRigid({
      shape: { type: 'sphere', radius: 0.02 },
      density: 1000,
      position: [0, 0, 0.5],
      velocity: [3, 0, 0],
      material: 'stone',
    });
    let shortest = 1;
    let last = 0;
    while (world.t < 3) {
      last = world.step().h;
      shortest = Math.min(shortest, last);
    }
    expect(shortest).toBeLessThan(0.002);
    expect(world.atWholeStep || last < 0.01).toBe(true);
  });
});

describe('position repair', () => {
  /** Two boxes pushed into each other and into the floor. */
  const overlapping = (repair: boolean): World => {
    const world = new World({ materials, h: 0.01, ...(!repair && { repair: false }) });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
    world.addRigid({ shape: box, density: 500, position: [0, 0, 0.09], material: 'stone' });
    world.addRigid({ shape: box, density: 500, position: [0, 0, 0.27], material: 'stone' });
    return world;
  };

  it('undoes overlaps without touching velocities, and books the energy', () => {
    const world = overlapping(true);
    let fastest = 0;
    for (let k = 0; k < 20; k++) {
      world.step();
      for (const body of world.bodies) fastest = Math.max(fastest, ...body.v.map(Math.abs));
    }
    expect(fastest).toBeLessThan(1e-4);
    expect(world.bodies[0].q[2]).toBeGreaterThan(0.1 - 2e-4);
    expect(world.bodies[1].q[2]).toBeGreaterThan(0.3 - 4e-4);
    const { repair, dissipated } = world.energy();
    // 4 kg lifted by 1 cm and 4 kg by 3 cm
    expect(repair).toBeCloseTo(4 * 9.81 * 0.04, 1);
    expect(Math.abs(dissipated)).toBeLessThan(1e-6);
  });

  it('can be switched off', () => {
    const world = overlapping(false);
    for (let k = 0; k < 20; k++) world.step();
    expect(world.bodies[0].q[2]).toBeCloseTo(0.09, 6);
    expect(world.energy().repair).toBe(0);
  });
});

describe('restitution', () => {
  it('and the open gap never act on one contact', () => {
    // fast enough to reach the floor within the step: it bounces where it is, at -e times its speed
    const world = new World({ materials: { rubber: { friction: 0, restitution: 0.8 } }, gravity: [0, 0, 0], h: 0.01 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'rubber' });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 0, 0.103],
      velocity: [0, 0, -1],
      material: 'rubber',
    });
    world.step();
    expect(ball.v[2]).toBeCloseTo(0.8, 12);
  });

  it('without it a gap closes within the step and no further', () => {
    const world = new World({ materials, gravity: [0, 0, 0], h: 0.01 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 0, 0.103],
      velocity: [0, 0, -1],
      material: 'stone',
    });
    world.step();
    expect(ball.q[2]).toBeCloseTo(0.1, 12);
    world.step();
    expect(ball.v[2]).toBeCloseTo(0, 12);
  });
});

describe('theta below 1', () => {
  it('is refused for what takes implicit steps only', () => {
    const world = new World({ materials, theta: 0.5 });
    const spec = { elements: 4, length: 0.2, section: { radius: 1e-3 }, material: 'spaghetti' } as const;
    for (const model of ['super-helix', 'der-projection', 'corde-explicit']) {
      expect(() => world.addFiber(createRod({ model, ...spec }), { material: 'stone' })).toThrow(/theta: expected 1/);
    }
    for (const model of ['mass-spring', 'der', 'corde'])
      world.addFiber(createRod({ model, ...spec }), { material: 'stone' });
    expect(world.bodies).toHaveLength(3);
  });

  it.each([
    [0.5, 0],
    [0.5, 0.5],
    [0.75, 0],
  ])('hits are implicit steps: theta %d, restitution %d', (theta, restitution) => {
    const world = new World({ materials: { steel: { friction: 0, restitution } }, gravity: [0, 0, 0], h: 0.01, theta });
    const plate = { type: 'box', half: [1, 1, 0.01] } as const;
    world.addObstacle({ shape: plate, material: 'steel', position: [0, 0, -0.01] });
    const shape = { type: 'sphere', radius: 0.02 } as const;
    const ball = world.addRigid({ shape, mass: 1, position: [0, 0, 0.15], velocity: [0, 0, -10], material: 'steel' });
    const reasons = new Set<string>();
    for (let k = 0; k < 4; k++) {
      for (const decision of world.step().decisions) if (decision.kind !== 'proceed') reasons.add(decision.reason);
      expect(ball.q[2]).toBeGreaterThan(0.02 - 1e-3 * 0.02);
    }
    expect(ball.v[2]).toBeCloseTo(10 * restitution, 12);
    expect([...reasons]).toContain('implicit step of an impact');
  });
});

describe('groups', () => {
  it('that do not touch are solved apart, and come to the same', () => {
    const build = (far: number): World => {
      const world = new World({ materials, h: 0.01, solver: { tolerance: 1e-12, restTolerance: 1e-12 } });
      world.addObstacle({ shape: { type: 'plane' }, material: 'stone' });
      for (const x of [0, far]) {
        world.addRigid({ shape: box, density: 500, position: [x, 0, 0.1], velocity: [1, 0.3, 0], material: 'stone' });
      }
      return world;
    };
    const world = build(5);
    expect(world.step().groups).toBe(2);
    for (let k = 0; k < 20; k++) world.step();
    const [a, b] = world.bodies;
    for (let i = 1; i < 7; i++) expect(b.q[i]).toBeCloseTo(a.q[i], 9);
  });
});
