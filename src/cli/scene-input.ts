import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import { galleryNames, gallerySceneNamed } from '../scene/gallery/gallery.js';
import { parseSceneText } from '../scene/read-scene.js';
import type { Terminal } from './terminal.js';
import { readInput } from './terminal.js';

/** The JSON of a scene given as a gallery name or a file. */
export async function loadScene(terminal: Terminal, given: string): Promise<unknown> {
  const scene = gallerySceneNamed(given);
  if (scene !== undefined) return scene;
  if (!/[./\\]/.test(given)) {
    const similar = nearest(given, galleryNames);
    const hint = similar ? `did you mean ${similar}?` : 'stickslip scenes lists the gallery; files end in .json';
    throw new InputError('no such scene', [
      { path: given, expected: 'a gallery name or a .json file', found: given, hint },
    ]);
  }
  const bytes = await readInput(terminal, given);
  return parseSceneText(new TextDecoder().decode(bytes), given);
}
