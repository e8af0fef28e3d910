import type { LinePlot } from '../present/line-plot.js';
import type { Table } from '../present/table.js';
import type { Claim } from './claim.js';

/** What a reproduction found: the paper's numbers beside ours. */
export interface Reproduced {
  readonly tables: readonly Table[];
  readonly plots: readonly LinePlot[];
  /** what to make of it, a sentence each */
  readonly remarks: readonly string[];
  /** the same numbers for programs */
  readonly data: unknown;
  /** what the paper says of it, each with a verdict: the exit code is theirs */
  readonly claims: readonly Claim[];
}

/** What a reproduction may use of the world outside. */
export interface Surroundings {
  /** bytes of a file; fails where it cannot be read */
  read(path: string): Promise<Uint8Array>;
  /** tells how far it has come; with the share that is done (0 to 1) the time left is shown too */
  progress(text: string, share?: number): void;
  /** smaller sizes, to try it and for tests */
  readonly quick: boolean;
  /** rows or scenes asked for; all where empty */
  readonly only: readonly string[];
  /** how many problems are to be solved, where that is what takes the time; the reproduction's own number where missing */
  readonly problems?: number;
  /** values replaced in the gallery scenes that it runs, `path=value` */
  readonly set: readonly string[];
  /** whether Ctrl-C was pressed: what was measured so far is to be returned */
  stopped(): boolean;
  /** lets the process notice Ctrl-C; to be awaited now and then in long work */
  breathe(): Promise<void>;
}

/** A table or figure of a paper, computed again. One file each, listed in `registry.ts`. */
export interface Reproduction {
  /** as on the command line, e.g. `hair-figure-6` */
  readonly name: string;
  /** one line for listings */
  readonly summary: string;
  /** where the paper shows it, e.g. `[Daviet11 Figure 6]` */
  readonly source: string;
  /** whether it runs gallery scenes as they stand, in which values can be replaced */
  readonly takesSettings: boolean;
  run(around: Surroundings): Promise<Reproduced>;
}
