import type { Obstacle } from '../../dynamics/members/obstacle.js';
import { PlacedShape } from '../../geometry/placed-shape.js';

const own = new Float64Array(3);

/** Surfaces of obstacles at time 0, which what is laid on them has to stay outside of. */
export class ObstacleSurfaces {
  readonly #shapes: { readonly placed: PlacedShape; readonly box: Float64Array }[] = [];
  /** of the last surface that a point was moved away from */
  readonly normal = new Float64Array(3);

  constructor(obstacles: readonly Obstacle[]) {
    for (const { shape, motion } of obstacles) {
      const pose = new Float64Array(7);
      motion(pose, 0);
      const parts = shape.type === 'compound' ? shape.parts : [{ shape }];
      for (const part of parts) {
        if (part.shape.type === 'compound') continue;
        const placed = new PlacedShape(part.shape, part.position, part.orientation);
        placed.place(pose);
        const box = new Float64Array(6);
        placed.kind.bounds(box, placed.shape, placed);
        this.#shapes.push({ placed, box });
      }
    }
  }

  /** Distance of a point from the nearest surface, negative inside (m). */
  distance([x, y, z]: Float64Array): number {
    let least = Infinity;
    for (const { placed } of this.#shapes) {
      least = Math.min(least, placed.kind.distance(own, placed.shape, placed, x, y, z));
    }
    return least;
  }

  /** Moves a point out to a distance of all surfaces; whether it had to be. */
  clear(q: Float64Array, gap: number): boolean {
    let carried = false;
    // twice: what clears one surface may come near another
    for (let round = 0; round < 2; round++) {
      for (const { placed, box } of this.#shapes) {
        if ([0, 1, 2].some((i) => q[i] < box[i] - gap || q[i] > box[i + 3] + gap)) continue;
        const missing = gap - placed.kind.distance(own, placed.shape, placed, q[0], q[1], q[2]);
        if (!(missing > 0)) continue;
        carried = true;
        this.normal.set(own);
        for (let i = 0; i < 3; i++) q[i] += missing * own[i];
      }
    }
    return carried;
  }
}
