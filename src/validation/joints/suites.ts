import type { Suites } from '../row.js';
import { jointAtwood } from './atwood.js';
import { jointChain, jointDoor, jointFourBar } from './linkages.js';
import { jointLimits } from './limits.js';
import { jointPendulum } from './pendulum.js';
import { jointTied, jointWinch } from './ropes.js';

/** The physical validation of joints, by name. */
export const jointSuites: Suites = {
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
  'joint-atwood': {
    summary: "Atwood's machine over a rough wheel: it turns with the rope, or the rope slips",
    run: jointAtwood,
    quick: true,
  },
  'joint-winch': {
    summary: 'a winch that lifts a load and holds it',
    run: () => jointWinch(4),
  },
  'joint-tied': {
    summary: 'a rope tied to boxes of 1 g to 1 t',
    run: () => jointTied([0.001, 0.03, 1, 30, 1000]),
    quick: () => jointTied([0.001, 1000]),
  },
  'joint-chain': { summary: 'a chain of 50 links with a load of 1,000 links', run: jointChain, quick: true },
  'joint-door': {
    summary: 'a door on redundant hinges moves as on one',
    run: () => jointDoor(5),
    quick: () => jointDoor(0.2),
  },
  'joint-limits': {
    summary: 'limits stop without rebound at every theta; a string holds a pendulum',
    run: jointLimits,
    quick: true,
  },
};
