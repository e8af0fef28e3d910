import type { LinePlot } from '../plot/line-plot.js';
import type { Table } from '../table.js';
import type { Terminal } from '../terminal.js';

/** What a reproduction found: the paper's numbers beside ours. */
export interface Reproduced {
  readonly tables: readonly Table[];
  readonly plots: readonly LinePlot[];
  /** what to make of it, a sentence each */
  readonly remarks: readonly string[];
  /** the same numbers for programs */
  readonly data: unknown;
  /** whether what the paper shows holds here too */
  readonly holds: boolean;
}

/** What a reproduction may use of the world outside. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** tells how far it has come */
  progress(text: string): void;
  /** smaller sizes, for tests */
  readonly quick: boolean;
}

/** A table or figure of a paper, computed again. One file each, listed in `registry.ts`. */
export interface Reproduction {
  /** as on the command line, e.g. `hair-figure-6` */
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** where the paper shows it, e.g. `[Daviet11 Figure 6]` */
  readonly source: string;
  run(around: Surroundings): Promise<Reproduced>;
}
