import type { Monitor } from '../../monitor.js';
import { type NewtonEngine, type NewtonOutcome, proximalNewton, shiftedNewton } from './engine.js';
import type { NewtonLawName } from './newton-law.js';

/** Shifts and proximal weights tried in turn, a round each. */
const shifts = [1e-6, 1e-4];
const weights = [1e-3, 1e-2, 1e-1, 1, 1e-4];

/** A kind of Newton steps: from r, at most so many, `offset` iterations having been counted. */
export interface NewtonStage {
  readonly name: string;
  run(r: Float64Array, mostSteps: number, monitor: Monitor, offset: number): NewtonOutcome;
}

/** What is tried one after the other in a round: a shifted matrix, a proximal term, and that with lagged slip. */
export function newtonStages(engine: NewtonEngine, round: number): readonly NewtonStage[] {
  const shift = shifts[round % shifts.length];
  const alpha = weights[round % weights.length];
  const proximal = (name: string, law: NewtonLawName): NewtonStage => ({
    name,
    run: (r, mostSteps, monitor, offset) => {
      const maxSteps = Math.min(mostSteps, proximalNewton.maxSteps);
      return engine.proximal(r, { ...proximalNewton, law, alpha, maxSteps }, monitor, offset);
    },
  });
  const shifted: NewtonStage = {
    name: 'Newton',
    run: (r, mostSteps, monitor, offset) => {
      const maxSteps = Math.min(mostSteps, shiftedNewton.maxSteps);
      return engine.steps(r, { ...shiftedNewton, shift, maxSteps }, monitor, offset);
    },
  };
  return [shifted, proximal('proximal', proximalNewton.law), proximal('lagged', 'lagged')];
}
