/** Rods: mass-spring chains, CORDE, super-helices, discrete elastic rods, behind one interface. */
export * from './end.js';
export * from './loads.js';
export * from './materials.js';
export * from './section.js';
export * from './shape.js';
export * from './spec.js';
export * from './registry.js';
export * from './time-step.js';
export type { ElasticSystem, TangentKind } from './elastic-system.js';
export * from './equilibrium.js';
