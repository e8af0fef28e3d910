import path from 'node:path';
import { InputError } from '../errors.js';
import { type ReadFile, importFiles } from '../io/import/import-files.js';
import { nearest } from '../nearest.js';
import { galleryNames, gallerySceneNamed } from '../scene/gallery/gallery.js';
import { parseSceneText } from '../scene/read-scene.js';
import { overrideScene } from '../scene/set.js';
import type { Terminal } from './terminal.js';
import { pathFrom } from './read-file.js';
import { readInput } from './terminal.js';
import { usdText } from './usd-text.js';

/** What a scene may read. */
export interface FileOptions {
  /** also files outside of the scene's folder */
  readonly allowOutside?: boolean;
}

/** The option of commands that read scenes. */
export const outsideOption = [
  '--allow-outside',
  'let the scene read files outside of its folder (meshes, hair, motion, buffers of glTF); only for scenes that you trust',
] as const;

/**
 * The JSON of a scene given as a gallery name or a file, with settings such as `solver.tolerance=1e-6` put in and with the
 * content of the files that it names.
 */
export async function loadScene(
  terminal: Terminal,
  given: string,
  settings: readonly string[] = [],
  files: FileOptions = {},
): Promise<unknown> {
  return await fillScene(terminal, given, await loadSource(terminal, given, settings), files);
}

/** The same without the content of the files that it names. */
export async function loadSource(terminal: Terminal, given: string, settings: readonly string[]): Promise<unknown> {
  return overrideScene(await sceneText(terminal, given), settings);
}

/** A scene with the content of the files that it names. */
export async function fillScene(
  terminal: Terminal,
  given: string,
  scene: unknown,
  files: FileOptions = {},
): Promise<unknown> {
  const folder = gallerySceneNamed(given) === undefined ? path.dirname(given) : '.';
  return await importFiles(scene, namedFiles(terminal, folder, files), given, usdText);
}

/** Reads the files that a scene in a folder names. */
export function namedFiles(terminal: Terminal, folder: string, { allowOutside = false }: FileOptions): ReadFile {
  return async (file) =>
    await readInput(terminal, pathFrom(folder, file, allowOutside), allowOutside ? {} : { within: folder });
}

async function sceneText(terminal: Terminal, given: string): Promise<unknown> {
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
