import type { Random } from '../../math/random.js';

type Json = Record<string, unknown> | unknown[];

/** Values that stand where others are expected. */
const strange: readonly unknown[] = [
  ...[0, -1, 0.5, 1, 2, 1e-300, -1e300, 1e300, 3.7e5, 1e9, null, true, false, '', 'x', 'rope', 'sphere', '../none.obj'],
  ...[[], {}, [0, 0, 0], [1, 2], { type: 'box' }, { axis: [0, 0, 0], degrees: 10 }, [[0, 0, 0]]],
  ...[[1e5, 1e5, 1e5], { type: 'mesh', file: 'none.obj' }, { constructor: 1 }],
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

/** A scene with one to three places deleted, replaced, renamed, swapped or doubled. */
export function mutatedScene(scene: unknown, random: Random): unknown {
  const copy = structuredClone(scene);
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)];
  for (let k = 1 + random.int(3); k > 0; k--) {
    const all = places(copy);
    if (all.length === 0) break;
    const { holder, key } = pick(all);
    const own = holder as Record<string | number, unknown>;
    const kind = random.int(6);
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
