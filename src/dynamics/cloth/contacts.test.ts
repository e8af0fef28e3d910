import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { ContactMemory } from '../contacts/memory.js';
import { type ContactError, contactError } from './contact-error.js';
import { ClothContacts } from './contacts.js';
import { addImpulses, updateFriction } from './friction-update.js';
import { loadImpulses, recallImpulses, rememberImpulses, saveImpulses } from './impulse-memory.js';
import { LayerSorter } from './layers.js';
import { added } from './testing/added.js';

function pair(contacts: ClothContacts, a: number, b: number): number {
  const j = added(contacts, [0, 0, 1], 0, 0.3, -1);
  contacts.join(j, a, 1, 1);
  contacts.join(j, b, -1, 1);
  return j;
}

function ground(contacts: ClothContacts, a: number): number {
  const j = added(contacts, [0, 0, 1], 0, 0.3, 0);
  contacts.join(j, a, 1, 1);
  return j;
}

function layerOf(contacts: ClothContacts): number[] {
  const out: number[] = [];
  for (let l = 0; l + 1 < contacts.layerStart.length; l++) {
    for (let o = contacts.layerStart[l]; o < contacts.layerStart[l + 1]; o++) out[contacts.order[o]] = l + 1;
  }
  return out;
}

describe('a contact found at the end of a step', () => {
  it('takes the place of that of the same pair, with its impulse, and gives it back', () => {
    const contacts = new ClothContacts();
    const [first, second] = [ground(contacts, 3), ground(contacts, 4)];
    contacts.r.set([1, 2, 3], 3 * first);
    contacts.close();
    const kept = contacts.keep();
    const found = ground(contacts, 3);
    contacts.supersede(found);
    contacts.close();
    expect([first, second, found].map((j) => contacts.isSuperseded(j))).toEqual([true, false, false]);
    expect(Array.from(contacts.r.subarray(3 * found, 3 * found + 3))).toEqual([1, 2, 3]);
    expect(contacts.compliance[first]).toBe(0);
    contacts.restore(kept);
    expect(contacts.n).toBe(2);
    expect(contacts.isSuperseded(first)).toBe(false);
    expect(Array.from(contacts.r.subarray(3 * first, 3 * first + 3))).toEqual([1, 2, 3]);
  });

  it('leaves contacts of other obstacles and of other vertices alone', () => {
    const contacts = new ClothContacts();
    ground(contacts, 3);
    pair(contacts, 3, 2);
    contacts.close();
    contacts.supersede(ground(contacts, 2));
    expect([0, 1].some((j) => contacts.isSuperseded(j))).toBe(false);
  });
});

describe('features and normals of contacts found at the end of a step', () => {
  /** Edge between vertices 1 and 2, touched by a feature, with a normal turned by an angle about x. */
  function touched(contacts: ClothContacts, feature: number, angle: number, vertices = [1, 2]): number {
    const j = added(contacts, [0, Math.sin(angle), Math.cos(angle)], 0, 0.3, 0);
    for (const i of vertices) contacts.join(j, i, 1 / vertices.length, 1);
    contacts.feature[j] = feature;
    return j;
  }

  it('a corner in a triangle and an edge across one of its edges both hold', () => {
    const contacts = new ClothContacts();
    const corner = touched(contacts, 1, 0, [0, 1, 2]);
    contacts.close();
    contacts.supersede(touched(contacts, 9, 0.1));
    expect(contacts.isSuperseded(corner)).toBe(false);
    contacts.supersede(touched(contacts, 1, 0.1));
    expect(contacts.isSuperseded(corner)).toBe(true);
  });

  it.each([-1.25, -0.5, -3])('normals that swing about the one that fits by %f each time find it', (swing) => {
    const contacts = new ClothContacts();
    const fits = 0.2;
    let [last, angle] = [touched(contacts, 0, 0.25), 0.25];
    const angles: number[] = [];
    for (let round = 0; round < 4; round++) {
      contacts.close();
      last = touched(contacts, 0, fits + swing * (angle - fits));
      contacts.supersede(last);
      angle = Math.asin(contacts.normal[3 * last + 1]);
      angles.push(angle);
    }
    // the first is taken as it is found, the second is on the secant, which is off by the square of the angles only
    expect(angles[0]).toBeCloseTo(fits + swing * 0.05, 12);
    expect(Math.abs(angles[1] - fits)).toBeLessThan(5e-3);
    expect(Math.abs(angles[3] - fits)).toBeLessThan(1e-6);
  });

  it('normals that go on the same way are taken as they are found', () => {
    const contacts = new ClothContacts();
    touched(contacts, 0, 0);
    for (const angle of [0.1, 0.25]) {
      contacts.close();
      const j = touched(contacts, 0, angle);
      contacts.supersede(j);
      expect(Math.asin(contacts.normal[3 * j + 1])).toBeCloseTo(angle, 12);
    }
  });
});

describe('layers', () => {
  it('go outwards from the obstacle', () => {
    const contacts = new ClothContacts();
    // 3 on 2 on 1 on 0 on the ground, listed from above; 5 on 4 by themselves
    pair(contacts, 3, 2);
    pair(contacts, 2, 1);
    pair(contacts, 1, 0);
    ground(contacts, 0);
    pair(contacts, 5, 4);
    new LayerSorter(6).sort(contacts);
    expect(layerOf(contacts)).toEqual([4, 3, 2, 1, 1]);
  });

  it('of a stack in the air run from one side to the other', () => {
    const contacts = new ClothContacts();
    pair(contacts, 2, 1);
    pair(contacts, 1, 0);
    pair(contacts, 3, 2);
    new LayerSorter(4).sort(contacts);
    expect([
      [2, 1, 3],
      [2, 3, 1],
    ]).toContainEqual(layerOf(contacts));
  });

  it('tell which contacts share a vertex with others', () => {
    const contacts = new ClothContacts();
    pair(contacts, 5, 4);
    pair(contacts, 1, 0);
    ground(contacts, 0);
    ground(contacts, 3);
    new LayerSorter(6).sort(contacts);
    expect([...contacts.sharing.subarray(0, contacts.shared)]).toEqual([2, 1]);
  });
});

describe('friction update', () => {
  it('obeys the law for one contact in every state', () => {
    const random = new Random(3);
    const error: ContactError = { acMean: 0, acMeanN: 0, acMeanT: 0, relative: 0 };
    for (let k = 0; k < 50; k++) {
      const contacts = new ClothContacts();
      const j = added(contacts, [0.6, 0, 0.8], 0, 0.4, -1);
      const inverseMass = Float64Array.from({ length: 4 }, () => random.range(0.5, 2));
      const weights = [0.7, 0.3, -0.4, -0.6];
      weights.forEach((w, i) => contacts.join(j, i, w, inverseMass[i]));
      const y = Float64Array.from({ length: 12 }, () => random.range(-1, 1));
      contacts.order = Int32Array.of(0);
      updateFriction(contacts, y, inverseMass);
      contactError(error, contacts, y, 1);
      expect(error.acMean).toBeLessThan(1e-14);
    }
  });

  it('converges over a stack of contacts', () => {
    const contacts = new ClothContacts();
    ground(contacts, 0);
    pair(contacts, 1, 0);
    pair(contacts, 2, 1);
    new LayerSorter(3).sort(contacts);
    const inverseMass = Float64Array.of(1, 1, 1);
    const y = Float64Array.of(0.1, 0, -1, 0.1, 0, -1, 0.1, 0, -1);
    for (let k = 0; k < 200; k++) updateFriction(contacts, y, inverseMass);
    expect(Math.max(...y.map(Math.abs))).toBeLessThan(1e-10);
    // the ground bears all three
    expect(contacts.r[2]).toBeCloseTo(3, 9);
    const again = Float64Array.of(0.1, 0, -1, 0.1, 0, -1, 0.1, 0, -1);
    addImpulses(again, contacts, inverseMass);
    expect(Math.max(...again.map(Math.abs))).toBeLessThan(1e-9);
  });
});

describe('impulses of the last step', () => {
  const face = (contacts: ClothContacts, i: number, nodes: readonly number[], nz: number): number => {
    const j = added(contacts, [0, 0, nz], 0, 0.3, -1);
    contacts.join(j, i, 1, 1);
    for (const node of nodes) contacts.join(j, node, -1 / 3, 1);
    return j;
  };

  it('two hands on one vertex each find their own impulse again, whatever was there before, and once restored', () => {
    const hands = (contacts: ClothContacts): void => {
      contacts.clear();
      for (let k = 0; k < 2; k++) contacts.join(added(contacts, [0, 0, 1], 0, Infinity, -1), 5, 1, 1);
      contacts.close();
    };
    const used = new ClothContacts();
    pair(used, 1, 7);
    pair(used, 2, 8);
    hands(used);
    used.r.set([1, 0, 0, 0, 2, 0]);
    const memory = new ContactMemory();
    rememberImpulses(memory, used);
    const restored = new ContactMemory();
    loadImpulses(restored, saveImpulses(memory));
    for (const contacts of [used, new ClothContacts()]) {
      hands(contacts);
      recallImpulses(restored, contacts);
      expect([...contacts.r.subarray(0, 6)]).toEqual([1, 0, 0, 0, 2, 0]);
    }
  });

  it('are found again, also by a vertex that has slid to another triangle', () => {
    const memory = new ContactMemory();
    const last = new ClothContacts();
    face(last, 0, [4, 5, 6], -1);
    face(last, 0, [1, 2, 3], 1);
    ground(last, 7);
    last.r.set([0, 0, -2, 0.1, 0, 3, 0, 0, 5]);
    last.own = last.n;
    rememberImpulses(memory, last);
    const copy = new ContactMemory();
    loadImpulses(copy, saveImpulses(memory));
    for (const each of [memory, copy]) {
      const now = new ClothContacts();
      const above = face(now, 0, [8, 9, 10], 1);
      const second = face(now, 0, [11, 12, 13], 1);
      const below = face(now, 0, [4, 5, 6], -1);
      const lying = ground(now, 7);
      now.own = now.n;
      recallImpulses(each, now);
      expect([...now.r.subarray(3 * above, 3 * above + 3)]).toEqual([0.1, 0, 3]);
      // one impulse is not given twice
      expect([...now.r.subarray(3 * second, 3 * second + 3)]).toEqual([0, 0, 0]);
      expect([...now.r.subarray(3 * below, 3 * below + 3)]).toEqual([0, 0, -2]);
      expect(now.r[3 * lying + 2]).toBe(5);
    }
  });
});
