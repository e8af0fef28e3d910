import { incline, ladder, noLiftOff, stopping, tipping } from './block.js';
import { capstan } from './capstan.js';
import { diskRolling } from './disk.js';
import { columnEnergy, cradle } from './impacts.js';
import { loop } from './loop.js';
import { clothImpact } from './cloth-impact.js';
import { ballAtRest, clothBoxes, clothSliding, tablecloth } from './cloth-slide.js';
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
import { painleve } from './painleve.js';
import type { ValidationSuite } from '../../validation-row.js';
import { plankOnFingers, plankOnRounds, supports } from './plank.js';
import { bouncing, obliqueImpact, rollingDownhill, slidingToRolling } from './sphere.js';
import { arch, pinch, stack, wall } from './standing.js';
import { triangle } from './triangle.js';

export { fiberValidation } from './fiber-suites.js';
export { jointValidation } from './joint-suites.js';
export { holds } from '../../validation-row.js';
export type { ValidationRow } from '../../validation-row.js';

/** Cloth among other bodies, by name. */
export const mixedValidation: Readonly<Record<string, ValidationSuite>> = {
  'mixed-stack': {
    summary: 'a box on cloth on a box: momentum, rest, load',
    run: () => mixed('box on cloth on box', boxOnClothOnBox(), 5),
  },
  'mixed-layers': {
    summary: 'a cloth on another cloth: momentum, rest, load',
    run: () => mixed('cloth on cloth', clothOnCloth(), 5),
  },
  'mixed-hammock': {
    summary: 'a ball in a hammock: momentum, rest, load',
    run: () => mixed('ball in a hammock', ballInHammock(), 20),
  },
  'mixed-rope': {
    summary: 'a light rope on cloth: momentum, rest, load',
    run: () => mixed('rope on cloth', ropeOnCloth(), 5),
  },
  'mixed-spaghetti': {
    summary: 'cloth on spaghetti: momentum, rest, load',
    run: () => mixed('cloth on spaghetti', clothOnSpaghetti(), 10),
  },
  'mixed-hung': {
    summary: 'two cloths hung over rods: momentum, rest, load',
    run: () => mixed('cloths over rods', hungCloths(), 10),
  },
  'mixed-tube': {
    summary: 'cloth over a tube: momentum, rest, load',
    run: () => mixed('cloth on a tube', clothOnTube(), 10),
  },
  'cloth-impact': {
    summary:
      'balls and boxes at 1 to 20 m/s against held cloth: none goes through, no energy from nowhere (takes minutes)',
    run: () => clothImpact(),
  },
  'cloth-slide': { summary: 'boxes and balls slide on cloth on a plane as theory says', run: () => clothSliding() },
  tablecloth: { summary: 'what lies on cloth that is pulled away is accelerated by mu g', run: () => tablecloth() },
  'cloth-rest': {
    summary: 'boxes on cloth stay where they are by every method, a ball in held cloth comes to rest',
    run: () => [...clothBoxes(), ...ballAtRest()],
  },
};

/** The physical validation of rigid bodies and of ropes around posts, by name; that of rods in contact is `fiberValidation`. */
export const rigidValidation: Readonly<Record<string, ValidationSuite>> = {
  incline: {
    summary: 'stick and slide one millionth either side of the angle of friction',
    run: () => incline(),
    quick: true,
  },
  plank: {
    summary: 'a plank on cylinders, capsules, spheres: stick and slide 1e-4 either side of the angle of friction',
    run: () => plankOnRounds(),
    quick: true,
  },
  fingers: {
    summary: 'a plank on two moving fingers keeps the ratio mu_a / mu_b',
    run: () => plankOnFingers(),
    quick: () => plankOnFingers(supports.slice(0, 1)),
  },
  stopping: { summary: 'stopping distance on the level, alike in every direction', run: stopping, quick: true },
  'no-lift-off': { summary: 'a fast cube neither rises nor pitches', run: noLiftOff, quick: true },
  tipping: { summary: 'a box slides or tips as mu is below or above b/c', run: tipping, quick: true },
  ladder: { summary: 'a ladder stands down to its limiting slope', run: ladder, quick: true },
  rolling: { summary: 'sphere from sliding to rolling: 5/7, energy lost', run: slidingToRolling, quick: true },
  downhill: { summary: 'sphere on a slope: rolls iff mu >= 2/7 tan a', run: rollingDownhill, quick: true },
  disk: { summary: 'a tilted disk rolls round: second order at theta = 1/2', run: () => diskRolling(), quick: true },
  loop: { summary: 'ball on two rails: spin into speed, least speed that clears a loop', run: () => loop() },
  triangle: { summary: 'cyclic force: the path closes, three congruent legs', run: triangle },
  painleve: { summary: "Painlevé's rod: a solution on both sides of the paradox", run: painleve, quick: true },
  column: {
    summary: 'elastic column of eight spheres: energy kept',
    run: () => columnEnergy(['nsgs', 'gauss-seidel', 'lemke', 'mcp'].map((solver) => ({ solver }))),
    quick: () => columnEnergy(),
  },
  cradle: { summary: "Newton's cradle under Moreau's law", run: cradle, quick: true },
  bouncing: { summary: 'bouncing ball: heights, rest after the Zeno time', run: bouncing, quick: true },
  'oblique-impact': { summary: 'oblique impact of a sphere: tangential impulse', run: obliqueImpact, quick: true },
  pinch: { summary: 'a pinched box does not creep for a minute', run: () => pinch(60), quick: () => pinch(1) },
  stack: { summary: 'ten boxes, 100 times the mass on top', run: () => stack(), quick: () => stack(0.5) },
  arch: { summary: 'arches that stand, and one that is too thin', run: () => arch() },
  wall: { summary: 'a wall in running bond stands for ten seconds', run: () => wall(), quick: () => wall(0.3) },
  capstan: { summary: 'discrete capstan law one millionth either side', run: capstan, quick: true },
};
