import { dot3 } from '../../math/vec3.js';
import { stencil } from './contacts.js';
import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

/**
 * With the gap rule 'stop', contacts stop vertices short of the surface they approach; here they come to lie on it,
 * positions only. Obstacles are placed at the end of the step; contacts of the cloth with itself are judged along the
 * normals of the step.
 */
export function landVertices(state: StepState, obstacles: readonly ClothObstacle[]): void {
  const { contacts } = state;
  for (let o = 0; o < contacts.n; o++) {
    const j = contacts.order[o];
    if (contacts.compliance[j] === 0 || !(dot3(contacts.r, 3 * j, contacts.normal, 3 * j) > 0)) continue;
    const number = contacts.obstacleOf(j);
    const single = number >= 0 && contacts.size[j] === 1;
    const depth = single ? obstacleDepth(state, obstacles[number], j) : linearDepth(state, j);
    if (depth >= 0) continue;
    push(state, j, depth, single ? obstacles[number].normal : contacts.normal.subarray(3 * j, 3 * j + 3));
  }
}

function obstacleDepth(state: StepState, obstacle: ClothObstacle, j: number): number {
  const { q, cloth } = state;
  const node = state.contacts.node[stencil * j];
  const i = 3 * node;
  const offset = 0.5 * cloth.thickness[node];
  const distance = obstacle.distance(q[i], q[i + 1], q[i + 2], offset + Math.max(state.contacts.gap[j], 0));
  return distance === Infinity ? 0 : offset - distance;
}

/** -(gap + n · (Σ α (q - q₀) - the obstacle's way)) */
function linearDepth(state: StepState, j: number): number {
  const { contacts, q, q0, h } = state;
  const way = contacts.along(q, j) - contacts.along(q0, j) + h * contacts.drift[j];
  return -way - contacts.gap[j];
}

/** Moves the vertices of a contact apart by `by` along the normal, the lighter ones more. */
function push(state: StepState, j: number, by: number, normal: Float64Array): void {
  const { contacts, q, inverseMass } = state;
  for (let p = stencil * j; p < stencil * j + contacts.size[j]; p++) {
    const i = contacts.node[p];
    const share = (by * contacts.weight[p] * inverseMass[i]) / contacts.compliance[j];
    for (let c = 0; c < 3; c++) q[3 * i + c] += share * normal[c];
  }
}
