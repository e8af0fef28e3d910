import { InputError } from '../../errors.js';
import type { Chosen } from './gltf-tracks.js';
import type { Placement } from './up-axis.js';

export type Json = Record<string, unknown>;

/** Bytes of a file that a scene names, by the path written there. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Text (.usda) of a USD file of any form. */
export type ReadUsd = (bytes: Uint8Array, name: string) => Promise<string>;

/** Where the content of files comes from. */
export interface Sources {
  readonly read: ReadFile;
  /** the text of a USD file */
  readonly usd: (file: string) => Promise<string>;
}

/** Sources that read USD files by `usd`, and refuse them where there is none. */
export function sourcesOf(read: ReadFile, usd: ReadUsd | undefined): Sources {
  return {
    read,
    usd: async (file) => {
      if (usd) return await usd(await read(file), file);
      const expected = 'a file of another format: USD is read by the command line only';
      throw new InputError('no USD', [{ path: '', expected, found: file }]);
    },
  };
}

export const isGltf = (file: string): boolean => /\.(glb|gltf)$/i.test(file);
export const isUsd = (file: string): boolean => /\.usd[acz]?$/i.test(file);

/** How the file's axes and unit become ours: glTF has y up, other files are taken as they are. */
export function placementOf(json: Json, file: string): Placement {
  const up = json.up === 'y' || json.up === 'z' ? json.up : isGltf(file) ? 'y' : 'z';
  return { up, scale: typeof json.scale === 'number' ? json.scale : 1 };
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The animations that an entry asks for. */
export function animationOf({ animation }: Json): Chosen {
  return Array.isArray(animation) ? animation.map(String) : text(animation);
}

/** A path beside another file. */
export function beside(file: string, read: ReadFile): ReadFile {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return (path) => read(folder + path);
}
