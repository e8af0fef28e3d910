/** Validation of the rods against theory: each entry runs by itself and returns lines of expected against got. */
import type { Suites } from '../row.js';
import { cantileverContinuum, cantileverOracles, cantileverTipLoad } from './cantilever.js';
import { drivenClamp } from './driven-clamp.js';
import { energyKept } from './energy.js';
import { endMoment, eulerColumn } from './columns.js';
import { clampedTwist, greenhill, localisedBuckling, michellRing } from './twist-instabilities.js';
import { bendTwist, bendTwistBoundary, heavyColumn, lateralBuckling } from './weight-instabilities.js';

export const rodSuites: Suites = {
  'cantilever-discrete': {
    summary: 'heavy cantilever against solutions of the same discretisation',
    run: () => cantileverOracles(),
    quick: true,
  },
  'cantilever-continuum': {
    summary: 'heavy cantilever against the elastica, and the order of convergence',
    run: () => cantileverContinuum(),
    quick: true,
  },
  'cantilever-tip-load': {
    summary: 'cantilever under a load at its tip',
    run: () => cantileverTipLoad(),
    quick: true,
  },
  'rod-energy': {
    summary: 'theta = 1/2: undamped cantilevers and chains keep their energy and their first frequency',
    minutes: 2,
    run: () => energyKept(),
    quick: () => [...energyKept(['mass-spring'], 3)],
  },
  'driven-clamp': {
    summary: 'a hanging rod whose clamp is moved by keyframes: no kick at the start, at rest in the end',
    run: () => drivenClamp(),
    quick: true,
  },
  'bend-twist': {
    summary: 'hanging curl: planar inside the boundary, not outside',
    run: () => bendTwist(),
    quick: true,
  },
  'bend-twist-boundary': {
    summary: 'hanging curl: critical natural curvature',
    run: () => bendTwistBoundary(),
    quick: true,
  },
  'lateral-buckling': {
    summary: 'strip clamped on edge under its own weight',
    run: () => lateralBuckling(),
    quick: true,
  },
  'heavy-column': {
    summary: 'greatest height of a column under its own weight',
    run: () => heavyColumn(),
    quick: true,
  },
  'euler-column': {
    summary: 'straight columns under pressure, four ways of holding them',
    run: () => eulerColumn(),
    quick: true,
  },
  'end-moment': {
    summary: 'a moment at the end bends the rod into a closed circle',
    run: () => endMoment(),
    quick: true,
  },
  'michell-ring': {
    summary: 'closed ring that twist drives out of its plane',
    run: () => michellRing(),
    quick: true,
  },
  greenhill: {
    summary: 'hinged rod under torque and tension or pressure',
    run: () => greenhill(),
    quick: true,
  },
  'clamped-twist': {
    summary: 'rod clamped at both ends, twisted',
    run: () => clampedTwist(),
    quick: true,
  },
  'localised-buckling': {
    summary: 'localised helical buckling of a long twisted rod',
    run: () => localisedBuckling(),
    quick: true,
  },
};
