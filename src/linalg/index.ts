export * from './sparse.js';
export * from './sparse-operations.js';
export * from './dense.js';
export * from './dense-lu.js';
export * from './symmetric-eigen.js';
