/** Cloth among the bodies of a world, and measures of how it lies. */
export { ClothBody } from './cloth-body.js';
export type { IterationTrace } from './cloth-world.js';
export { clothCrossings } from './crossings.js';
export { clothOverlap } from './overlap.js';
