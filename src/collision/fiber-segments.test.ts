import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { ContactSet } from './contact-set.js';
import { FiberCollider } from './fiber-collider.js';
import { FiberLeaves } from './fiber-leaves.js';
import { FiberSegments } from './fiber-segments.js';
import { collideFibers } from './narrow/fiber.js';

const radius = 1e-3;
const margin = 0.05 * radius;
const nodes = 5;
const count = 40;
const pairs = (nodes - 1) * (nodes - 1) * 0.5 * count * (count - 1);

/** Crooked fibers through a small room, each moving as a whole and its nodes a little on their own; some parallel or without length. */
function fibers(seed: number): FiberCollider[] {
  const random = new Random(seed);
  const arcLength = Float64Array.from({ length: nodes }, (_, i) => 0.005 * i);
  return Array.from({ length: count }, (_, f) => {
    const fiber = new FiberCollider(nodes, { radius, arcLength });
    for (let i = 0; i < 3; i++) {
      let x = 0.02 * (random.uniform() - 0.5);
      const drift = 4 * radius * (random.uniform() - 0.5);
      for (let k = 0; k < nodes; k++) {
        fiber.nodes[3 * k + i] = x;
        fiber.moves[3 * k + i] = drift + radius * (random.uniform() - 0.5);
        x += f < 4 ? 0.003 : f < 6 && k === 2 ? 0 : 0.006 * (random.uniform() - 0.3);
      }
    }
    return fiber;
  });
}

/** Calls back for each pair of segments with how many contacts the narrow phase finds within reach. */
function eachPair(
  all: readonly FiberCollider[],
  reach: (leaves: FiberLeaves, a: number, b: number) => number,
  visit: (a: number, b: number, contacts: number) => void,
): void {
  const out = new ContactSet();
  const leaves = new FiberLeaves();
  leaves.reserve((nodes - 1) * all.length);
  all.forEach((fiber, f) => {
    leaves.add(fiber, (nodes - 1) * f, margin);
    leaves.place(fiber, (nodes - 1) * f);
  });
  for (let f = 0; f < all.length; f++) {
    for (let g = f + 1; g < all.length; g++) {
      for (let i = 0; i < nodes - 1; i++) {
        for (let j = 0; j < nodes - 1; j++) {
          const a = (nodes - 1) * f + i;
          const b = (nodes - 1) * g + j;
          out.clear();
          out.begin(f, g, a, b, i, j, false);
          collideFibers(out, leaves, a, b, reach(leaves, a, b));
          visit(a, b, out.n);
        }
      }
    }
  }
}

describe('segments of fibers side by side', () => {
  it.each([1, 2, 3])('reject most pairs and none that has a contact within the step (%i)', (seed) => {
    const all = fibers(seed);
    const segments = new FiberSegments();
    segments.reserve((nodes - 1) * all.length);
    all.forEach((fiber, f) => segments.setSwept(fiber, (nodes - 1) * f, margin));
    let touching = 0;
    let kept = 0;
    eachPair(
      all,
      (leaves, a, b) => 2 * margin + leaves.relativeMove(a, b),
      (a, b, contacts) => {
        if (!segments.areApart(a, b)) kept++;
        if (contacts === 0) return;
        touching++;
        expect(segments.areApart(a, b)).toBe(false);
      },
    );
    expect(touching).toBeGreaterThan(100);
    // besides those with contacts: pairs that meet at nodes, whose contacts are the next ones', and the parallel ones
    expect(kept).toBeLessThan(0.2 * pairs);
  });

  it.each([1, 2, 3])('reject most pairs and none that has a contact where it is (%i)', (seed) => {
    const all = fibers(seed);
    const segments = new FiberSegments();
    segments.reserve((nodes - 1) * all.length);
    const by = margin + 0.2 * radius;
    all.forEach((fiber, f) => segments.setStill(fiber, (nodes - 1) * f, by));
    let touching = 0;
    let kept = 0;
    eachPair(
      all,
      () => 2 * by,
      (a, b, contacts) => {
        if (!segments.areApartStill(a, b)) kept++;
        if (contacts === 0) return;
        touching++;
        expect(segments.areApartStill(a, b)).toBe(false);
      },
    );
    expect(touching).toBeGreaterThan(50);
    expect(kept).toBeLessThan(0.1 * pairs);
  });

  it('do not reject what is no fiber', () => {
    const [fiber] = fibers(4);
    const segments = new FiberSegments();
    segments.reserve(nodes + 1);
    segments.setSwept(fiber, 0, margin);
    segments.setStill(fiber, 0, margin);
    expect(segments.areApart(0, nodes)).toBe(false);
    expect(segments.areApartStill(0, nodes)).toBe(false);
  });
});
