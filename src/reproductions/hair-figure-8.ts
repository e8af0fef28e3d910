import { compareFriction, comparison, restSpeed, slipOverSpeed } from './hair-friction.js';
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
      claims: (rough, smooth, stop) => {
        const slip = [slipOverSpeed(rough, stop), slipOverSpeed(smooth, stop)] as const;
        const speed = [restSpeed(rough, stop), restSpeed(smooth, stop)] as const;
        return [
          comparison(
            'in a fast movement hair is much more coherent with friction (slip over speed a quarter less)',
            'much more coherent',
            slip,
            '',
            slip[0] <= 0.75 * slip[1],
          ),
          comparison(
            'with friction the motion is damped (slower after the stop, by a tenth)',
            'properly damped',
            speed,
            ' m/s',
            speed[0] <= 0.9 * speed[1],
          ),
        ];
      },
    }),
};
