import { describe, expect, it } from 'vitest';
import type { SimpleShape } from '../geometry/shape.js';
import { Random } from '../math/random.js';
import type { Collider } from './collider.js';
import { FiberCollider } from './fiber-collider.js';
import { LeafBounds } from './leaf-bounds.js';
import { NarrowPhase } from './narrow-phase.js';
import { PlacedShape } from './placed-shape.js';
import { areApart, areApartInPlace } from './thick-segments.js';

const radius = 1e-3;
const nodes = 5;
const near = 0.2;

/** A crooked fiber that moves as a whole and its nodes a little on their own; the first few are parallel or have no length in places. */
function fiber(number: number, random: Random): FiberCollider {
  const arcLength = Float64Array.from({ length: nodes }, (_, i) => 0.005 * i);
  const F = new FiberCollider(nodes, { radius, arcLength });
  for (let i = 0; i < 3; i++) {
    let x = 0.02 * (random.uniform() - 0.5);
    const drift = 4 * radius * (random.uniform() - 0.5);
    for (let k = 0; k < nodes; k++) {
      F.nodes[3 * k + i] = x;
      F.moves[3 * k + i] = drift + radius * (random.uniform() - 0.5);
      x += number < 6 ? 0.003 : number < 8 && k === 2 ? 0 : 0.006 * (random.uniform() - 0.3);
    }
  }
  return F;
}

const shapes: readonly SimpleShape[] = [
  { type: 'sphere', radius: 0.004 },
  { type: 'capsule', radius: 0.003, halfLength: 0.006 },
  { type: 'box', half: [0.003, 0.004, 0.005] },
  { type: 'plane' },
];

/** 32 fibers and 16 shapes of all kinds in a small room, moving and turning; every other shape is an obstacle. */
function room(seed: number): Collider[] {
  const random = new Random(seed);
  let leaf = 0;
  return Array.from({ length: 48 }, (_, number) => {
    const isFiber = number % 3 < 2;
    const shape = isFiber ? undefined : new PlacedShape(shapes[Math.floor(number / 3) % 4]);
    const place = (): number => 0.03 * (random.uniform() - 0.5);
    shape?.place(Float64Array.of(place(), place(), place(), 0.5, 0.5, 0.5, -0.5));
    const move = Float64Array.from({ length: 3 }, () => (isFiber ? 0 : radius * (random.uniform() - 0.5)));
    const collider: Collider = {
      number,
      owner: number % 6 === 2 ? -1 - number : number,
      shape,
      fiber: isFiber ? fiber(number, random) : undefined,
      leaf,
      margin: 0.05 * radius,
      move,
      turn: isFiber ? 0 : 0.2 * radius * random.uniform(),
    };
    leaf += isFiber ? nodes - 1 : 1;
    return collider;
  });
}

/** Checks all pairs of leaves of bodies, and returns how many there are, have contacts, and are not rejected. */
function check(seed: number, atRest: boolean): { pairs: number; touching: number; kept: number } {
  const colliders = room(seed);
  const leaves = new LeafBounds();
  for (const collider of colliders) leaves.add(collider);
  for (const collider of colliders) {
    leaves.sweep(collider);
    leaves.place(collider, near);
  }
  const narrow = new NarrowPhase(colliders, leaves);
  narrow.near = atRest ? near : -1;
  const counts = { pairs: 0, touching: 0, kept: 0 };
  for (let a = 0; a < leaves.count; a++) {
    for (let b = a + 1; b < leaves.count; b++) {
      if (leaves.owner[a] === leaves.owner[b] || (leaves.owner[a] < 0 && leaves.owner[b] < 0)) continue;
      const { arrays } = leaves.segments;
      const apart = atRest ? areApartInPlace(arrays, a, b, near) : areApart(arrays, a, b);
      narrow.out.clear();
      narrow.find(a, b);
      if (narrow.out.n > 0 && apart) throw new Error(`leaves ${a} and ${b} touch but are rejected`);
      counts.pairs++;
      counts.touching += narrow.out.n > 0 ? 1 : 0;
      counts.kept += apart ? 0 : 1;
    }
  }
  return counts;
}

describe('thick segments side by side', () => {
  it.each([1, 2, 3, 4])('reject most pairs and none that may touch within the step (%i)', (seed) => {
    const { pairs, touching, kept } = check(seed, false);
    expect(touching).toBeGreaterThan(400);
    // also kept: pairs that meet at nodes, whose contacts are the next ones', and those of boxes and planes
    expect(kept).toBeLessThan(0.4 * pairs);
  });

  it.each([1, 2, 3, 4])('reject most pairs and none that touches where it is (%i)', (seed) => {
    const { pairs, touching, kept } = check(seed, true);
    expect(touching).toBeGreaterThan(200);
    expect(kept).toBeLessThan(0.25 * pairs);
  });
});
