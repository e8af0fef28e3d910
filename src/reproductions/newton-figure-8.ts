import {
  compareFriction,
  comparison,
  restOnBody,
  restSpeed,
  restStick,
  slipOverSpeed,
  spreadMoving,
} from './hair-friction.js';
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
      claims: (rough, smooth, stop) => {
        const of = (quantity: (motion: typeof rough, stop: number) => number) =>
          [quantity(rough, stop), quantity(smooth, stop)] as const;
        const [slip, spread, stick] = [of(slipOverSpeed), of(spreadMoving), of(restStick)];
        const [onBody, speed] = [of(restOnBody), of(restSpeed)];
        return [
          comparison(
            'motion is more coherent with friction (less slip over speed)',
            'enhanced coherence',
            slip,
            '',
            slip[0] < slip[1],
          ),
          comparison(
            'hair in motion has less volume with friction (spread)',
            'less volume',
            spread,
            ' m',
            spread[0] < spread[1],
          ),
          comparison(
            'at rest wisps stick with friction, none without',
            'remain stuck',
            stick,
            '',
            stick[0] > 0 && stick[1] === 0,
          ),
          comparison(
            'more of them stay on the shoulders',
            'stuck over the shoulder',
            onBody,
            ' contacts',
            onBody[0] > onBody[1],
          ),
          comparison(
            'without friction they go on sliding (faster after the stop)',
            'unnatural sliding',
            speed,
            ' m/s',
            speed[0] < speed[1],
          ),
        ];
      },
    }),
};
