import { compareFriction, restSpeed } from './hair-friction.js';
import { meanOver } from './hair-motion.js';
import type { Reproduction } from './reproduction.js';

/** 84 wavy strands with and without friction [Bertails11 Figure 8]. */
export const newtonFigure8: Reproduction = {
  name: 'newton-figure-8',
  summary: 'Wavy hair in motion and at rest, with friction and without',
  source: '[Bertails11 Figure 8]',
  takesSettings: true,
  run: (around) =>
    compareFriction(around, {
      scene: 'wavy-hair',
      set: [],
      stop: 0.625,
      time: 1.4,
      quick: { set: ['bodies.0.count=16', 'bodies.0.elements=4'], stop: 0.2, time: 0.5 },
      paper:
        'The paper: with friction hair moves coherently, with less volume, and strands stay on the shoulders; without, they slide.',
      holds: (rough, smooth, stop) =>
        restSpeed(rough, stop) <= restSpeed(smooth, stop) &&
        meanOver(rough, ({ stick }) => stick, stop) > meanOver(smooth, ({ stick }) => stick, stop),
    }),
};
