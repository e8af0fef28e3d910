import { describe, expect, it } from 'vitest';
import { RigidBody } from '../../bodies/rigid/rigid-body.js';
import { BodyFactors } from '../groups/body-factors.js';
import { largestRelativeVelocity } from './contact-error.js';
import { ClothContacts } from './contacts.js';
import { added } from './testing/added.js';

const h = 0.01;

/** Largest eigenvalue of a symmetric 3x3 matrix, by powers of it. */
function largestEigenvalue(W: Float64Array): number {
  let x = [1, 0.7, -0.4];
  let norm = 0;
  for (let k = 0; k < 2000; k++) {
    const y = [0, 1, 2].map((i) => W[3 * i] * x[0] + W[3 * i + 1] * x[1] + W[3 * i + 2] * x[2]);
    norm = Math.hypot(...y);
    x = y.map((c) => c / norm);
  }
  return norm;
}

/** Two bodies that turn and a contact of cloth's vertex 0 with the first; a contact between both. */
function group(): {
  contacts: ClothContacts;
  bodies: RigidBody[];
  J: (body: number, offset: number[]) => Float64Array;
} {
  const inertia = Float64Array.of(0.02, 0, 0, 0, 0.03, 0, 0, 0, 0.05);
  const bodies = [1, 3].map(
    (mass) =>
      new RigidBody({
        mass: { mass, centre: new Float64Array(3), inertia },
        velocity: [0.1, 0.2, -1],
        spin: [1, 0, 2],
      }),
  );
  for (const body of bodies) body.linearise({ t: 0, h, theta: 1, gravity: [0, 0, -10] });
  const factors = new BodyFactors(bodies);
  factors.reset();
  const contacts = new ClothContacts();
  contacts.clear();
  contacts.solids.begin(bodies, (b) => factors.of(b));
  const J = (body: number, offset: number[]): Float64Array => {
    const values = new Float64Array(18);
    const point = { index: 0, s: 0, offset: offset as [number, number, number] };
    bodies[body].jacobian(values, { col: 0, len: 0 }, new Float64Array(3), point);
    return values;
  };
  return { contacts, bodies, J };
}

describe('bodies that touch cloth', () => {
  it('gain the impulse and its moment, and nothing else', () => {
    const { contacts, bodies, J } = group();
    const { solids } = contacts;
    const offset = [0.1, -0.2, 0.05];
    solids.join(0);
    const side = solids.add(0, J(0, offset), 0, 6, -1);
    const before = solids.v.slice();
    const r = [0.3, 0.1, -0.7];
    solids.push(side, r[0], r[1], r[2]);
    const M = bodies[0].system.M as Float64Array;
    const gained = [0, 1, 2, 3, 4, 5].map((i) =>
      [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + M[6 * i + k] * (solids.v[k] - before[k]), 0),
    );
    const [x, y, z] = offset;
    const moment = [y * r[2] - z * r[1], z * r[0] - x * r[2], x * r[1] - y * r[0]];
    // the cloth gets r, the body the opposite
    [...r, ...moment].forEach((expected, i) => expect(gained[i]).toBeCloseTo(-expected, 12));
    solids.reset();
    expect([...solids.v]).toEqual([...before]);
  });

  it('enter the relative velocity with the velocity of their point', () => {
    const { contacts, J } = group();
    const { solids } = contacts;
    const j = added(contacts, [0, 0, 1], 0, 0.3, 0);
    contacts.join(j, 0, 1, 10);
    solids.join(0);
    contacts.lean(j, 0, J(0, [0.1, 0, 0]), 0, 6, -1);
    const u = new Float64Array(3);
    contacts.relativeVelocity(u, Float64Array.of(0, 0, 2), j);
    // free: (0.1, 0.2, -1.1), turning (1, 0, 2), but for a gyroscopic torque that changes that by a part in a hundred about the centre: ω × (0.1, 0, 0) = (0, 0.2, 0)
    expect([...u]).toEqual([-0.1, -0.4, 3.1].map((x) => expect.closeTo(x, 2)));
  });

  it('give way no farther than the bound says, and the bound is no more than three times that', () => {
    const { contacts, bodies, J } = group();
    const { solids } = contacts;
    const j = added(contacts, [0, 0, 1], 0, 0.3, -1);
    for (const [body, sign] of [
      [0, 1],
      [1, -1],
    ]) {
      solids.join(body);
      contacts.lean(j, body, J(body, [0.2, -0.3, 0.4]), 0, 6, sign);
    }
    const W = new Float64Array(9);
    for (let c = 0; c < 3; c++) {
      solids.reset();
      const [before, after] = [new Float64Array(3), new Float64Array(3)];
      for (let s = 0; s < 2; s++) solids.addVelocity(before, s);
      for (let s = 0; s < 2; s++) solids.push(s, Number(c === 0), Number(c === 1), Number(c === 2));
      for (let s = 0; s < 2; s++) solids.addVelocity(after, s);
      for (let i = 0; i < 3; i++) W[3 * i + c] = after[i] - before[i];
    }
    const largest = largestEigenvalue(W);
    expect(contacts.give[j]).toBeGreaterThanOrEqual(largest * (1 - 1e-12));
    expect(contacts.give[j]).toBeLessThanOrEqual(3 * largest);
    expect(bodies.length).toBe(solids.members.length);
  });

  it('forget the sides behind those of cloth, and nothing of what is before', () => {
    const { contacts, J } = group();
    const { solids } = contacts;
    const own = added(contacts, [0, 0, 1], 0, 0.3, 0);
    contacts.join(own, 0, 1, 10);
    solids.join(0);
    solids.join(1);
    contacts.lean(own, 0, J(0, [0.1, 0, 0]), 0, 6, -1);
    contacts.close();
    const u = [new Float64Array(3), new Float64Array(3)];
    const v = new Float64Array(3);
    contacts.relativeVelocity(u[0], v, own);
    const between = added(contacts, [1, 0, 0], 0, 0.3, -1);
    contacts.lean(between, 0, J(0, [0, 1, 0]), 0, 6, 1);
    contacts.lean(between, 1, J(1, [0, 1, 0]), 0, 6, -1);
    contacts.truncate();
    expect([contacts.n, solids.n]).toEqual([1, 1]);
    const again = added(contacts, [1, 0, 0], 0, 0.3, -1);
    contacts.lean(again, 1, J(1, [0, 1, 0]), 0, 6, -1);
    contacts.relativeVelocity(u[1], v, own);
    expect([...u[1]]).toEqual([...u[0]]);
  });
});

describe('what moves in a step', () => {
  it('moves against something: gaps leave room for more in the scale of errors, but are no velocities', () => {
    const contacts = new ClothContacts();
    contacts.clear();
    contacts.solids.begin([], () => undefined);
    const j = added(contacts, [0, 0, 1], 0.002, 0.3, 0);
    contacts.join(j, 0, 1, 10);
    // an obstacle that rises with 0.1 m/s and slides with 0.3; a gap of 2 mm that may close within 5 ms
    contacts.w.set([-0.3, 0, -0.1 + 0.4], 3 * j);
    contacts.drift[j] = -0.1;
    const v = Float64Array.of(0, 0, -0.3);
    expect(largestRelativeVelocity(contacts, v, contacts.solids.v, false)).toBeCloseTo(0.5, 12);
    expect(largestRelativeVelocity(contacts, v, contacts.solids.v)).toBeCloseTo(0.3, 12);
    // a hand has no gap: what it wants is a velocity
    const hand = added(contacts, [0, 0, 1], 0, Infinity, -1);
    contacts.join(hand, 0, 1, 10);
    contacts.w.set([0, 0, -2], 3 * hand);
    for (const room of [false, true]) {
      expect(largestRelativeVelocity(contacts, v, contacts.solids.v, room)).toBeCloseTo(2.3, 12);
    }
  });
});
