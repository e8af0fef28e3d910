import { describe, expect, it } from 'vitest';
import { decodeContacts, encodeContacts } from '../../record/contacts.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { arch, slope } from './lesson-scenes.js';
import { onCone, strongest, sumContacts } from './sum-contacts.js';

function contactsAfter(scene: unknown, steps: number): ReturnType<typeof sumContacts> {
  const world = buildWorld(readScene(scene));
  for (let k = 0; k < steps; k++) world.step();
  return sumContacts(decodeContacts(encodeContacts(world, true))!);
}

describe('contacts of one face as one', () => {
  it('are the weight of a box on a slope, at tan of its angle over mu', () => {
    const angle = (25 * Math.PI) / 180;
    const { contacts, members } = contactsAfter(slope(25, 1), 10);
    expect(contacts.n).toBe(1);
    expect(members[0].length).toBeGreaterThan(1);
    const [x, y, z] = contacts.force;
    // single precision
    expect(z).toBeCloseTo(9.81, 5);
    expect(Math.hypot(x, y)).toBeLessThan(1e-5);
    const pressing = x * contacts.normal[0] + y * contacts.normal[1] + z * contacts.normal[2];
    expect(pressing).toBeCloseTo(9.81 * Math.cos(angle), 5);
    const { r, mu, state } = onCone(contacts, strongest(contacts), [1, 0.3, 0.4], [0, 0, 0]);
    expect(state).toBe('stick');
    expect(Math.hypot(r[1], r[2]) / (mu * r[0])).toBeCloseTo(Math.tan(angle) / 0.5, 4);
    // the weight acts below the middle of the box: where its line meets the slope
    const [px, py, pz] = contacts.point;
    expect(px).toBeCloseTo(0.05 * Math.sin(angle), 4);
    expect(py).toBeCloseTo(0, 4);
    expect(pz).toBeCloseTo(-0.05 * Math.sin(angle) * Math.tan(angle), 4);
  });

  it('are one for every joint of an arch', () => {
    const { contacts } = contactsAfter(arch(0.7), 5);
    // eight joints, and the two stones on the floor
    expect(contacts.n).toBe(10);
  });
});
