import type { Cloth } from '../../bodies/cloth/cloth.js';
import { BroadPhase } from '../../collision/broad-phase.js';
import { volume } from '../../geometry/tetrahedron.js';

/**
 * How many edges of a cloth go through a triangle of it: 0 unless parts of it have passed through each other. Overlaps do
 * not tell that: layers that have changed places lie as far apart as before.
 */
export function clothCrossings({ q, surface, topology }: Cloth): number {
  const { triangles } = surface;
  const { edges } = topology;
  const edgeCount = edges.length / 2;
  const count = edgeCount + triangles.length / 3;
  const boxes = new Float64Array(6 * count);
  // edges belong to one, triangles to another: only pairs of both are found
  const owner = new Int32Array(count).fill(1, edgeCount);
  for (let k = 0; k < edgeCount; k++) boxOf(boxes, k, q, edges.subarray(2 * k, 2 * k + 2));
  for (let t = 0; 3 * t < triangles.length; t++) {
    boxOf(boxes, edgeCount + t, q, triangles.subarray(3 * t, 3 * t + 3));
  }
  const broad = new BroadPhase();
  broad.find(count, boxes, owner, new Uint8Array(count));
  let crossings = 0;
  for (let p = 0; p < broad.n; p++) {
    const [a, b] = edges.subarray(2 * broad.first[p], 2 * broad.first[p] + 2);
    const t = 3 * (broad.second[p] - edgeCount);
    const corners = triangles.subarray(t, t + 3);
    if (!corners.includes(a) && !corners.includes(b) && crosses(q, a, b, corners)) crossings++;
  }
  return crossings;
}

function boxOf(boxes: Float64Array, k: number, x: Float64Array, nodes: Int32Array): void {
  for (let c = 0; c < 3; c++) {
    let least = Infinity;
    let most = -Infinity;
    for (const i of nodes) {
      least = Math.min(least, x[3 * i + c]);
      most = Math.max(most, x[3 * i + c]);
    }
    boxes[6 * k + c] = least;
    boxes[6 * k + 3 + c] = most;
  }
}

/** Whether the edge from a to b goes through the triangle: its ends on two sides, its line on one side of all three rims. */
function crosses(x: Float64Array, a: number, b: number, [i, j, k]: Int32Array): boolean {
  if (volume(x, i, j, k, a) * volume(x, i, j, k, b) >= 0) return false;
  const first = volume(x, i, j, a, b);
  const second = volume(x, j, k, a, b);
  const third = volume(x, k, i, a, b);
  return first * second > 0 && second * third > 0;
}
