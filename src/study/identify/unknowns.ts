import { log } from '../../math/functions.js';
import { type Point, valueAtShare } from '../design/points.js';
import type { IdentifyProblem, UnknownJson } from './schema.js';

/** The value at a share of a parameter's range. */
export function valueOf({ between, scale }: UnknownJson, share: number): number {
  return valueAtShare({ between, scale }, share);
}

/** The share of a parameter's range at which it has a value. */
export function shareOf({ between: [low, high], scale }: UnknownJson, value: number): number {
  if (scale === 'log') return (log(value) - log(low)) / (log(high) - log(low));
  return (value - low) / (high - low);
}

/** Derivative of the value with respect to the share. */
export function slopeOf({ between: [low, high], scale }: UnknownJson, value: number): number {
  return scale === 'log' ? value * (log(high) - log(low)) : high - low;
}

/** Values of all parameters at a point of the search. */
export function pointAt({ parameters }: IdentifyProblem, z: Float64Array): Point {
  return Object.fromEntries(Object.entries(parameters).map(([name, own], k) => [name, valueOf(own, z[k])]));
}

/** Where the search begins: what the problem says, the middle of the ranges else. */
export function startOf({ parameters }: IdentifyProblem): Float64Array {
  return Float64Array.from(Object.values(parameters), (own) =>
    own.start === undefined ? 0.5 : Math.min(1, Math.max(0, shareOf(own, own.start))),
  );
}
