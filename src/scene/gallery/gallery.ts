import '../models/provided.js';
import { galleryFiles } from './files.js';

/** The scenes that come with the program, in the order of the listing. */
export const galleryNames: readonly string[] = Object.keys(galleryFiles);

/** A gallery scene as its file has it; undefined where there is none of that name. */
export function gallerySceneNamed(name: string): unknown {
  return Object.hasOwn(galleryFiles, name) ? structuredClone(galleryFiles[name]) : undefined;
}

/** Name and first line of every gallery scene. */
export function galleryList(): { readonly name: string; readonly description: string; readonly duration: number }[] {
  return galleryNames.map((name) => {
    const { description = '', duration } = galleryFiles[name] as { description?: string; duration: number };
    return { name, description, duration };
  });
}
