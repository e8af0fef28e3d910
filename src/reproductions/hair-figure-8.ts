import { compareFriction, restSpeed } from './hair-friction.js';
import { meanOver } from './hair-motion.js';
import type { Reproduction } from './reproduction.js';

/** A fast head movement with and without friction [Daviet11 Figure 8]. */
export const hairFigure8: Reproduction = {
  name: 'hair-figure-8',
  summary: 'A fast head movement with and without friction: how coherently the hair moves',
  source: '[Daviet11 Figure 8]',
  takesSettings: true,
  run: (around) =>
    compareFriction(around, {
      scene: 'free-a',
      set: ['obstacles.0.motion.moves.0.swing.frequency=2', 'obstacles.0.motion.moves.0.swing.angle=0.6'],
      stop: 0.5,
      time: 0.7,
      quick: { set: ['bodies.0.count=60', 'bodies.0.collisionRadius=0.003'], stop: 0.25, time: 0.5 },
      paper: 'The paper: with friction hair remains much more coherent in a fast movement, and is damped.',
      holds: (rough, smooth, stop) =>
        restSpeed(rough, stop) <= restSpeed(smooth, stop) &&
        meanOver(rough, ({ slip }) => slip, 0, stop) <= meanOver(smooth, ({ slip }) => slip, 0, stop),
    }),
};
