/**
 * Penetration over radius or half thickness from which on a summary warns: half of what is thinner. Up to there contacts push
 * things apart the way they came; beyond, the far side may be nearer, and they pass through each other.
 */
const depthWarned = 1;

/** Energy from nowhere, over all that was there or put in, from which on a summary warns. */
export const growthWarned = 1e-3;

/** Energies below this (J) count as none: what rounding leaves of things without weight. */
const leastEnergy = 1e-9;

/** What warnings are made from. */
export interface RunFacts {
  readonly steps: number;
  readonly unconverged: number;
  readonly errorMax: number;
  readonly penetrationMax: number;
  readonly penetrationRelative: number;
  /** when it was deepest (s) */
  readonly penetrationTime: number;
  /** energy that came from nowhere; and the most that was there or put in, at least what weight gives within a step (J) */
  readonly energyGrowth: number;
  readonly energyScale: number;
}

/** Energy from nowhere over all that was there or put in. */
export function relativeGrowth({ energyGrowth, energyScale }: Pick<RunFacts, 'energyGrowth' | 'energyScale'>): number {
  return energyGrowth / Math.max(energyScale, leastEnergy);
}

const digits = (x: number): string => String(Number(x.toPrecision(2)));

/** What is wrong with a run that went to its end all the same, a sentence each. */
export function runWarnings(facts: RunFacts): string[] {
  const warnings: string[] = [];
  const { steps, unconverged, errorMax, penetrationMax, penetrationRelative, penetrationTime } = facts;
  if (penetrationRelative > depthWarned) {
    const deep = `${digits(penetrationMax)} m, ${digits(100 * penetrationRelative)} % of radius or half thickness`;
    const where = `deepest at t = ${digits(penetrationTime)} s`;
    warnings.push(
      `things may have passed through each other: ${deep}, ${where}; a shorter step.length holds them apart`,
    );
  }
  if (unconverged > 0) {
    const share = `${unconverged} of ${steps} steps`;
    warnings.push(`${share} are not solved to the tolerance, errors up to ${digits(errorMax)}: run --explain says why`);
  }
  if (!(relativeGrowth(facts) <= growthWarned)) {
    const much = `${digits(facts.energyGrowth)} J, ${digits(100 * relativeGrowth(facts))} % of what was there or put in`;
    warnings.push(`energy came from nowhere: ${much}`);
  }
  return warnings;
}
