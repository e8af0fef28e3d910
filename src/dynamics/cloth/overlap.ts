import type { ClothWorld } from './cloth-world.js';
import { Proximity, places } from './proximity.js';

/** How deep the vertices of a cloth are in what they must not enter (m); 0 where they touch nothing. */
export interface Overlap {
  /** in obstacles: half the thickness, less the distance */
  obstacle: number;
  /** in the cloth itself: the thickness, less the distance */
  self: number;
  /** number of vertices deeper than a tenth of the thickness */
  deep: number;
}

/** Measures the present state of a cloth, independently of the contacts of its last step. */
export function clothOverlap(world: ClothWorld): Overlap {
  const { cloth, settings, obstacles, t } = world;
  const { thickness } = cloth.material;
  const out = { obstacle: 0, self: 0, deep: 0 };
  for (const obstacle of obstacles) obstacle.place(t, settings.h);
  const near = new Proximity(cloth);
  if (settings.selfContact !== 'none') near.find(cloth.q, new Float64Array(cloth.dofs), thickness);
  for (let i = 0; i < cloth.nodes; i++) {
    let deepest = 0;
    if (!cloth.pinned[i]) {
      for (const obstacle of obstacles) {
        const d = obstacle.distance(cloth.q[3 * i], cloth.q[3 * i + 1], cloth.q[3 * i + 2], thickness);
        if (d === Infinity) continue;
        out.obstacle = Math.max(out.obstacle, 0.5 * thickness - d);
        deepest = Math.max(deepest, 0.5 * thickness - d);
      }
    }
    for (let s = places * i; s < places * i + near.count[i]; s++) {
      out.self = Math.max(out.self, thickness - near.distance[s]);
      deepest = Math.max(deepest, thickness - near.distance[s]);
    }
    if (deepest > 0.1 * thickness) out.deep++;
  }
  return out;
}
