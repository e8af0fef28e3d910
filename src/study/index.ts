/** Studies: many runs of a scene, what is measured in them, and what they come to. */
export { checkStudyScene } from './check-scene.js';
export type { Point } from './design/points.js';
export { Meter } from './measure/meter.js';
export type { StopRule } from './measure/meter.js';
export { planStudy } from './plan/plan.js';
export type { Plan, PlannedRun } from './plan/plan.js';
export { StudyTasks } from './plan/study-tasks.js';
export type { Lookup, Threshold } from './plan/threshold.js';
export { inspectStudy, readStudy } from './read-study.js';
export { studyJsonSchema, studySchemaAddress, studyVersion } from './schema.js';
export type { Study, StudyInput } from './schema.js';
export { csvOf, npzOf, runsTable, thresholdsTable } from './table.js';
export type { StudyColumn } from './table.js';
export { resultFromJson, resultHash, resultToJson } from './task.js';
export type { Task, TaskResult } from './task.js';
export { TaskRun } from './task-run.js';
