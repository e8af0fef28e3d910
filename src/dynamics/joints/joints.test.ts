import { describe, expect, it } from 'vitest';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { createRod } from '../../bodies/rods/registry.js';
import { InputError } from '../../errors.js';
import type { WorldOptions } from '../members/settings.js';
import { World } from '../world.js';
import type { JointSpec } from './spec.js';

const g = 9.81;

function worldOf(options: Partial<WorldOptions> = {}): World {
  return new World({ materials: { wood: { friction: 0.3 } }, h: 0.005, solver: { tolerance: 1e-10 }, ...options });
}

/** A bar of 2 kg and 1 m along x from the origin. */
function addBar(world: World, spin: [number, number, number] = [0, 0, 0]): RigidBody {
  const shape = { type: 'box', half: [0.5, 0.05, 0.02] } as const;
  return world.addRigid({ shape, mass: 2, position: [0.5, 0, 0], spin, material: 'wood' });
}

const origin = { point: [0, 0, 0] } as const;

describe('joints', () => {
  it.each<Pick<JointSpec, 'type' | 'axis' | 'axisB'> & { at?: [number, number, number] }>([
    { type: 'ball' },
    { type: 'hinge', axis: [0, 1, 0] },
    { type: 'universal', axis: [0, 1, 0], axisB: [0, 0, 1] },
    { type: 'distance', at: [-0.3, 0.1, 0] },
    { type: 'slider', axis: [1, 0, -1] },
  ])('$type: closed to rounding, energy kept at theta = 1/2', ({ type, at, ...more }) => {
    const world = worldOf({ theta: 0.5 });
    const bar = addBar(world, [type === 'hinge' || type === 'slider' ? 0 : 3, 0, 0]);
    const point = at ?? ([-0.5, 0, 0] as const);
    world.addJoint({ type, a: origin, b: { body: bar, point }, ...more });
    const start = world.energy().total;
    const { kinetic } = world.energy();
    let most = 0;
    let moving = 0;
    for (let k = 0; k < 200; k++) {
      world.step();
      const energy = world.energy();
      most = Math.max(most, Math.abs(energy.total - start));
      moving = Math.max(moving, energy.kinetic);
      // lengths are of 1 m
      expect(world.jointMisfit).toBeLessThan(1e-14);
    }
    expect(moving).toBeGreaterThan(kinetic + 1);
    // bodies meet the equation of their step to 1e-12 of the velocities
    expect(most).toBeLessThan(1e-8 * moving);
  });

  it('carry what hangs on them: force and torque', () => {
    const world = worldOf();
    const joint = world.addJoint({ type: 'fixed', a: { body: addBar(world), point: [-0.5, 0, 0] }, b: origin });
    world.step();
    expect(joint.force[2]).toBeCloseTo(2 * g, 9);
    expect(joint.torque[1]).toBeCloseTo(-g, 9);
  });

  it.each([1, 0.75, 0.5])('limits stop at the limit, theta %d', (theta) => {
    const world = worldOf({ theta });
    const bar = addBar(world);
    const joint = world.addJoint({
      type: 'hinge',
      a: origin,
      b: { body: bar, point: [-0.5, 0, 0] },
      axis: [0, 1, 0],
      limits: [-1, 0.5],
    });
    for (let k = 0; k < 150; k++) world.step();
    expect(joint.coordinate).toBeCloseTo(0.5, 12);
    expect(Math.abs(bar.v[4])).toBeLessThan(1e-12);
  });

  // 2 m/s, 1.2 of them across where it goes taut; by where in its last step it does, that is off by 1 % at most
  it.each([1, 0.75, 0.5])('a tether goes taut without rebound and keeps what goes round, theta %d', (theta) => {
    const world = worldOf({ theta, gravity: [0, 0, 0] });
    const shape = { type: 'sphere', radius: 0.01 } as const;
    const ball = world.addRigid({ shape, mass: 1, position: [0.6, 0, 0], velocity: [0, 2, 0], material: 'wood' });
    const b = { body: ball, point: [0, 0, 0] } as const;
    const joint = world.addJoint({ type: 'distance', a: origin, b, limits: [0.01, 1] });
    for (let k = 0; k < 600; k++) world.step();
    expect(Math.abs(Math.hypot(ball.v[0], ball.v[1]) - 1.2)).toBeLessThan(0.012);
    expect(joint.coordinate).toBeCloseTo(1, 4);
  });

  it.each([
    [0.999, false],
    [1.001, true],
  ])('dry friction of %d times the weight holds: %s', (share, holds) => {
    const world = worldOf();
    const joint = world.addJoint({
      type: 'hinge',
      a: origin,
      b: { body: addBar(world), point: [-0.5, 0, 0] },
      axis: [0, 1, 0],
      friction: share * g,
    });
    for (let k = 0; k < 20; k++) world.step();
    if (holds) expect(Math.abs(joint.coordinate)).toBeLessThan(1e-12);
    // I = m l² / 3: the rest of the torque accelerates
    else expect(joint.coordinate).toBeCloseTo((0.001 * g * 3 * 0.1 * 0.105) / (2 * 2), 6);
    expect(joint.torque[1]).toBeCloseTo(Math.min(share, 1) * g, 6);
  });

  it('motors reach their speed with what they have', () => {
    const world = worldOf({ gravity: [0, 0, 0] });
    const bar = addBar(world);
    const joint = world.addJoint({
      type: 'hinge',
      a: origin,
      b: { body: bar, point: [-0.5, 0, 0] },
      axis: [0, 1, 0],
      motor: { speed: 2, force: 1 },
    });
    // inertia about the end, of a bar 0.04 m thick in this plane
    const inertia = 2 * ((1 + 0.04 * 0.04) / 12 + 0.25);
    for (let k = 0; k < 100; k++) world.step();
    // the axes of an implicit step are those of its start
    expect(bar.v[4]).toBeCloseTo(0.5 / inertia, 3);
    for (let k = 0; k < 300; k++) world.step();
    expect(bar.v[4]).toBeCloseTo(2, 9);
    joint.motor = undefined;
    world.step();
    expect(bar.v[4]).toBeCloseTo(2, 3);
  });

  it('break where they are pulled harder than they bear', () => {
    const world = worldOf();
    const bar = addBar(world);
    const joint = world.addJoint({ type: 'fixed', a: origin, b: { body: bar, point: [-0.5, 0, 0] }, breakForce: 19 });
    world.step();
    expect(joint.broken).toBe(true);
    expect(world.brokenJoints).toEqual([joint]);
    world.step();
    expect(bar.v[2]).toBeCloseTo(-0.005 * g, 12);
    expect(world.brokenJoints).toEqual([]);
  });

  it.each(['mass-spring', 'der', 'corde', 'super-helix'])('tie a rope (%s) to a box', (model) => {
    const world = worldOf({ solver: {} });
    const initial = { position: [0, 0, 0], tangent: [0, 0, -1] } as const;
    const rope = createRod({
      model,
      elements: 8,
      length: 1,
      section: { radius: 0.005 },
      material: 'rubber',
      internalDamping: 0.05,
      initial: { position: [...initial.position], tangent: [...initial.tangent] },
    });
    world.addFiber(rope, { material: 'wood' });
    const shape = { type: 'box', half: [0.05, 0.05, 0.05] } as const;
    const box = world.addRigid({ shape, mass: 0.3, position: [0, 0, -1.05], material: 'wood' });
    const held = world.addJoint({ type: 'ball', a: { body: rope, point: { s: 0 } }, b: origin });
    const tied = world.addJoint({
      type: 'ball',
      a: { body: box, point: [0, 0, 0.05] },
      b: { body: rope, point: { s: 1 } },
    });
    for (let k = 0; k < 100; k++) {
      world.step();
      expect(world.jointMisfit).toBeLessThan(1e-14);
    }
    const weight = rope.energy([0, 0, -1]).gravity;
    expect(weight).not.toBe(0);
    // at rest, or swinging up and down on the rope by its damping
    expect(tied.force[2] / (0.3 * g)).toBeCloseTo(1, 1);
    expect(held.force[2]).toBeGreaterThan(tied.force[2]);
    expect(box.q[2]).toBeLessThan(-1.04);
  });

  it('closed loops repeat equations and are solved', () => {
    const world = worldOf();
    const bar = addBar(world);
    for (const y of [-0.05, 0, 0.05]) {
      const joint = { type: 'hinge', a: { point: [0, y, 0] }, b: { body: bar, point: [-0.5, y, 0] } } as const;
      world.addJoint({ ...joint, axis: [0, 1, 0] });
    }
    for (let k = 0; k < 100; k++) {
      expect(world.step().status).toBe('converged');
      expect(world.jointMisfit).toBeLessThan(1e-14);
    }
    expect(world.joints.reduce((sum, joint) => sum + Math.abs(joint.force[2]), 0)).toBeGreaterThan(1);
  });

  it('go on with the same bits from what was saved', () => {
    const make = (): World => {
      const world = worldOf({ solver: {} });
      world.addObstacle({ shape: { type: 'plane' }, material: 'wood', position: [0, 0, -0.6] });
      const [a, b] = [addBar(world), addBar(world)];
      world.addJoint({ type: 'hinge', a: origin, b: { body: a, point: [-0.5, 0, 0] }, axis: [0, 1, 0], friction: 1 });
      const rest = { axis: [0, 1, 0], motor: { speed: 3, force: 2 }, limits: [-7, 7] } as const;
      world.addJoint({
        type: 'hinge',
        a: { body: a, point: [0.5, 0, 0] },
        b: { body: b, point: [0.5, 0, 0] },
        ...rest,
      });
      return world;
    };
    const first = make();
    for (let k = 0; k < 60; k++) first.step();
    const second = make();
    second.restore(first.save());
    for (let k = 0; k < 60; k++) {
      first.step();
      second.step();
    }
    expect(second.stateVector()).toEqual(first.stateVector());
    expect(second.save().joints).toEqual(first.save().joints);
  });

  it('wrong ones are refused at the call, with all that is wrong', () => {
    const world = worldOf();
    const bar = addBar(world);
    const wrong = (spec: object): string => {
      try {
        world.addJoint(spec as JointSpec);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return (error as InputError).message;
      }
      return 'accepted';
    };
    const b = { body: bar, point: [-0.5, 0, 0] };
    expect(wrong({ type: 'weld', a: origin, b })).toContain('one of ball, hinge');
    expect(wrong({ type: 'hinge', a: origin, b })).toContain('axis: expected three numbers');
    expect(wrong({ type: 'ball', a: { point: [0, 0, 0.1] }, b })).toContain('0.1 m away');
    expect(wrong({ type: 'ball', a: origin, b: { body: bar, point: [NaN, 0, 0] } })).toContain('b.point');
    expect(wrong({ type: 'ball', a: origin, b: origin })).toContain('can move');
    expect(wrong({ type: 'ball', a: origin, b, motor: { speed: 1 } })).toContain('motor: expected only for');
    expect(wrong({ type: 'ball', a: origin, b: { ...b, body: addBar(worldOf()) } })).toContain('a body of this world');
    expect(wrong({ type: 'slider', axis: [1, 0, 0], a: origin, b, limits: [1, 2] })).toContain('limits that hold');
    expect(world.joints).toHaveLength(0);
  });
});
