import { compareFriction, comparison, restSpeed, restStick } from './hair-friction.js';
import type { Reproduction } from './reproduction.js';

/** Hair after the head has stopped [Daviet11 Figure 9]. */
export const hairFigure9: Reproduction = {
  name: 'hair-figure-9',
  summary: 'free-a after the head stops: speed of the hair and share of sticking contacts, mu = 0 beside it',
  source: '[Daviet11 Figure 9]',
  takesSettings: true,
  run: (around) =>
    compareFriction(around, {
      scene: 'free-a',
      set: [],
      stop: 0.625,
      time: 1.2,
      quick: { set: ['bodies.0.count=60', 'bodies.0.collisionRadius=0.003'], stop: 0.25, time: 0.6 },
      paper: 'The paper: static friction holds complex patterns of hair at rest.',
      claims: (rough, smooth, stop) => {
        const speed = [restSpeed(rough, stop), restSpeed(smooth, stop)] as const;
        const stick = [restStick(rough, stop), restStick(smooth, stop)] as const;
        return [
          comparison(
            'static friction holds patterns of hair at rest (a tenth of the contacts under pressure stick, none without)',
            'complex patterns',
            stick,
            '',
            stick[0] >= 0.1 && stick[1] === 0,
          ),
          comparison(
            'with friction hair comes to rest sooner (slower after the stop, by a tenth)',
            'shown',
            speed,
            ' m/s',
            speed[0] <= 0.9 * speed[1],
          ),
        ];
      },
    }),
};
