import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sceneTypes } from '../../scripts/build-scene-types.mjs';
import type { SceneInput } from './scene-types.js';
import type { SceneInput as Inferred } from './schema/scene.js';

/** Compiles only where everything that the types allow is what the schema expects. */
export const asInferred = (scene: SceneInput): Inferred => scene;

describe('the types of scene files', () => {
  it('are those of the schema (node scripts/build-scene-types.mjs makes them anew)', async () => {
    expect(readFileSync(new URL('./scene-types.ts', import.meta.url), 'utf8')).toBe(await sceneTypes());
  });

  it('have names and comments', async () => {
    const text = await sceneTypes();
    for (const name of [
      'SceneInput',
      'SceneRod',
      'SceneCloth',
      'SceneRigid',
      'SceneObstacle',
      'SceneMaterial',
      'SceneShape',
    ])
      expect(text).toMatch(new RegExp(`export (interface|type) ${name}\\b`));
    expect(text).toContain('/** simulated time (s) */');
  });
});
