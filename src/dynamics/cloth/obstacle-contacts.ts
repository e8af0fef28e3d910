import { dot3, norm3 } from '../../math/vec3.js';
import { margin, meet } from './meeting.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

const way = new Float64Array(3);
const before = new Float64Array(3);
const surface = new Float64Array(3);
const node = new Int32Array(1);
const whole = Float64Array.of(1);

/** Contacts of vertices with an obstacle or body: what touches now, or would before the end of the step. */
export function findVertexContacts(state: StepState, obstacle: ClothObstacle, number: number): void {
  const { cloth, x, free, h, into } = state;
  const { normal, velocity } = obstacle;
  for (let i = 0; i < cloth.nodes; i++) {
    if (cloth.pinned[i] || !obstacle.admits[cloth.owner[i]]) continue;
    const thickness = cloth.thickness[i];
    const offset = 0.5 * thickness;
    const [px, py, pz] = [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    const speed = into > 0 ? 0 : norm3(free, 3 * i);
    const ahead = into > 0 ? 0 : margin(state, obstacle, thickness, speed) + h * (speed + obstacle.speed);
    const d = obstacle.distance(px, py, pz, offset + ahead);
    if (d === Infinity) continue;
    surface[0] = px - d * normal[0];
    surface[1] = py - d * normal[1];
    surface[2] = pz - d * normal[2];
    const gap = d - offset;
    let reach: number | undefined;
    if (into === 0 && gap >= -0.5 * offset && hasSmoothSides(obstacle)) {
      obstacle.carriedVelocity(surface[0], surface[1], surface[2]);
      for (let c = 0; c < 3; c++) way[c] = h * (free[3 * i + c] - velocity[c]);
      reach = lookAhead(obstacle, x, 3 * i, offset, h);
    }
    node[0] = i;
    meet(state, obstacle, number, node, whole, normal, surface, gap, reach);
  }
}

/** Meshes and tubes are asked for their distance once: what is near them is looked for triangle by triangle. */
function hasSmoothSides({ shape }: ClothObstacle): boolean {
  return shape.type !== 'mesh' && shape.type !== 'tube';
}

/**
 * The normal where the vertex will be at the end of its free way past an obstacle, and the gap along it that may
 * close till then (m). Beside an edge that comes over it the vertex sees the edge, at an angle; where it will be, the face
 * behind. A linearised edge would push the vertex along, and so drag everything that slides over cloth; so would the flank of a ball
 * that is yet to come. Where the way leads through the solid the nearest place now decides.
 */
function lookAhead(obstacle: ClothObstacle, x: Float64Array, i: number, offset: number, h: number): number | undefined {
  const { normal } = obstacle;
  before.set(normal);
  const later = obstacle.distance(x[i] + way[0], x[i + 1] + way[1], x[i + 2] + way[2], Infinity) - offset;
  const along = dot3(normal, 0, way, 0);
  if (later > -offset && dot3(normal, 0, before, 0) > 0) {
    // the way was one past the shape at its start: a drum that turns in its place has the same normals all the time
    obstacle.turnNormal(h);
    return Math.max(later - along, 0);
  }
  normal.set(before);
  return undefined;
}
