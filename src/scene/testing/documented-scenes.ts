import { readFileSync } from 'node:fs';

/** docs/scenes.md */
export const documentation = readFileSync(new URL('../../../docs/scenes.md', import.meta.url), 'utf8');

/** What a part of a scene is put into to be a whole one. */
const rest = {
  version: 1,
  name: 'part',
  duration: 1,
  bodies: [{ type: 'rigid', shape: { type: 'sphere', radius: 1 }, material: 'wood' }],
};

/** The examples of docs/scenes.md, each completed to a scene: together they have nearly every key there is. */
export const documentedScenes: readonly unknown[] = [...documentation.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
  (match) => ({ ...rest, ...(JSON.parse(match[1]) as object) }),
);
