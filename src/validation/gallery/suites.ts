import type { Suites, ValidationRow } from '../row.js';
import { clothLines, clothScenes, gownScenes } from './cloth.js';
import { fiberScenes, galleryLines, hairScenes } from './fibers.js';

/** The lines of many cases, as they come. */
function* each<T>(cases: readonly T[], lines: (one: T) => ValidationRow[]): Iterable<ValidationRow> {
  for (const one of cases) yield* lines(one);
}

/** Scenes of the gallery at their default length, by name. */
export const gallerySuites: Readonly<Record<'rods' | 'cloth', Suites>> = {
  rods: {
    'gallery-fibers': {
      summary: 'the scenes of rods at their default length: overlaps, convergence, energy',
      minutes: 10,
      run: () => each(fiberScenes, galleryLines),
    },
    'gallery-hair': {
      summary: 'the same for heads of hair: pony, free-a, free-b, curly',
      minutes: 40,
      run: () => each(hairScenes, galleryLines),
    },
  },
  cloth: {
    'gallery-cloth': {
      summary: 'scenes of cloth at their default length: how deep vertices are at the end',
      minutes: 10,
      run: () => each(clothScenes, clothLines),
    },
    'gallery-gowns': {
      summary: 'the same for arabesque and crinoline',
      minutes: 60,
      run: () => each(gownScenes, clothLines),
    },
  },
};
