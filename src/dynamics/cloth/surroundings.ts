import { bounds } from '../../collision/narrow/round-triangle.js';
import { slack } from './meeting.js';
import type { ClothObstacle } from './obstacle.js';
import { type StepState, largestSpeed } from './step-state.js';

const box = new Float64Array(6);
/** farthest that a vertex goes in the step without contacts (m) */
let farthest = 0;

/** Notes where the vertices of all cloths are, for the next calls of `aheadOf` and `isBeyond`. */
export function beginSurroundings({ x, free, h, into }: StepState): void {
  bounds(box, x);
  farthest = into > 0 ? 0 : h * largestSpeed(free);
}

/** How far off an obstacle is looked at, beyond half the thickness (m): as far as it and cloth may come together; at the end only what overlaps. */
export function aheadOf({ cloth, h, into }: StepState, obstacle: ClothObstacle): number {
  return into > 0 ? 0 : slack * cloth.thickest + 1.5 * (h * obstacle.speed + farthest);
}

/** Whether all vertices are farther than `far` from p along one of the axes. */
export function isBeyond(p: Float64Array, far: number): boolean {
  for (let c = 0; c < 3; c++) if (p[c] < box[c] - far || p[c] > box[3 + c] + far) return true;
  return false;
}
