import { duration, short } from '../present/format.js';
import type { CostEstimate } from '../scene/estimate.js';

/** Memory and time that a run may need, in a line. */
export function describeEstimate({ contacts, memory, steps, step }: CostEstimate): string {
  const size = memory < 1e9 ? `${short(memory / 1e6, 2)} MB` : `${short(memory / 1e9, 2)} GB`;
  const whole = steps * step;
  const time = `${steps} steps of about ${duration(step)} each, ${duration(whole)} in all on one core`;
  return `rough estimate, everything packed: some ${short(contacts, 2)} contacts near, ${size} of memory, ${time}`;
}
