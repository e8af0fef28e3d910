/** Deterministic functions, seeded random numbers, small vectors, matrices and rotations. */
export * from './functions.js';
export * from './random.js';
export * from './vec3.js';
export * from './mat3.js';
export * from './eigen3.js';
export * from './quaternion.js';
export * from './frame.js';
