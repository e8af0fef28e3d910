import { fiberIncline } from './fiber-incline.js';
import { fiberPress, helixPress } from './fiber-press.js';
import { fiberSpaghetti } from './fiber-spaghetti.js';

/** The physical validation of fibers with friction, by name. */
export const fiberValidation = {
  'fiber-incline': {
    summary: 'a rod on a slope: still for a minute one millionth below the angle of friction, sliding above it',
    run: () => fiberIncline(),
  },
  'fiber-press': {
    summary: 'a strip pressed on a rough floor: shortening at first slip',
    run: () => [...fiberPress(), ...helixPress()],
  },
  'fiber-spaghetti': {
    summary: 'dropped spaghetti: friction stops them for good, without it they spread',
    run: () => fiberSpaghetti(),
  },
} as const;
