/** Validation of the rods against theory: each entry runs by itself and returns lines of expected against got. */
import type { ValidationRow } from '../../../validation-row.js';
import { cantileverContinuum, cantileverOracles, cantileverTipLoad } from './cantilever.js';
import { energyKept } from './energy.js';
import { endMoment, eulerColumn } from './columns.js';
import { clampedTwist, greenhill, localisedBuckling, michellRing } from './twist-instabilities.js';
import { bendTwist, bendTwistBoundary, heavyColumn, lateralBuckling } from './weight-instabilities.js';

/** A validation by name. */
export interface Validation {
  readonly summary: string;
  readonly run: () => ValidationRow[];
}

export const rodValidations: Readonly<Record<string, Validation>> = {
  'cantilever-discrete': {
    summary: 'heavy cantilever against solutions of the same discretisation',
    run: () => cantileverOracles(),
  },
  'cantilever-continuum': {
    summary: 'heavy cantilever against the elastica, and the order of convergence',
    run: () => cantileverContinuum(),
  },
  'cantilever-tip-load': {
    summary: 'cantilever under a load at its tip',
    run: () => cantileverTipLoad(),
  },
  'rod-energy': {
    summary: 'theta = 1/2: undamped cantilevers and chains keep their energy and their first frequency',
    run: () => energyKept(),
  },
  'bend-twist': {
    summary: 'hanging curl: planar inside the boundary, not outside',
    run: () => bendTwist(),
  },
  'bend-twist-boundary': {
    summary: 'hanging curl: critical natural curvature',
    run: () => bendTwistBoundary(),
  },
  'lateral-buckling': {
    summary: 'strip clamped on edge under its own weight',
    run: () => lateralBuckling(),
  },
  'heavy-column': {
    summary: 'greatest height of a column under its own weight',
    run: () => heavyColumn(),
  },
  'euler-column': {
    summary: 'straight columns under pressure, four ways of holding them',
    run: () => eulerColumn(),
  },
  'end-moment': {
    summary: 'a moment at the end bends the rod into a closed circle',
    run: () => endMoment(),
  },
  'michell-ring': {
    summary: 'closed ring that twist drives out of its plane',
    run: () => michellRing(),
  },
  greenhill: {
    summary: 'hinged rod under torque and tension or pressure',
    run: () => greenhill(),
  },
  'clamped-twist': {
    summary: 'rod clamped at both ends, twisted',
    run: () => clampedTwist(),
  },
  'localised-buckling': {
    summary: 'localised helical buckling of a long twisted rod',
    run: () => localisedBuckling(),
  },
};
