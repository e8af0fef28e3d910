import { describe, expect, it } from 'vitest';
import { incline, ladder, noLiftOff, stopping, tipping } from './block.js';
import { capstan } from './capstan.js';
import { diskRolling } from './disk.js';
import { columnEnergy, cradle } from './impacts.js';
import { painleve } from './painleve.js';
import { holds } from '../../validation-row.js';
import { plankOnFingers, plankOnRounds, supports } from './plank.js';
import { bouncing, obliqueImpact, rollingDownhill, slidingToRolling } from './sphere.js';
import { pinch, stack, wall } from './standing.js';

const suites = {
  incline: () => incline(),
  plankOnRounds: () => plankOnRounds(),
  plankOnFingers: () => plankOnFingers(supports.slice(0, 1)),
  stopping,
  noLiftOff,
  tipping,
  ladder,
  slidingToRolling,
  rollingDownhill,
  diskRolling: () => diskRolling(),
  obliqueImpact,
  bouncing,
  cradle,
  columnEnergy: () => columnEnergy(),
  painleve,
  capstan,
  pinch: () => pinch(1),
  stack: () => stack(0.5),
  wall: () => wall(0.3),
};

describe.each(Object.entries(suites))('%s', (_, suite) => {
  it('holds', () => {
    expect(suite().filter((line) => !holds(line))).toEqual([]);
  });
});
