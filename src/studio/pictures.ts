import type { Theme } from './ui/theme.js';

/** Addresses of the gallery's pictures, by file; only those that have been made (scripts/gallery-pictures.mjs). */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Addresses of the pictures of a scene over a dark and a light page, or undefined where there are none yet. */
export function picturesOf(scene: string): Readonly<Record<Theme, string>> | undefined {
  const dark = files[`./pictures/${scene}.webp`];
  return dark === undefined ? undefined : { dark, light: files[`./pictures/${scene}.light.webp`] ?? dark };
}
