import { WhitenedDelassus } from '../delassus/whitened.js';
import { type Parts, inOnePart } from '../parts/parts.js';
import type { ReadyProblem } from '../solver.js';
import type { SweepEngine } from '../solvers/sweep-engine.js';
import { soloInstances } from './kernel-memory.js';
import { type SweepCrew, type SweepTeam, takeTeam } from './sweep-crew.js';
import { SweepLayout } from './sweep-layout.js';

/** Largest memory the kernel asks for (bytes), what its addresses reach; larger problems are swept in TypeScript. */
const largestMemory = 65535 * 65536;

/** Kinds of work of kernels/sweep.ts. */
const work = { sweep: 0, accelerate: 1, load: 2, velocities: 3, refresh: 4 } as const;

/** How an engine came to its memory. */
interface Start {
  /** what is swept side by side; none: contacts in their own order */
  readonly parts?: Parts | undefined;
  /** impulses that sweeps are to start from */
  readonly guess?: Float64Array;
  /** threads that help where there are parts */
  readonly crew?: SweepCrew | undefined;
}

/**
 * The sweeps of a whitened problem in WebAssembly (kernels/sweep.ts), bit for bit those of `HostEngine` with the same parts. Undefined where
 * W is not whitened, or the platform has no WebAssembly SIMD.
 */
export function sweepKernel(problem: ReadyProblem, { parts, guess, crew }: Start = {}): SweepEngine | undefined {
  const { W } = problem;
  if (!(W instanceof WhitenedDelassus)) return undefined;
  const layout = new SweepLayout(problem, W, parts ?? inOnePart(W.n, W.blocks));
  if (layout.size > largestMemory) return undefined;
  const team = (parts && crew && takeTeam(layout.size, crew)) ?? alone(layout.size);
  if (!team) return undefined;
  const { buffer } = team.memory;
  layout.write(buffer, guess, crew);
  team.open();
  const u = layout.outer(buffer, 'outerU');
  return {
    r: layout.outer(buffer, 'outerR'),
    setOrder: (order) => layout.setOrder(buffer, order),
    sweep(share = 1) {
      team.perform(work.sweep, share);
      return team.change();
    },
    accelerate: (beta) => team.perform(work.accelerate, beta),
    reload: () => team.perform(work.load, 0),
    refresh: () => team.perform(work.refresh, 0),
    velocities() {
      team.perform(work.velocities, 0);
      return u;
    },
    release: () => team.release(),
  };
}

/** This thread by itself. */
function alone(bytes: number): SweepTeam | undefined {
  const instance = soloInstances.take(bytes);
  if (!instance) return undefined;
  const { memory, exports } = instance;
  return {
    memory,
    open: () => undefined,
    perform: (kind, beta) => exports.performAll(kind, beta),
    change: () => exports.change(),
    release: () => soloInstances.giveBack(instance, bytes),
  };
}
