/**
 * The solves of kernels/solve.ts over memory that threads share: each has an instance of this module, and takes runs of supernodes
 * that have nothing to do with each other (see src/linalg/kernel/tree-solve.ts for the host's side).
 */
export { backwardRun, forwardRun } from './solve';
