/** Cloth stepped by Projective Dynamics with dry friction, its baselines, and its obstacles. */
export { ClothBody } from './cloth-body.js';
export { ClothWorld } from './cloth-world.js';
export type { IterationTrace } from './cloth-world.js';
export type { ClothStep } from './cloth-step.js';
export type { ContactError } from './contact-error.js';
export { ClothContacts } from './contacts.js';
export { ClothObstacle } from './obstacle.js';
export { clothCrossings } from './crossings.js';
export { clothOverlap } from './overlap.js';
export type { Overlap } from './overlap.js';
export type { ClothObstacleOptions } from './obstacle.js';
export type { ClothSettings, ClothWorldOptions, ContactMethod, SelfContact, StopRule } from './settings.js';
