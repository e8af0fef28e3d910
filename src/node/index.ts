/**
 * Threads of Node for `solve` and for worlds (`stickslip/node`).
 *
 * @module
 */
export { type Threads, startThreads } from './threads.js';
export type { GroupPool } from '../dynamics/groups/group-job.js';
export type { SweepCrew } from '../friction/kernel/sweep-crew.js';
