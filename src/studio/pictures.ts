/** Addresses of the gallery's pictures, by file; only those that have been made (scripts/gallery-pictures.mjs). */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Address of the picture of a scene, or undefined where there is none yet. */
export function pictureOf(scene: string): string | undefined {
  return files[`./pictures/${scene}.webp`];
}
