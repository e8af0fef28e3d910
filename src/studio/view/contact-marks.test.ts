import type { InstancedMesh } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecordedContacts, noContacts } from '../../record/contacts.js';
import { ContactMarks } from './contact-marks.js';

/** Contacts at random places of a cube, all with a force of 1 N upwards. */
function contactsIn(edge: number, n: number): RecordedContacts {
  let seed = 1;
  const next = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const upwards = Float32Array.from({ length: 3 * n }, (_, k) => (k % 3 === 2 ? 1 : 0));
  return {
    ...noContacts,
    n,
    a: new Int32Array(n),
    b: new Int32Array(n),
    point: Float32Array.from({ length: 3 * n }, () => edge * next()),
    force: upwards,
    normal: upwards,
    mu: new Float32Array(n).fill(0.5),
    state: new Uint8Array(n),
  };
}

/** Lengths of the arrows that are drawn. */
function lengths({ group, contacts: { n } }: ContactMarks): number[] {
  const { array } = (group.children[1] as InstancedMesh).instanceMatrix;
  return Array.from({ length: n }, (_, k) => Math.hypot(array[16 * k + 4], array[16 * k + 5], array[16 * k + 6]));
}

describe('arrows of contacts', () => {
  beforeEach(() => vi.stubGlobal('document', { documentElement: { dataset: {} } }));
  afterEach(() => vi.unstubAllGlobals());

  it('do not bury what they are drawn on', () => {
    const marks = new ContactMarks(1);
    marks.options = { points: true, forces: true, cones: false, crowd: true };
    marks.show(contactsIn(0.5, 220));
    const all = lengths(marks);
    // across the cube sixteen times at most; without a limit they would reach across it a hundred times
    expect(all.reduce((sum, x) => sum + x, 0)).toBeLessThan(16.1 * Math.sqrt(3) * 0.5);
    expect(Math.min(...all)).toBeGreaterThan(0.05);
  });

  it('have their full length where they are few, also on a small face', () => {
    for (const [edge, n] of [
      [0.1, 4],
      [1, 40],
    ]) {
      const marks = new ContactMarks(1);
      marks.show(contactsIn(edge, n));
      for (const length of lengths(marks)) expect(length).toBeCloseTo(0.4, 6);
    }
  });
});
