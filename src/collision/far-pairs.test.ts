import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import type { ContactSet } from './contact-set.js';
import { Detector } from './detector.js';

const radius = 1e-3;
const nodes = 9;
const near = 0.2;

/** Crooked fibers through a small room, all drifting, each in its own way. */
function tangle(seed: number): Detector {
  const random = new Random(seed);
  const detector = new Detector();
  const arcLength = Float64Array.from({ length: nodes }, (_, i) => 0.005 * i);
  for (let f = 0; f < 60; f++) {
    const { fiber } = detector.addFiber(nodes, f, 0.05 * radius, { radius, arcLength, self: f % 2 === 0 });
    for (let i = 0; i < 3; i++) {
      let x = 0.03 * (random.uniform() - 0.5);
      for (let k = 0; k < nodes; k++) {
        fiber!.nodes[3 * k + i] = x;
        fiber!.moves[3 * k + i] = radius * (2 * i + random.uniform());
        x += 0.006 * (random.uniform() - 0.3);
      }
    }
  }
  return detector;
}

/** Moves nodes, and changes their displacements in the coming step, each by at most so much; the fibers that are moved. */
function shake(detector: Detector, random: Random, by: number, share: number): Uint8Array {
  const moved = new Uint8Array(detector.colliders.length);
  for (const { fiber, owner } of detector.colliders) {
    if (!fiber || random.uniform() > share) continue;
    moved[owner] = 1;
    for (let k = 0; k < fiber.nodes.length; k++) {
      fiber.nodes[k] += by * (random.uniform() - 0.5);
      fiber.moves[k] += by * (random.uniform() - 0.5);
    }
  }
  return moved;
}

/** The same fibers in a detector that has not seen anything yet. */
function copyOf(detector: Detector, seed: number): Detector {
  const copy = tangle(seed);
  copy.colliders.forEach(({ fiber }, k) => {
    fiber!.nodes.set(detector.colliders[k].fiber!.nodes);
    fiber!.moves.set(detector.colliders[k].fiber!.moves);
  });
  return copy;
}

function list({ n, leafA, leafB, feature, gap }: ContactSet, only: (a: number, b: number) => boolean): string[] {
  const found: string[] = [];
  for (let k = 0; k < n; k++) {
    if (only(leafA[k], leafB[k])) found.push(`${leafA[k]} ${leafB[k]} ${feature[k]} ${gap[k]}`);
  }
  return found;
}

const ownerOf = (leaf: number): number => Math.floor(leaf / (nodes - 1));

describe('pairs that were far apart', () => {
  // from hardly anything strays to everything does, and pairs must be found anew
  it.each([0.02, 0.1, 0.3, 1, 4])('are not missed when fibers have moved by %d radii', (radii) => {
    const seed = 7;
    const detector = tangle(seed);
    detector.detect();
    const random = new Random(seed);
    for (let round = 0; round < 6; round++) {
      shake(detector, random, radii * radius, 1);
      detector.detect();
      const anew = copyOf(detector, seed);
      anew.detect();
      const found = list(detector.contacts, () => true);
      expect(found.length).toBeGreaterThan(200);
      expect(found).toEqual(list(anew.contacts, () => true));
    }
  });

  it.each([0.02, 0.1, 0.3, 1])('are not missed when some are moved where they are, by %d radii', (radii) => {
    const seed = 8;
    const detector = tangle(seed);
    detector.detect();
    detector.detectInPlace(near);
    const random = new Random(seed);
    for (let round = 0; round < 6; round++) {
      const moved = shake(detector, random, radii * radius, 0.3);
      detector.detectInPlace(near, moved);
      const anew = copyOf(detector, seed);
      anew.detectInPlace(near);
      const found = list(detector.endContacts, () => true);
      expect(found.length).toBeGreaterThan(50);
      expect(found).toEqual(list(anew.endContacts, (a, b) => moved[ownerOf(a)] === 1 || moved[ownerOf(b)] === 1));
    }
  });

  it('are found where fibers have come together without leaving their boxes', () => {
    const detector = new Detector();
    const options = { radius, arcLength: Float64Array.of(0, 0.1) };
    // one goes across a square from corner to corner, the other stands upright in the third corner
    const { fiber } = detector.addFiber(2, 0, 0, options);
    fiber!.nodes.set([0, 0, 0, 0.1, 0.1, 0]);
    detector.addFiber(2, 1, 0, options).fiber!.nodes.set([0.09, 0.01, -0.01, 0.09, 0.01, 0.01]);
    detector.detect();
    detector.detectInPlace(near);
    expect([detector.contacts.n, detector.endContacts.n]).toEqual([0, 0]);
    fiber!.nodes.set([0.08, 0, 0, 0.1, 0.02, 0]);
    detector.detectInPlace(near, Uint8Array.of(1, 0));
    detector.detect();
    expect([detector.contacts.n, detector.endContacts.n]).toEqual([1, 1]);
    expect(detector.contacts.gap[0]).toBeCloseTo(-2 * radius, 12);
  });

  it('are pairs of fibers only: balls are found when they have moved', () => {
    const detector = new Detector();
    const place = (x: number): Float64Array => Float64Array.of(x, 0, 0, 1, 0, 0, 0);
    const [one, other] = [0, 1].map((owner) => detector.addShape({ type: 'sphere', radius: 0.01 }, owner, 0));
    one.shape!.place(place(0));
    other.shape!.place(place(0.022));
    // the boxes of the broad phase hold the way of a step
    for (const { move } of [one, other]) move[0] = 0.01;
    detector.detectInPlace(near);
    expect(detector.endContacts.n).toBe(1);
    other.shape!.place(place(0.03));
    detector.detectInPlace(near);
    expect(detector.endContacts.n).toBe(0);
    other.shape!.place(place(0.019));
    detector.detectInPlace(near);
    expect(detector.endContacts.n).toBe(1);
  });
});
