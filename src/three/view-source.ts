import type { Shape } from '../geometry/shape.js';

/** What a view needs of a part: the handles of `World` are such, and those of a world in a worker. */
export interface ViewedPart {
  readonly id: number;
  readonly kind: string;
  readonly enabled: boolean;
  /** rigid, fixed, kinematic: position, quaternion w, x, y, z */
  readonly pose?: Float64Array;
  readonly shape?: Shape;
  /** rigid: centre of mass in the frame of the shape; `pose` is that of the centre */
  readonly centre?: Float64Array;
  /** rope, hair, cloth */
  readonly positions?: Float64Array;
  readonly radius?: number;
  readonly starts?: Int32Array;
  readonly triangles?: Int32Array;
}

/** What a view looks at. */
export interface ViewSource {
  readonly handles: readonly ViewedPart[];
}
