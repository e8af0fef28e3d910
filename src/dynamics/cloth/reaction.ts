import type { ClothObstacle } from './obstacle.js';
import type { StepState } from './step-state.js';

const point = new Float64Array(3);

/** What the cloth did to the obstacles in a step; nothing where the method knows no impulses. */
export function reactOn(obstacles: readonly ClothObstacle[], { contacts, q0 }: StepState, impulses: boolean): void {
  for (const obstacle of obstacles) obstacle.impulse.fill(0);
  if (!impulses) return;
  for (let j = 0; j < contacts.own; j++) {
    if (contacts.obstacle[j] < 0) continue;
    const { impulse, origin } = obstacles[contacts.obstacle[j]];
    contacts.place(point, q0, j);
    for (let c = 0; c < 3; c++) {
      const b = (c + 1) % 3;
      const d = (c + 2) % 3;
      impulse[c] -= contacts.r[3 * j + c];
      impulse[3 + c] -= (point[b] - origin[b]) * contacts.r[3 * j + d] - (point[d] - origin[d]) * contacts.r[3 * j + b];
    }
  }
}
