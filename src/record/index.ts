/** Runs and their recordings. */
export { Runner } from './runner.js';
export type { RunOptions } from './runner.js';
export { Recording } from './recording.js';
export type { RecordingView } from './recording.js';
export { resampled } from './resample.js';
export { decodeClip, encodeClip } from './clip.js';
export { MemorySink } from './memory-sink.js';
export { memorySource } from './record-file.js';
export type { Sink, Source } from './record-file.js';
export type { Ending, Gap } from './damage.js';
export type { Frame, FrameLayout } from './frame.js';
export { contactStates } from './contacts.js';
export type { RecordedContacts } from './contacts.js';
export type {
  BodyGeometry,
  ClothGeometry,
  ObstacleGeometry,
  RigidGeometry,
  RodGeometry,
  SolidPart,
  SolidShape,
} from './geometry.js';
export type { RecordingHeader } from './writer.js';
export { stepColumns } from './step-columns.js';
export type { StepColumn } from './step-columns.js';
export type { RunSummary } from './summary.js';
export { stateHash } from './state-hash.js';
export { sha256 } from './sha256.js';
