/**
 * stickslip: fibers, rigid bodies and cloth in contact, with exact Coulomb friction.
 *
 * @packageDocumentation
 */
export { World } from './world/index.js';
export { InputError } from './errors.js';
export type { InputProblem } from './errors.js';
export * from './friction/index.js';
export { Recording, Runner, memorySource, stateHash } from './record/index.js';
export type { Frame, RecordedContacts, RunOptions, RunSummary, Sink, Source } from './record/index.js';
export * from './scene/index.js';
export * from './world/index.js';
export type { BlockDiagonalMatrix } from './linalg/block-diagonal.js';
export { denseBlockDiagonal } from './linalg/block-diagonal.js';
export { BlockRowBuilder } from './linalg/block-rows.js';
export type { BlockRowMatrix } from './linalg/block-rows.js';
export { blockSparseFromDense, blockSparseFromTriplets } from './linalg/block-sparse.js';
export type { BlockSparseMatrix } from './linalg/block-sparse.js';
