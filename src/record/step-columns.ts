import type { StepStatus } from '../dynamics/groups/group-job.js';
import type { StepRecord } from '../dynamics/report/step-record.js';

/** Statuses in the order of their numbers in recordings. */
export const statusNumbers: readonly StepStatus[] = [
  'converged',
  'stalled',
  'max-iterations',
  'no-solution',
  'diverged',
  'stopped',
];

/** What recordings keep of each step, in this order; the wall times last. */
export const stepColumns = [
  't',
  'h',
  'contacts',
  'takeOff',
  'stick',
  'slide',
  'nu',
  'islands',
  'iterations',
  'error',
  'status',
  'penetrationMax',
  'penetrationRelative',
  'kinetic',
  'elastic',
  'gravity',
  'repair',
  'driven',
  'dissipated',
  'secondsCollision',
  'secondsAssembly',
  'secondsSolve',
  'secondsBodies',
] as const;

export type StepColumn = (typeof stepColumns)[number];

/** The numbers of a step in the order of the columns. */
export function stepRow(step: StepRecord): number[] {
  const { energy, seconds } = step;
  return [
    ...[step.t, step.h, step.contacts, step.takeOff, step.stick, step.slide, step.nu, step.groups, step.iterations],
    ...[step.error, statusNumbers.indexOf(step.status), step.penetrationMax, step.penetrationRelative],
    ...[energy.kinetic, energy.elastic, energy.gravity, energy.repair, energy.driven, energy.dissipated],
    ...[seconds.collision, seconds.assembly, seconds.solve, seconds.bodies],
  ];
}
