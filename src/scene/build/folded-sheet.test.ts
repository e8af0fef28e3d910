import { describe, expect, it } from 'vitest';
import { readScene } from '../read-scene.js';
import type { SceneInput } from '../schema/scene.js';
import { buildWorld } from './world.js';

const length = 3;

/** A strip of 3 by 61 vertices, 0.1 m by 3 m, in folds; the pin holds the end that is laid last. */
function strip(layers: number, bend: number, pins: object[] = []): SceneInput {
  return {
    version: 1,
    name: 'strip',
    duration: 1,
    gravity: [0, 0, 0],
    materials: { felt: { friction: 0.3 } },
    bodies: [
      {
        type: 'cloth',
        pieces: [
          {
            ...{ type: 'sheet', vertices: [3, 61], corner: [0, 0.05, 1], u: [0, -0.1, 0], v: [length, 0, 0] },
            folds: { layers, bend },
          },
        ],
        ...{ material: 'felt', density: 0.2, stretch: 100, bend: 1e-3, thickness: 0.002, pins },
      },
    ],
  } as SceneInput;
}

const clothOf = (input: SceneInput) => buildWorld(readScene(input, 'strip')).cloths[0];

describe('a sheet in folds', () => {
  const bend = 0.05;
  const height = bend * length;
  const { q, cloth } = clothOf(strip(3, bend));
  const at = (row: number): number[] => [...q.subarray(9 * row, 9 * row + 3)];

  it('goes to and fro, layer over layer', () => {
    const run = (length - Math.PI * height) / 3;
    expect(at(0)).toEqual([0, 0.05, 1]);
    // the other end: at the far end of the third layer
    [run, 0.05, 1 + 2 * height].forEach((x, c) => expect(at(60)[c]).toBeCloseTo(x, 12));
    // the middle of the sheet: the middle of the second layer
    [run / 2, 0.05, 1 + height].forEach((x, c) => expect(at(30)[c]).toBeCloseTo(x, 12));
  });

  it('keeps its lengths, but for chords of the bends, and is flat at rest', () => {
    const edge = length / 60;
    const radius = height / 2;
    // the chord of an arc is shorter by (s/R)²/24 of it at most
    const most = (edge * edge) / (24 * radius * radius);
    for (let row = 0; row < 60; row++) {
      const [a, b] = [at(row), at(row + 1)];
      const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      expect(chord).toBeLessThan(edge * (1 + 1e-12));
      expect(chord).toBeGreaterThan(edge * (1 - most));
    }
    expect(Math.max(...cloth.surface.positions.filter((_, k) => k % 3 === 2))).toBe(1);
  });

  it('is held by pins where it lies, not where it would lie flat', () => {
    const run = (length - Math.PI * height) / 3;
    const within = { least: [run - 0.01, -1, 1 + 2 * height - 0.01], most: [run + 0.01, 1, 1 + 2 * height + 0.01] };
    const world = buildWorld(readScene(strip(3, bend, [{ within }]), 'strip'));
    const before = world.cloths[0].q.slice();
    for (let k = 0; k < 5; k++) world.step();
    const after = world.cloths[0].q;
    // its bends open: what is not held moves
    expect([...after.subarray(540)]).toEqual([...before.subarray(540)]);
    expect(Math.abs(after[2] - before[2])).toBeGreaterThan(1e-5);
  });

  it('with bends longer than itself is refused', () => {
    expect(() => clothOf(strip(3, 0.4))).toThrow(/below 0\.318/);
  });
});
