import type { ContactProblem } from '../friction/problem.js';

/** The kinds of file that hold a one-step problem. */
export const problemFormats = ['fclib', 'bin', 'json', 'npz'] as const;

/** A kind of problem file: FCLib HDF5, native binary, JSON, NumPy archive. */
export type ProblemFormat = (typeof problemFormats)[number];

/** Impulses and velocities, d numbers a contact, normal first, in the file's order of contacts. */
export interface Solution {
  /** contact impulses (N s) */
  readonly r: Float64Array;
  /** relative velocities (m/s) */
  readonly u?: Float64Array;
  /** generalised velocities, in the order of the problem's dofs */
  readonly v?: Float64Array;
  /** impulses of the equations beside the contacts (N s) */
  readonly s?: Float64Array;
}

/** A solution as a file has it, with its velocities in the order of the problem's dofs. */
export function inProblemOrder(solution: Solution, dofOrder: Int32Array | undefined): Solution {
  const { v } = solution;
  return v && dofOrder ? { ...solution, v: v.map((_, k) => v[dofOrder[k]]) } : solution;
}

/** What a file says about its problem besides the numbers. */
export interface ProblemInfo {
  readonly title?: string;
  readonly description?: string;
  /** rank, conditioning and the like, as text */
  readonly mathInfo?: string;
}

/** A one-step problem as it stands in a file. */
export interface ProblemFile {
  readonly problem: ContactProblem;
  readonly info?: ProblemInfo;
  /** first guesses the file brings */
  readonly guesses?: readonly Solution[];
  /** the solution the file claims; often all zeros, never to be trusted */
  readonly solution?: Solution;
  /** dof k of the problem is dof dofOrder[k] of the file; left out where they are the same */
  readonly dofOrder?: Int32Array;
}

/** What `readProblem` returns. */
export interface ReadProblem extends ProblemFile {
  readonly format: ProblemFormat;
  /** variant within the format: `local`, `global`, `version 1`, ... */
  readonly variant: string;
  /** what was mended or passed over on reading, for people */
  readonly notes: readonly string[];
}
