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
      summary: 'the scenes of rods at their default length: overlaps, convergence, energy (takes minutes)',
      run: () => each(fiberScenes, galleryLines),
    },
    'gallery-hair': {
      summary: 'the same for heads of hair: pony, free-a, free-b, curly (takes half an hour)',
      run: () => each(hairScenes, galleryLines),
    },
  },
  cloth: {
    'gallery-cloth': {
      summary: 'scenes of cloth at their default length: how deep vertices are at the end (takes minutes)',
      run: () => each(clothScenes, clothLines),
    },
    'gallery-gowns': {
      summary: 'the same for arabesque and crinoline (takes an hour)',
      run: () => each(gownScenes, clothLines),
    },
  },
};
