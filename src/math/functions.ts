/**
 * Deterministic elementary functions: the same bits in Node and in every browser, where the last digits of Math.sin and
 * its relatives differ from engine to engine. The core uses these and never the ones of Math (a lint rule sees to it).
 */
export { sin, cos, sincos, tan } from './trigonometry.js';
export { asin, acos, atan, atan2 } from './inverse-trigonometry.js';
export { exp, expm1, log, log2 } from './exponential.js';
export { pow, cbrt } from './power.js';
export { hypot2, hypot3 } from './hypot.js';
export { sinOverX, oneMinusCosOverX2, xMinusSinOverX3, stumpff } from './stumpff.js';
