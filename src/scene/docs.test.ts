import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspectScene } from './read-scene.js';
import { rodModels } from '../bodies/rods/registry.js';
import { materialPresets } from './presets.js';

type Json = Record<string, unknown>;

/** What a part of a scene is put into to be a whole one. */
const rest = {
  version: 1,
  name: 'part',
  duration: 1,
  bodies: [{ type: 'rigid', shape: { type: 'sphere', radius: 1 }, material: 'wood' }],
};

const documentation = readFileSync(new URL('../../docs/scenes.md', import.meta.url), 'utf8');
const blocks = [...documentation.matchAll(/^```json\n([\s\S]*?)^```/gm)].map((match) => JSON.parse(match[1]) as Json);

describe('the examples of docs/scenes.md', () => {
  it.each(blocks.map((block, k) => [k, block] as const))('%s is right', (_, block) => {
    expect(inspectScene({ ...rest, ...block }).problems).toEqual([]);
  });

  it('are many, and name every rod model and every preset', () => {
    expect(blocks.length).toBeGreaterThan(8);
    for (const name of [...Object.keys(rodModels), ...Object.keys(materialPresets)]) {
      expect(documentation).toContain(`\`${name}\``);
    }
  });
});
