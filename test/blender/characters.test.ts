import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWithBlender } from './compare.js';

const folder = path.join(import.meta.dirname, 'characters');

describe("Blender's characters", () => {
  // files hold single precision: 1e-7 of a metre or two, added up over four bones
  it.each(['worm', 'blob'])(
    '%s: vertices are where Blender has them, within 1e-5 m at ten whole frames',
    async (name) => {
      const { errors, travel, evaluated } = await compareWithBlender(folder, name);
      expect(evaluated.frames.length).toBe(10);
      expect(travel).toBeGreaterThan(0.3);
      expect(Math.max(...errors)).toBeLessThan(1e-5);
    },
  );

  it('takes the animations that are asked for, all where none is named', async () => {
    const one = await compareWithBlender(folder, 'worm', 'BonesAction');
    expect(Math.max(...one.errors)).toBeGreaterThan(0.1);
    const both = await compareWithBlender(folder, 'worm', ['BonesAction', 'CarrierAction']);
    expect(Math.max(...both.errors)).toBeLessThan(1e-5);
  });
});
