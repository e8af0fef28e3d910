import type { ValidationSuite } from '../../validation-row.js';
import { jointChain, jointDoor, jointFourBar } from './joint-linkages.js';
import { jointPendulum } from './joint-pendulum.js';

/** The physical validation of joints, by name. */
export const jointValidation: Readonly<Record<string, ValidationSuite>> = {
  'joint-pendulum': {
    summary: 'pendulum and double pendulum: period, order, energy over a minute',
    run: () => jointPendulum(60),
    quick: () => jointPendulum(0.5),
  },
  'joint-four-bar': {
    summary: 'four-bar linkage, a closed loop: closure over a minute',
    run: () => jointFourBar(60),
    quick: () => jointFourBar(0.5),
  },
  'joint-chain': { summary: 'a chain of 50 links with a load of 1,000 links', run: jointChain, quick: true },
  'joint-door': {
    summary: 'a door on redundant hinges moves as on one',
    run: () => jointDoor(5),
    quick: () => jointDoor(0.4),
  },
};
