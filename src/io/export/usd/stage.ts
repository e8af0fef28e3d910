import type { Looks } from '../../../record/looks.js';
import type { RecordingView } from '../../../record/recording.js';
import type { FrameMeshes, RodRadius } from '../mesh/frame-meshes.js';
import type { UsdMaterials } from './materials.js';

/** What all prims of a stage are made of. */
export interface UsdStage {
  readonly recording: RecordingView;
  readonly frames: readonly number[];
  /** time of each frame, in frames */
  readonly codes: readonly number[];
  readonly meshes: FrameMeshes;
  readonly looks: Looks;
  readonly materials: UsdMaterials;
  readonly radius: RodRadius;
  /** velocities of the bodies at a frame, in the places of its numbers */
  velocities(frame: number): Float32Array;
}
