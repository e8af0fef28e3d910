import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { Random } from '../math/random.js';
import { buildWorld } from './build/world.js';
import { galleryNames, gallerySceneNamed } from './gallery/gallery.js';
import { inspectScene } from './read-scene.js';
import { documentedScenes } from './testing/documented-scenes.js';
import { mutatedScene } from './testing/mutated-scene.js';

/** Scenes that are built in no time, and those of the documentation. */
const small = galleryNames.filter((name) => !/^(free|pony|curly|head|arabesque|crinoline|square|ribbon)/.test(name));
const seeds = [...small.map((name) => gallerySceneNamed(name)), ...documentedScenes];

describe('mutated scenes', () => {
  it('are read, or refused with a place for every problem; what is read can be built or is refused', () => {
    const random = new Random(2026);
    let sound = 0;
    for (let k = 0; k < 4000; k++) {
      const mutant = mutatedScene(seeds[k % seeds.length], random);
      const { scene, problems } = inspectScene(mutant);
      for (const { path, expected, found } of problems) {
        expect(path.length * expected.length * found.length, JSON.stringify(problems)).toBeGreaterThan(0);
      }
      if (!scene) {
        expect(problems.length).toBeGreaterThan(0);
        continue;
      }
      sound++;
      // building is slow: one in eight
      if (sound % 8 !== 0) continue;
      try {
        buildWorld(scene);
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(JSON.stringify(mutant), { cause: error });
      }
    }
    expect(sound).toBeGreaterThan(200);
  });
});
