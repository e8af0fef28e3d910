import type { ClothBody } from '../dynamics/cloth/cloth-body.js';
import type { World } from '../dynamics/world.js';
import { short } from '../present/format.js';
import type { LinePlot } from '../present/line-plot.js';
import { type ClothPlan, clothWorld } from './cloth-run.js';

/** The error at a time since the beginning of a step (s). */
interface Progress {
  readonly seconds: number;
  readonly acMean: number;
}

/** One step from the same state with three methods; processor times (s). */
export interface Compared {
  readonly t: number;
  readonly ours: number;
  readonly exact: number;
  readonly penalty: number;
  /** that ours reached, and that the exact method was asked for */
  readonly acMean: number;
  readonly sweeps: number;
  /** whether the exact method was cut short, and would have taken longer still */
  readonly cut: boolean;
  /** the same of penalties */
  readonly penaltyCut: boolean;
  readonly curves: Readonly<Record<'ours' | 'exact', readonly Progress[]>>;
}

type State = ReturnType<World['save']>;

/** The exact method is not waited for beyond this many times the time of ours. */
export const patience = 25;

/** Steps timed with each method where that takes no longer than `enough` (s); the least counts, the first warms the engine up. */
const repeats = 6;
const enough = 3;

/** Processor time of this process (s). */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
}

/** One step from a state with each method. */
export function compareMethods(plan: ClothPlan, t: number, state: State): Compared {
  const own = clothWorld(plan);
  const ours = fastest(own, state);
  const acMean = own.cloth.last!.error.acMean;
  const tolerance = Math.max(acMean, 1e-12);
  const reference = clothWorld({ ...plan, solver: { method: 'exact', exact: { tolerance, maxSweeps: 500 } } });
  const exact = leastTraced(reference, state, patience * ours);
  const { sweeps } = reference.cloth.world;
  const penalty = leastTraced(clothWorld({ ...plan, solver: { method: 'penalty' } }), state, patience * ours);
  const curves = { ours: traced(own, state, Infinity).curve, exact: exact.curve };
  return {
    ...{ t, ours, exact: exact.seconds, penalty: penalty.seconds, acMean, sweeps },
    ...{ cut: exact.cut, penaltyCut: penalty.cut, curves },
  };
}

interface Built {
  readonly world: World;
  readonly cloth: ClothBody;
}

/** Time of a step, the least of a few. */
function fastest({ world }: Built, state: State): number {
  let best = Infinity;
  const first = processorTime();
  for (let k = 0; k < repeats && (k < 2 || processorTime() - first < enough); k++) {
    world.restore(state);
    const begun = processorTime();
    world.step();
    best = Math.min(best, processorTime() - begun);
  }
  return best;
}

class Impatience extends Error {}

/** A step whose error was watched, and whether it was given up. */
interface Traced {
  readonly seconds: number;
  readonly cut: boolean;
  readonly curve: readonly Progress[];
}

/** The shortest of a few steps. */
function leastTraced(built: Built, state: State, limit: number): Traced {
  let best = traced(built, state, limit);
  for (let k = 1, spent = best.seconds; k < repeats && !best.cut && spent < enough; k++) {
    const again = traced(built, state, limit);
    if (!again.cut && again.seconds < best.seconds) best = again;
    spent += again.seconds;
  }
  return best;
}

/** A step whose error is watched, given up after `limit` seconds. */
function traced({ world, cloth }: Built, state: State, limit: number): Traced {
  const curve: Progress[] = [];
  world.restore(state);
  const begun = processorTime();
  cloth.world.trace = ({ acMean }) => {
    const seconds = processorTime() - begun;
    curve.push({ seconds, acMean });
    if (seconds > limit) throw new Impatience();
  };
  let cut = false;
  try {
    world.step();
  } catch (error) {
    if (!(error instanceof Impatience)) throw error;
    cut = true;
  }
  return { seconds: processorTime() - begun, cut, curve };
}

/** Error against time in a step, for the first state compared. */
export function errorCurves(title: string, compared: readonly Compared[]): LinePlot[] {
  return compared.slice(0, 1).map(({ t, curves }) => ({
    title: `${title}, t = ${short(t)} s: error against time in a step`,
    x: { title: 'time (s)', kind: 'log' as const },
    y: { title: 'acMean', kind: 'log' as const },
    series: (['ours', 'exact'] as const).map((name, color) => ({
      name,
      color,
      marks: true,
      points: curves[name].map((p) => ({ x: Math.max(p.seconds, 1e-6), y: Math.max(p.acMean, 1e-12) })),
    })),
  }));
}
