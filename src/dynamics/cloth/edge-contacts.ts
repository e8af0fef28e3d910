import { squareOfSegments } from '../../collision/narrow/segments.js';
import { cameThroughPlane, meeting } from '../../geometry/crossing.js';
import { settleLayers, slack } from './meeting.js';
import type { StepState } from './step-state.js';

const gapVector = new Float64Array(3);
const place = new Float64Array(3);

/**
 * Contact of two edges of cloth that cross, or would cross before the end of the step, nearest to each other at s and t: beyond [Ly20],
 * whose contacts are vertices only. The contact's four vertices have the weights (1 - s, s, -(1 - t), -t).
 */
export function meetEdges(state: StepState, a: number, b: number, c: number, d: number, s: number, t: number): void {
  const { cloth, x, into, contacts, inverseMass, h, free } = state;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const u = (1 - s) * x[3 * a + k] + s * x[3 * b + k];
    gapVector[k] = u - (1 - t) * x[3 * c + k] - t * x[3 * d + k];
    square += gapVector[k] * gapVector[k];
  }
  // edges that have come through each other are as far apart to the other side
  const distance = into > 0 && haveCrossed(state, a, b, c, d) ? -Math.sqrt(square) : Math.sqrt(square);
  if (distance === 0) return;
  const thickness = cloth.layerDistance(a, c);
  const gap = distance - thickness;
  for (let k = 0; k < 3; k++) {
    place[k] = (1 - t) * x[3 * c + k] + t * x[3 * d + k];
    gapVector[k] /= distance;
  }
  contacts.beginLayers(cloth.owner[a], cloth.owner[c]);
  const j = contacts.open(place, gapVector, 0, gap, cloth.friction(a, c));
  contacts.join(j, a, 1 - s, inverseMass[a]);
  contacts.join(j, b, s, inverseMass[b]);
  contacts.join(j, c, t - 1, inverseMass[c]);
  contacts.join(j, d, -t, inverseMass[d]);
  const counts = (): boolean =>
    into > 0
      ? state.isTooDeep(gap, 0.5 * thickness, state.layersOverlap)
      : gap + h * contacts.along(free, j) <= slack * thickness;
  settleLayers(state, j, a, state.isWanted(j) && counts());
}

/**
 * Whether two edges have come through each other since the start of the step: to the other side, and no farther apart than half of their
 * distance as layers when they were in one plane. Without that, cells that bend so that they are flat on the way would count: there opposite
 * edges change sides, an edge length apart.
 */
function haveCrossed({ q0, x, cloth }: StepState, a: number, b: number, c: number, d: number): boolean {
  if (!cameThroughPlane(q0, x, a, b, c, d)) return false;
  const half = 0.5 * cloth.layerDistance(a, c);
  return squareOfSegments(meeting, 0, 3, 6, 9) <= half * half;
}
