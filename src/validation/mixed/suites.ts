import type { Suites } from '../row.js';
import { clothImpact } from './cloth-impact.js';
import {
  ballAtRest,
  clothBoxes,
  clothSliding,
  clothSlidingElsewhere,
  laidOnCloth,
  tablecloth,
  tableclothElsewhere,
} from './cloth-slide.js';
import {
  ballInHammock,
  boxOnClothOnBox,
  clothOnCloth,
  clothOnSpaghetti,
  clothOnTube,
  hungCloths,
  mixed,
  ropeOnCloth,
} from './mixed.js';
import { randomWorlds } from './random-worlds.js';

/** Worlds beyond the 50 in which energy came from nowhere once, or more than 1e-4 of it from the repair. */
const hardWorlds = [71, 73, 81, 171, 191, 203, 207];

/** Some of the random worlds, small ones of most kinds. */
const quickWorlds = [1, 2, 3, 4, 5, 7];

function* both<T>(first: Iterable<T>, second: Iterable<T>): Iterable<T> {
  yield* first;
  yield* second;
}

/** Cloth among other bodies, by name. */
export const mixedSuites: Suites = {
  'mixed-stack': {
    summary: 'a box on cloth on a box: momentum, rest, load',
    run: () => mixed('box on cloth on box', boxOnClothOnBox(), 20),
  },
  'mixed-layers': {
    summary: 'a cloth on another cloth: momentum, rest, load',
    run: () => mixed('cloth on cloth', clothOnCloth(), 20),
  },
  'mixed-hammock': {
    summary: 'a ball in a hammock: momentum, rest, load',
    run: () => mixed('ball in a hammock', ballInHammock(), 20),
  },
  'mixed-rope': {
    summary: 'a light rope on cloth: momentum, rest, load',
    minutes: 5,
    run: () => mixed('rope on cloth', ropeOnCloth(), 20),
  },
  'mixed-spaghetti': {
    summary: 'cloth on spaghetti: momentum, rest, load',
    minutes: 8,
    run: () => mixed('cloth on spaghetti', clothOnSpaghetti(), 20),
  },
  'mixed-hung': {
    summary: 'two cloths hung over rods: momentum, rest, load',
    minutes: 1,
    run: () => mixed('cloths over rods', hungCloths(), 20),
  },
  'mixed-tube': {
    summary: 'cloth over a tube: momentum, rest, load',
    run: () => mixed('cloth on a tube', clothOnTube(), 20),
  },
  'cloth-impact': {
    summary: 'balls and boxes at 1 to 20 m/s against held cloth: none goes through, no energy from nowhere',
    minutes: 1,
    run: () => clothImpact(),
  },
  'random-worlds': {
    summary: '57 random worlds of solids, rods and cloth without drive: energy never grows',
    minutes: 1,
    run: () => randomWorlds([...Array.from({ length: 50 }, (_, i) => i + 1), ...hardWorlds], 0.6),
    quick: () => [...randomWorlds(quickWorlds, 0.25)],
  },
  'cloth-slide': {
    summary: 'boxes and balls slide on cloth on a plane as theory says',
    minutes: 4,
    run: () => both(clothSliding(), clothSlidingElsewhere()),
  },
  tablecloth: {
    summary: 'what lies on cloth that is pulled away is accelerated by mu g',
    minutes: 5,
    run: () => both(tablecloth(), tableclothElsewhere()),
  },
  'cloth-rest': {
    summary:
      'boxes on cloth stay where they are by every method, balls and cylinders do not roll off, a ball in held cloth comes to rest',
    minutes: 2,
    run: () => [...clothBoxes(), ...ballAtRest(), ...laidOnCloth()],
  },
};
