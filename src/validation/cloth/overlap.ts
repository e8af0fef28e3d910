import type { ClothWorld } from '../../dynamics/cloth/cloth-world.js';
import { Proximity, places } from '../../collision/proximity.js';

/** How deep the vertices of a cloth are in what they must not enter (m); 0 where they touch nothing. */
export interface Overlap {
  /** in obstacles: half the thickness, less the distance */
  obstacle: number;
  /** in the cloth itself: the thickness, less the distance */
  self: number;
  /** number of vertices deeper than a tenth of the thickness */
  deep: number;
}

/** Measures the present state of the cloths, independently of the contacts of their last step. */
export function clothOverlap(world: ClothWorld): Overlap {
  const { assembly, settings, obstacles, t } = world;
  const q = new Float64Array(assembly.dofs);
  assembly.load(q, new Float64Array(assembly.dofs));
  const out = { obstacle: 0, self: 0, deep: 0 };
  for (const obstacle of obstacles) obstacle.place(t, settings.h);
  const near = new Proximity(assembly);
  if (settings.selfContact !== 'none') near.find(q, new Float64Array(assembly.dofs), assembly.thickest);
  for (let i = 0; i < assembly.nodes; i++) {
    const thickness = assembly.thickness[i];
    let deepest = 0;
    if (!assembly.pinned[i]) {
      for (const obstacle of obstacles) {
        const d = obstacle.distance(q[3 * i], q[3 * i + 1], q[3 * i + 2], thickness);
        if (d === Infinity) continue;
        out.obstacle = Math.max(out.obstacle, 0.5 * thickness - d);
        deepest = Math.max(deepest, 0.5 * thickness - d);
      }
    }
    for (let s = places * i; s < places * i + near.count[i]; s++) {
      const layers = assembly.layerDistance(i, assembly.triangles[near.triangle[s]]);
      out.self = Math.max(out.self, layers - near.distance[s]);
      deepest = Math.max(deepest, layers - near.distance[s]);
    }
    if (deepest > 0.1 * thickness) out.deep++;
  }
  return out;
}
