import { describe, expect, it } from 'vitest';
import { linearFromSrgb, looksOf, srgbBytes, srgbFromLinear } from './looks.js';
import { turnedUp } from './turned.js';
import { velocitiesAt } from './velocities.js';
import { variedRecording, variedScene } from './testing/varied-run.js';

const recording = variedRecording();

describe('looks', () => {
  const looks = looksOf(recording.header);

  it('take the colour of a thing, else of its material, else one of its kind', () => {
    expect(srgbBytes(looks.bodies[3].colour)).toEqual([0, 255, 0]);
    expect(srgbBytes(looks.bodies[4].colour)).toEqual([0x20, 0x40, 0x60]);
    expect(srgbBytes(looks.bodies[5].colour)).toEqual([0xc8, 0x55, 0x3d]);
    expect(srgbBytes(looks.obstacles[1].colour)).toEqual([255, 0x80, 0]);
  });

  it('let one see into containers, and through what has an opacity', () => {
    expect(looks.obstacles.map(({ opacity }) => opacity)).toEqual([0.15, 1, 1]);
    const [first, ...others] = variedScene.obstacles;
    const scene = { ...variedScene, obstacles: [{ ...first, colour: '#11223380' }, ...others] };
    const own = looksOf({ ...recording.header, scene });
    expect(own.obstacles[0].opacity).toBeCloseTo(128 / 255, 12);
    expect(srgbBytes(own.obstacles[0].colour)).toEqual([0x11, 0x22, 0x33]);
  });

  it('group bodies by the entries they come from, also in recordings that do not say so', () => {
    const names = [['curls', 3] as const, ['ribbon "flat"', 1] as const, ['brick', 1] as const];
    const all = [...names, ['sheet', 1], ['sleeve', 1]];
    expect(looks.groups.map(({ name, bodies }) => [name, bodies.length])).toEqual(all);
    const bodies = recording.header.bodies.map(({ entry: _, ...body }) => body) as typeof recording.header.bodies;
    expect(looksOf({ ...recording.header, bodies })).toEqual(looks);
  });

  it('are there for recordings with a scene that nobody can read', () => {
    for (const scene of [undefined, null, 5, { bodies: 'x' }, { bodies: [{ material: 3, colour: 7 }, null] }]) {
      const own = looksOf({ ...recording.header, scene });
      expect(own.bodies.length).toBe(recording.header.bodies.length);
    }
  });

  it('count in linear light', () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(Math.round(255 * srgbFromLinear(linearFromSrgb(byte / 255)))).toBe(byte);
    }
    expect(linearFromSrgb(0.5)).toBeCloseTo(0.21404114, 8);
  });
});

describe('velocities', () => {
  it('that were recorded are near to differences of the frames around', () => {
    const { velocities: _, ...header } = recording.header;
    const plain = { ...recording, header, layout: { ...recording.layout, velocities: false } };
    const view = {
      ...plain,
      frames: recording.frames,
      time: (k: number) => recording.time(k),
      frame: (k: number) => ({ ...recording.frame(k), velocities: undefined }),
    } as unknown as typeof recording;
    const told = velocitiesAt(recording, 2).bodies;
    const found = velocitiesAt(view, 2).bodies;
    // the brick and what falls freely: implicit Euler, whose mean velocity over a frame is that of its middle
    const brick = recording.layout.offsets[4];
    for (let i = 0; i < 6; i++) expect(Math.abs(told[brick + i] - found[brick + i])).toBeLessThan(0.06);
    expect(told[brick + 5]).toBeCloseTo(5, 5);
    expect(found[brick + 5]).toBeCloseTo(5, 3);
    // never across a gap, and never of one frame alone
    expect(velocitiesAt({ ...view, frames: 1 } as typeof recording, 0).bodies.every((x) => x === 0)).toBe(true);
  });
});

describe('a recording with y up', () => {
  it('has everything turned by the same quarter', () => {
    const turned = turnedUp(recording);
    const [a, b] = [recording.frame(3), turned.frame(3)];
    const { offsets } = recording.layout;
    const up = (x: ArrayLike<number>, k: number): number[] => [x[k], x[k + 2], -x[k + 1]];
    for (const k of [0, offsets[3], offsets[4], offsets[5]]) {
      expect(Array.from(b.bodies.subarray(k, k + 3), (x) => x + 0)).toEqual(up(a.bodies, k).map((x) => x + 0));
      expect(Array.from(b.velocities!.subarray(k, k + 3), (x) => x + 0)).toEqual(
        up(a.velocities!, k).map((x) => x + 0),
      );
    }
    // the axis that the brick turns about, z, is y there; and its own z axis points where y is
    const q = b.bodies.subarray(offsets[4] + 3, offsets[4] + 7);
    const own = [2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]), 1 - 2 * (q[1] ** 2 + q[2] ** 2)];
    [0, 1, 0].forEach((x, i) => expect(own[i]).toBeCloseTo(x, 5));
    expect(b.velocities![offsets[4] + 4]).toBeCloseTo(5, 5);
    expect(turned.layout.obstacles[0].pose.slice(0, 3)).toEqual([0, -1, -0]);
  });
});
