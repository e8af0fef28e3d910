import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { Random } from '../math/random.js';
import { buildWorld } from './build/world.js';
import { galleryNames, gallerySceneNamed } from './gallery/gallery.js';
import { inspectScene } from './read-scene.js';

type Json = Record<string, unknown> | unknown[];

/** Values that stand where others are expected. Counts stay small, so that a mutant is built quickly. */
const strange = [
  ...[0, -1, 0.5, 1, 2, 1e-300, -1e300, 1e300, 3.7e5, null, true, false, '', 'x', 'rope', 'sphere'],
  ...[[], {}, [0, 0, 0], [1, 2], { type: 'box' }, { axis: [0, 0, 0], degrees: 10 }, [[0, 0, 0]]],
];

/** Every place inside a value: its holder and key. */
function places(value: unknown, found: { holder: Json; key: string | number }[] = []): typeof found {
  if (typeof value !== 'object' || value === null) return found;
  const keys = Array.isArray(value) ? value.map((_, k) => k) : Object.keys(value);
  for (const key of keys) {
    found.push({ holder: value as Json, key });
    places((value as Record<string | number, unknown>)[key], found);
  }
  return found;
}

/** The scene with one to three places deleted, replaced, renamed, swapped or doubled. */
function mutate(scene: unknown, random: Random): unknown {
  const copy = structuredClone(scene);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.range(0, list.length))];
  for (let k = Math.floor(random.range(1, 4)); k > 0; k--) {
    const all = places(copy);
    const { holder, key } = pick(all);
    const own = holder as Record<string | number, unknown>;
    const kind = Math.floor(random.range(0, 6));
    if (kind === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (kind === 0) delete own[key];
    else if (kind === 1 && !Array.isArray(holder)) {
      own[`${String(key)}s`] = own[key];
      delete own[key];
    } else if (kind === 2) {
      const other = pick(all);
      own[key] = structuredClone((other.holder as Record<string | number, unknown>)[other.key]);
    } else own[key] = structuredClone(pick(strange));
  }
  return copy;
}

/** Scenes that are built in no time. */
const small = galleryNames.filter((name) => !/^(free|pony|curly|arabesque|crinoline|square|ribbon)/.test(name));

describe('mutated scenes', () => {
  it('are read, or refused with a place for every problem; what is read can be built or is refused', () => {
    const random = new Random(2026);
    let sound = 0;
    for (let k = 0; k < 4000; k++) {
      const mutant = mutate(gallerySceneNamed(small[k % small.length]), random);
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
