import { incline, ladder, noLiftOff, stopping, tipping } from './block.js';
import { capstan } from './capstan.js';
import { creep, creepWorlds } from './creep.js';
import { diskRolling } from './disk.js';
import { impactTheta } from './impact-theta.js';
import { columnEnergy, cradle } from './impacts.js';
import { loop } from './loop.js';
import { painleve } from './painleve.js';
import type { Suites } from '../row.js';
import { otherSupports, plankOnFingers, plankOnRounds, supports } from './plank.js';
import { bouncing, obliqueImpact, rollingDownhill, slidingToRolling } from './sphere.js';
import { arch, pinch, stack, wall } from './standing.js';
import { triangle } from './triangle.js';
import { turning } from './turning.js';
import { wheels } from './wheels.js';

/** Worlds that are at rest within half a second. */
const quickCreep = Object.keys(creepWorlds).filter((name) => !/rope|chain|cord|31/.test(name));

/** The physical validation of rigid bodies and of ropes around posts, by name. */
export const rigidSuites: Suites = {
  incline: {
    summary: 'stick and slide one millionth either side of the angle of friction',
    run: () => incline(),
    quick: true,
  },
  plank: {
    summary: 'a plank on cylinders, capsules, spheres: stick and slide 1e-4 either side of the angle of friction',
    run: () => [...plankOnRounds(), ...plankOnRounds(otherSupports, 0.05), ...plankOnRounds(otherSupports, 0.7)],
    quick: true,
  },
  fingers: {
    summary: 'a plank on two moving fingers keeps the ratio mu_a / mu_b',
    run: () => [...plankOnFingers(), ...plankOnFingers(otherSupports, [0.25, 0.2])],
    quick: () => plankOnFingers(supports.slice(0, 1)),
  },
  turntable: {
    summary:
      'boxes and a rope stay on what turns and swings, up to the angle of friction; a ball rolls round with 2/7 of the rate',
    run: () => turning(),
    quick: () => [...turning([0.01], 2)],
  },
  stopping: { summary: 'stopping distance on the level, alike in every direction', run: stopping, quick: true },
  'no-lift-off': { summary: 'a fast cube neither rises nor pitches', run: noLiftOff, quick: true },
  tipping: { summary: 'a box slides or tips as mu is below or above b/c', run: tipping, quick: true },
  ladder: { summary: 'a ladder stands down to its limiting slope', run: ladder, quick: true },
  rolling: { summary: 'sphere from sliding to rolling: 5/7, energy lost', run: slidingToRolling, quick: true },
  downhill: { summary: 'sphere on a slope: rolls iff mu >= 2/7 tan a', run: rollingDownhill, quick: true },
  wheels: {
    summary:
      'cylinders roll on however fast they turn, wheels with sides roll straight, what turns above a floor is not touched',
    run: wheels,
    quick: () => [...wheels()],
  },
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
  'impact-theta': {
    summary: 'balls stop at a plate, or are thrown back, at every theta and speed',
    run: impactTheta,
    quick: true,
  },
  pinch: { summary: 'a pinched box does not creep for a minute', run: () => pinch(60), quick: () => pinch(1) },
  stack: { summary: 'ten boxes, 100 times the mass on top', run: () => stack(), quick: () => stack(0.5) },
  arch: { summary: 'arches that stand, and one that is too thin', run: () => arch() },
  wall: { summary: 'a wall in running bond stands for ten seconds', run: () => wall(), quick: () => wall(0.3) },
  creep: {
    summary:
      'arches, a wall, stacks, loaded ropes at the default tolerance: still from 10 to 20 s after they are let go',
    run: () => creep(),
    quick: () => [...creep(0.5, 1, quickCreep)],
  },
  capstan: { summary: 'discrete capstan law one millionth either side', run: capstan, quick: true },
};
