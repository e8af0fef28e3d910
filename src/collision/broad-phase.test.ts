import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.js';
import { BroadPhase } from './broad-phase.js';

/** All overlapping pairs by comparing everything with everything. */
function bruteForce(count: number, boxes: Float64Array, owner: Int32Array, self: Uint8Array): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      if (owner[i] === owner[j] ? !(self[i] && self[j]) : owner[i] < 0 && owner[j] < 0) continue;
      const apart = [0, 1, 2].some(
        (k) => boxes[6 * i + k] > boxes[6 * j + 3 + k] || boxes[6 * j + k] > boxes[6 * i + 3 + k],
      );
      if (!apart) pairs.push(`${i} ${j}`);
    }
  }
  return pairs;
}

describe('broad phase', () => {
  it.each([1, 2, 3])('finds the pairs that brute force finds, sorted (seed %i)', (seed) => {
    const random = new Random(seed);
    const count = 300;
    const boxes = new Float64Array(6 * count);
    const owner = new Int32Array(count);
    const self = new Uint8Array(count);
    for (let k = 0; k < count; k++) {
      owner[k] = k < 5 ? -1 - k : Math.floor(k / 3);
      self[k] = k % 2;
      for (let i = 0; i < 3; i++) {
        const centre = random.range(-1, 1);
        // a few large ones, and one without end
        const half = k === 0 ? Infinity : k < 5 ? 0.8 : random.range(0.01, 0.1);
        boxes[6 * k + i] = centre - half;
        boxes[6 * k + 3 + i] = centre + half;
      }
    }
    const broad = new BroadPhase();
    broad.find(count, boxes, owner, self);
    const found = Array.from({ length: broad.n }, (_, p) => `${broad.first[p]} ${broad.second[p]}`);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(bruteForce(count, boxes, owner, self));
  });
});
