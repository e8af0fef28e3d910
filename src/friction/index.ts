export { ContactSolver } from './contact-solver.js';
export type { ContactSolverSize, ContactSolverStatus } from './contact-solver.js';
export { certifyImpossible } from './certificate/certificate.js';
export type { Certificate } from './certificate/certificate.js';
export { contactStates, countStates } from './contact-state.js';
export type { ContactState, StateCounts } from './contact-state.js';
export { delassusForms } from './delassus/delassus.js';
export type { DelassusForm } from './delassus/delassus.js';
export { differentiate } from './differentiate/differentiate.js';
export type { Derivatives, DifferentiateOptions, GradientOf } from './differentiate/differentiate.js';
export type {
  DualGradient,
  MassValues,
  PrimalGradient,
  ProblemChange,
  SolutionChange,
  SolutionWeights,
} from './differentiate/change.js';
export type { NearChange } from './differentiate/near-change.js';
export { localSolvers } from './local/registry.js';
export type { LocalSolver } from './local/local-solver.js';
export { measureAll, measureNames } from './measures.js';
export type { ErrorMeasures, MeasureData, MeasureName } from './measures.js';
export type { Monitor, TracePoint } from './monitor.js';
export { blockSparseFromDense, blockSparseFromTriplets } from '../linalg/block-sparse.js';
export { denseBlockDiagonal } from '../linalg/block-diagonal.js';
export { BlockRowBuilder } from '../linalg/block-rows.js';
export { contactCount, degreeOfConstraint, dofCount, equationCount } from './problem.js';
export type { BilateralRows, ContactProblem, DualBilateralRows, DualProblem, PrimalProblem } from './problem.js';
export { checkProblem } from './problem-check.js';
export { registerSolver, solvers } from './registry.js';
export { solve } from './solve.js';
export type { SolveOptions, SolveResult } from './solve.js';
export type { ReadyProblem, Solver, SolverOptions, SolverOutcome, SolveStatus } from './solver.js';
