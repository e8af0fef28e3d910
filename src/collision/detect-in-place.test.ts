import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import type { ContactSet } from './contact-set.js';
import { Detector } from './detector.js';

const radius = 1e-3;
const nodes = 9;
const near = 0.2;

/** Crooked fibers through a small room, moving to and fro, above a ball that stands still. */
function tangle(seed: number): Detector {
  const random = new Random(seed);
  const detector = new Detector();
  detector.addShape({ type: 'sphere', radius: 0.02 }, -1, 0);
  const arcLength = Float64Array.from({ length: nodes }, (_, i) => 0.005 * i);
  for (let f = 0; f < 30; f++) {
    const { fiber } = detector.addFiber(nodes, f, 0.05 * radius, { radius, arcLength, self: false });
    for (let i = 0; i < 3; i++) {
      let x = 0.03 * (random.uniform() - 0.5);
      for (let k = 0; k < nodes; k++) {
        fiber!.nodes[3 * k + i] = x;
        fiber!.moves[3 * k + i] = 6 * radius * (random.uniform() - 0.5);
        x += 0.006 * (random.uniform() - 0.3);
      }
    }
  }
  return detector;
}

function keys(contacts: ContactSet, limit: number): string[] {
  const { leafA, leafB, feature, gap } = contacts;
  const list: string[] = [];
  for (let k = 0; k < contacts.n; k++) {
    if (gap[k] < limit) list.push(`${leafA[k]} ${leafB[k]} ${feature[k]} ${gap[k]}`);
  }
  return list;
}

describe('contacts of fibers where they are', () => {
  it.each([1, 2, 3])(
    'are those that are found with the way of a step added, up to the distance asked for (%i)',
    (seed) => {
      const detector = tangle(seed);
      detector.detectInPlace(near);
      const first = keys(detector.endContacts, near * radius);
      detector.detect();
      detector.detectInPlace(near);
      const found = keys(detector.endContacts, near * radius);
      expect(found.length).toBeGreaterThan(30);
      expect(found).toEqual(keys(detector.contacts, near * radius));
      // whether pairs come from the step's broad phase or from one of their own
      expect(first).toEqual(found);
    },
  );

  it('are found where fibers have left the boxes of the last broad phase', () => {
    const detector = tangle(4);
    detector.detect();
    for (const { fiber } of detector.colliders) {
      if (fiber) for (let k = 0; k < fiber.nodes.length; k++) fiber.nodes[k] = 1 - fiber.nodes[k];
    }
    detector.detectInPlace(near);
    const moved = keys(detector.endContacts, near * radius);
    const anew = tangle(4);
    for (const { fiber } of anew.colliders) {
      if (fiber) for (let k = 0; k < fiber.nodes.length; k++) fiber.nodes[k] = 1 - fiber.nodes[k];
    }
    anew.detectInPlace(near);
    expect(moved.length).toBeGreaterThan(10);
    expect(moved).toEqual(keys(anew.endContacts, near * radius));
  });

  it('are found on a plane that begins to move while they hang still above it', () => {
    const detector = new Detector();
    const plane = detector.addShape({ type: 'plane' }, -1, 0);
    const { fiber } = detector.addFiber(2, 0, 0, { radius, arcLength: Float64Array.of(0, 0.01), self: false });
    fiber!.nodes.set([0, 0, 0.1, 0.01, 0, 0.1]);
    detector.detect();
    expect(detector.contacts.n).toBe(0);
    // on its way: it reaches the fiber within the step
    plane.move[2] = 0.1;
    detector.detect();
    expect(detector.contacts.n).toBeGreaterThan(0);
    // there, and at rest again
    plane.move[2] = 0;
    plane.shape!.place(Float64Array.of(0, 0, 0.1, 1, 0, 0, 0));
    detector.detect();
    expect(detector.contacts.n).toBeGreaterThan(0);
  });
});
