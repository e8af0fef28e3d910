import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import type { Sides } from '../delassus/sides.js';
import { gatherSides } from '../delassus/sides.js';
import { ballProblem } from '../testing/balls.js';
import { type Parts, arrangeWithin, fewestForParts, partsOf } from './parts.js';

/** Balls on a square grid, contacts between neighbours: what few contacts cross is known. */
function grid(side: number): Sides {
  const block: number[] = [];
  const ptr = [0];
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      const k = x * side + y;
      if (x + 1 < side) ptr.push(block.push(k, k + side));
      if (y + 1 < side) ptr.push(block.push(k, k + 1));
    }
  }
  const sides = block.length;
  return {
    n: ptr.length - 1,
    ptr: Int32Array.from(ptr),
    block: Int32Array.from(block),
    len: new Int32Array(sides).fill(6),
    start: new Int32Array(sides),
    values: new Float64Array(0),
  };
}

/** Fails where a contact is missing or pieces of a phase have a body in common. */
function expectSound(parts: Parts, { n, ptr, block }: Sides): void {
  expect([...parts.order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
  expect(parts.phases[1]).toBe(parts.count);
  for (let phase = 0; phase + 1 < parts.phases.length; phase++) {
    const owner = new Map<number, number>();
    for (let piece = parts.phases[phase]; piece < parts.phases[phase + 1]; piece++) {
      for (const i of parts.order.subarray(parts.pieces[piece], parts.pieces[piece + 1])) {
        for (let s = ptr[i]; s < ptr[i + 1]; s++) {
          if (phase === 0) expect(parts.partOf[block[s]]).toBe(piece);
          expect(owner.get(block[s]) ?? piece).toBe(piece);
          owner.set(block[s], piece);
        }
      }
    }
  }
}

describe('the parts of a problem', () => {
  it('are compact and of about the same size where bodies lie on a grid', () => {
    const sides = grid(40);
    const parts = partsOf(sides, 1600, 250)!;
    expectSound(parts, sides);
    expect(parts.count).toBe(8);
    const sizes = Array.from({ length: 8 }, (_, k) => parts.pieces[k + 1] - parts.pieces[k]);
    expect(Math.max(...sizes)).toBeLessThan(1.5 * Math.min(...sizes));
    // four by two rectangles are cut by 160 of 3,120 contacts; slanting cuts by up to twice as many
    expect(sides.n - parts.pieces[8]).toBeLessThan(320);
  });

  it('share no body in a phase, however bodies are joined', () => {
    const { H, M } = ballProblem(2000, 0.3);
    const sides = gatherSides(H, M);
    expectSound(partsOf(sides, M.start.length, 250)!, sides);
  });

  it('hold a body that touches all others', () => {
    const block: number[] = [];
    const ptr = [0];
    for (let k = 1; k <= 600; k++) {
      for (const other of [0, 1 + (k % 600)]) ptr.push(block.push(k, other));
    }
    const sides = { ...grid(2), n: ptr.length - 1, ptr: Int32Array.from(ptr), block: Int32Array.from(block) };
    const parts = partsOf(sides, 601, 150)!;
    expectSound(parts, sides);
    // one phase for the contacts of the large body with each of the other parts, at the most a few more
    expect(parts.phases.length - 1).toBeLessThanOrEqual(parts.count + 2);
  });

  it('take in contacts on several bodies that equations join, and on none', () => {
    const random = new Random(3);
    const block: number[] = [];
    const ptr = [0];
    for (let i = 0; i < 1500; i++) {
      const bodies = new Set(Array.from({ length: random.int(5) }, () => random.int(200)));
      block.push(...bodies);
      ptr.push(block.length);
    }
    const sides = { ...grid(2), n: 1500, ptr: Int32Array.from(ptr), block: Int32Array.from(block) };
    expectSound(partsOf(sides, 200, 250)!, sides);
  });

  it('are none in small problems, which keep the order of their contacts', () => {
    const small = grid(32);
    expect(small.n).toBeLessThan(fewestForParts);
    expect(partsOf(small, 1024)).toBeUndefined();
    expect(partsOf(grid(33), 1089)?.count).toBe(2);
    // many contacts, but of few bodies
    expect(partsOf(grid(40), 16)).toBeUndefined();
  });

  it('keep to themselves when contacts are shuffled', () => {
    const parts = partsOf(grid(30), 900, 250)!;
    const order = new Random(5).shuffle(Int32Array.from(parts.order));
    const arranged = arrangeWithin(parts, order);
    const place = new Map(Array.from(order, (i, k) => [i, k]));
    for (let piece = 0; piece + 1 < parts.pieces.length; piece++) {
      const own = [...arranged.subarray(parts.pieces[piece], parts.pieces[piece + 1])];
      const before = [...parts.order.subarray(parts.pieces[piece], parts.pieces[piece + 1])];
      expect([...own].sort((a, b) => a - b)).toEqual(before.sort((a, b) => a - b));
      expect(own).toEqual([...own].sort((a, b) => place.get(a)! - place.get(b)!));
    }
  });
});
