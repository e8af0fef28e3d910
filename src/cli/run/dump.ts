import type { World } from '../../dynamics/world.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { type ProblemFile, writeProblem } from '../../io/index.js';
import { writeInto } from './out-folder.js';

/** A problem, with its solution where that is more than a solver's. */
type Dumped = ProblemFile & { readonly problem: PrimalProblem };

/** Which one-step problems are written. */
export type DumpRule = { readonly every: number } | 'unconverged';

/** Collects one-step problems while a world steps, and writes them between steps. */
export class ProblemDump {
  readonly #rule: DumpRule | undefined;
  readonly #folder: string;
  readonly #waiting: ({ name: string } & Dumped)[] = [];
  #step = 0;
  #group = 0;
  written = 0;
  /** the last problem seen, for runs that break down */
  last: PrimalProblem | undefined;

  constructor(world: World, rule: DumpRule | undefined, folder: string) {
    this.#rule = rule;
    this.#folder = folder;
    world.watch = (problem, status) => {
      this.last = problem;
      if (status === undefined) return;
      const group = this.#group++;
      if (this.#wants(status)) this.#waiting.push({ name: `step-${this.#step}-group-${group}`, problem });
    };
    if (rule === undefined) return;
    world.watchCloth = (solved, status) => {
      if (this.#wants(status)) this.#waiting.push({ name: `step-${this.#step}-cloth`, ...solved });
    };
  }

  #wants(status: string): boolean {
    if (this.#rule === undefined) return false;
    if (this.#rule === 'unconverged') return status !== 'converged';
    return this.#step % this.#rule.every === 0;
  }

  /** The step is over: writes what it left, in both formats. */
  async settle(step: number): Promise<void> {
    for (const { name, ...dumped } of this.#waiting.splice(0)) {
      await writeDump(this.#folder, name, dumped);
      this.written++;
    }
    this.#step = step;
    this.#group = 0;
  }
}

/** Most bytes that a run that breaks down leaves behind: into its folder, and where the user stands without having asked for any. */
export const mostDumped = 1024 * 1024 * 1024;
export const mostUnasked = 64 * 1024 * 1024;

/** About as many bytes as a dump takes: eight for each number of M and H in one format, and their indices as well in the other. */
export function dumpBytes({ M, H }: PrimalProblem): number {
  return 24 * (M.values.length + H.values.length);
}

/** Writes a problem as native binary, or as JSON with its solution, and as FCLib; the path of the first. */
export async function writeDump(folder: string, name: string, dumped: Dumped): Promise<string> {
  const format = dumped.solution ? 'json' : 'bin';
  const file = writeInto(folder, `${name}.${format}`, await writeProblem(dumped, format));
  writeInto(folder, `${name}.hdf5`, await writeProblem(dumped, 'fclib'));
  return file;
}
