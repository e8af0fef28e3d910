import { describe, expect, it } from 'vitest';
import { clothWorld, touchingContacts } from './cloth-run.js';

/** Contacts with the body in the mean [Ly20 Table 2]. */
const published = { arabesque: 3673, crinoline: 5977 } as const;

describe('gowns', () => {
  it.each(Object.entries(published))(
    '%s touches its figure as often as in the paper, from the first steps on',
    (scene, contacts) => {
      const { world, cloth } = clothWorld({ scene, friction: 0.3 });
      for (let k = 0; k < 2; k++) {
        world.step();
        expect(Math.abs(touchingContacts(cloth).obstacle - contacts)).toBeLessThan(0.25 * contacts);
      }
    },
    120_000,
  );
});
