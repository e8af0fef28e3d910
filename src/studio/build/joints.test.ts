import { describe, expect, it } from 'vitest';
import type { Movable } from '../../bodies/body.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { buildWorld } from '../../scene/build/world.js';
import { inspectScene, readScene } from '../../scene/read-scene.js';
import { type JointEnds, addJoint, jointKinds, kindsFor } from './joints.js';
import { newScene, parts } from './parts.js';
import { type Json, type Triple, entries } from './things.js';

/** A box in the air and a sphere or a rope beside it; they fall, the box spinning. */
function thrown(beside: 'sphere' | 'rope'): Json {
  const at: Triple = beside === 'sphere' ? [0.6, 0.1, 0.9] : [0, 0.8, 1];
  const { scene } = parts.find((part) => part.name === beside)!.make(newScene(), at);
  const bodies = entries(scene, 'bodies');
  return {
    ...scene,
    bodies: bodies.map((body, k) =>
      k === 0 ? { ...body, position: [0, 0, 0.8], spin: [1, 2, 0.5], velocity: [0, 0.3, 0] } : body,
    ),
  };
}

const from = { name: 'box', at: [0.1, 0.05, 0.85] as Triple };
const toSphere: JointEnds = { from, to: { name: 'sphere', at: [0.55, 0.1, 0.95] } };
const axis: Triple = [0, 1, 0];

/** Places of the world as points of a body that go with it. */
function follow(body: Movable, place: Triple): () => Float64Array {
  // the bodies here are not turned at the beginning
  const start = body.q.slice(0, 3);
  const offset = Float64Array.from(place, (x, i) => x - start[i]);
  const arm = new Float64Array(3);
  return () => {
    rotateByQuaternion(arm, 0, body.q, 3, offset, 0);
    return arm.map((x, i) => body.q[i] + x);
  };
}

const minus = (a: Float64Array, b: Float64Array): number[] => Array.from(a, (x, i) => x - b[i]);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** The direction of an axis of the world as a body carries it along. */
function carried(body: Movable, direction: Triple): () => number[] {
  const middle = Array.from(body.q.slice(0, 3)) as unknown as Triple;
  const tip = follow(body, middle.map((x, i) => x + direction[i]) as unknown as Triple);
  const foot = follow(body, middle);
  return () => minus(tip(), foot());
}

describe('joints made by dragging', () => {
  it.each(jointKinds.map(({ value }) => value))('%s holds what it should, and lets go what it should not', (type) => {
    const { scene } = addJoint(thrown('sphere'), type, toSphere, axis);
    expect(inspectScene(scene).problems).toEqual([]);
    const world = buildWorld(readScene(scene));
    const [a, b] = ['box', 'sphere'].map((name) => world.bodies.find((body) => body.name === name)!);
    const [p, q] = [follow(a, from.at), follow(b, type === 'distance' ? toSphere.to.at : from.at)];
    const axes = [[1, 0, 0], axis, [0, 0, 1]] as const;
    const [frameA, frameB] = [a, b].map((body) => axes.map((direction) => carried(body, [...direction])));
    const length = Math.sqrt(dot(minus(p(), q()), minus(p(), q())));
    let most = 0;
    for (let k = 0; k < 80; k++) {
      world.step();
      const apart = minus(p(), q());
      const [x, y] = [frameA.map((of) => of()), frameB.map((of) => of())];
      const turned = Math.max(...x.map((one, i) => Math.sqrt(Math.max(0, 2 - 2 * dot(one, y[i])))));
      const held: Record<string, number> = {
        distance: Math.abs(Math.sqrt(dot(apart, apart)) - length),
        ball: Math.sqrt(dot(apart, apart)),
        hinge: Math.sqrt(dot(apart, apart)) + Math.abs(1 - dot(x[1], y[1])),
        universal: Math.sqrt(dot(apart, apart)) + Math.abs(dot(x[1], y[2])),
        // what is left across the axis; turns are read off cosines, whose rounding is the square of theirs
        slider: Math.abs(dot(apart, x[0])) + Math.abs(dot(apart, x[2])) + turned ** 2,
        fixed: Math.sqrt(dot(apart, apart)) + turned ** 2,
      };
      expect(held[type]).toBeLessThan(1e-9);
      most = Math.max(most, type === 'slider' ? Math.abs(dot(apart, x[1])) : turned);
    }
    // what is free moves: the joint is none of the stiffer ones
    if (type !== 'fixed') expect(most).toBeGreaterThan(1e-3);
  });

  it.each([
    { name: 'world', at: [0.4, 0, 1.2] as Triple },
    { name: 'rope', at: [0, 0.8, 1] as Triple, soft: true },
  ])('those that are offered for $name can be made', (to) => {
    const kinds = kindsFor({ from, to }).map(({ value }) => value);
    for (const { value: type } of jointKinds) {
      const scene = readScene(addJoint(thrown(to.soft ? 'rope' : 'sphere'), type, { from, to }, axis).scene);
      // points of ropes have no axes to be held
      if (!kinds.includes(type)) expect(() => buildWorld(scene)).toThrow('which have no axes');
      else {
        const world = buildWorld(scene);
        for (let k = 0; k < 20; k++) world.step();
        expect(world.bodies.every((body) => body.q.every(Number.isFinite))).toBe(true);
      }
    }
  });
});
