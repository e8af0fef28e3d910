import { fiberIncline } from './incline.js';
import { fiberKnot } from './knot.js';
import { fiberPress, helixPress } from './press.js';
import { fiberSpaghetti } from './spaghetti.js';
import type { Suites } from '../row.js';

/** The physical validation of fibers with friction, by name. */
export const fiberSuites: Suites = {
  'fiber-incline': {
    summary: 'a rod on a slope: still for a minute one millionth below the angle of friction, sliding above it',
    run: () => fiberIncline(),
    quick: () => fiberIncline(1, ['mass-spring', 'der', 'corde', 'super-helix']),
  },
  'fiber-press': {
    summary: 'a strip pressed on a rough floor: shortening at first slip',
    run: () => [...fiberPress(), ...helixPress()],
    quick: () => fiberPress('der', 20, 4e-3, 1),
  },
  'fiber-spaghetti': {
    summary: 'dropped spaghetti: friction stops them for good, without it they spread',
    run: () => fiberSpaghetti(),
    quick: () => fiberSpaghetti('mass-spring', 3, 0.6),
  },
  'fiber-knot': {
    summary: 'an overhand knot tightened and loosened: its forces with friction, at any speed',
    minutes: 7,
    run: () => fiberKnot(),
  },
};
