export * from './sparse.js';
export * from './sparse-operations.js';
