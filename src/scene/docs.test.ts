import { describe, expect, it } from 'vitest';
import { inspectScene } from './read-scene.js';
import { rodModels } from '../bodies/rods/registry.js';
import { materialPresets } from './presets.js';
import { documentation, documentedScenes as blocks } from './testing/documented-scenes.js';

describe('the examples of docs/scenes.md', () => {
  it.each(blocks.map((block, k) => [k, block] as const))('%s is right', (_, block) => {
    expect(inspectScene(block).problems).toEqual([]);
  });

  it('are many, and name every rod model and every preset', () => {
    expect(blocks.length).toBeGreaterThan(8);
    for (const name of [...Object.keys(rodModels), ...Object.keys(materialPresets)]) {
      expect(documentation).toContain(`\`${name}\``);
    }
  });
});
