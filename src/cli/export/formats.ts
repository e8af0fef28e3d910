import { exporters } from '../../io/export/registry.js';
import { list, oneOf } from '../values.js';
import { checkMovies } from './movie.js';

/** A format that recordings are converted to, with a line about it. */
export interface ExportFormat {
  readonly name: string;
  readonly summary: string;
}

/** Every format: those of the library, and those that need more than it: another program, or the plots of this one. */
export const exportFormats: readonly ExportFormat[] = [
  ...exporters.map(({ name, summary }) => ({ name, summary })),
  { name: 'mp4', summary: 'a movie 960 x 720; needs ffmpeg' },
  { name: 'report', summary: 'a page with plots of contacts, nu, iterations, error, energy, penetration and time' },
];

export const exportFormatNames: readonly string[] = exportFormats.map(({ name }) => name);

/** Formats given with commas between them. */
export function formatList(text: string): string[] {
  return list(text).map(oneOf(exportFormatNames));
}

/** Throws an `InputError` where a format needs a program that is not here: better before a long run than after it. */
export function checkFormats(formats: readonly string[]): void {
  if (formats.includes('mp4')) checkMovies();
}
