import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { joinSurfaces } from '../../bodies/cloth/surface.js';
import { Random } from '../../math/random.js';
import type { ClothWorldOptions } from '../../dynamics/cloth/settings.js';
import { worldOfCloth } from './lone-cloth.js';
import { clothOverlap } from './overlap.js';
import type { ValidationRow } from '../row.js';

/**
 * Crumpled sheets dropped on each other and on the ground. Returns the largest acceleration of a vertex (m/s²) in the half
 * second after `rest` seconds, and the deepest overlap at the end, of the thickness.
 */
export function stackAtRest(
  options: Partial<ClothWorldOptions>,
  rest: number,
  layers = 4,
): { acceleration: number; depth: number } {
  const thickness = 5e-3;
  const random = new Random(11);
  const surface = joinSurfaces(
    Array.from({ length: layers }, (_, l) =>
      sheet({
        nu: 13,
        nv: 11,
        u: [0.3, 0, 0],
        v: [0, 0.25, 0],
        origin: [0.01 * l, 0.006 * l, (0.5 + 2 * l) * thickness],
      }),
    ),
  );
  const positions = surface.positions.slice();
  for (let i = 2; i < positions.length; i += 3) positions[i] += random.range(0, 0.8 * thickness);
  const cloth = new Cloth({
    surface,
    positions,
    material: { density: 0.2, stretch: 60, bend: 1e-4, thickness },
  });
  const h = 5e-3;
  const world = worldOfCloth(cloth, { h, selfContact: 'vertex-face', selfFriction: 0.3, friction: 0.5, ...options });
  world.addObstacle({ shape: { type: 'plane' }, material: 'ground' });
  const last = new Float64Array(cloth.dofs);
  let acceleration = 0;
  for (let k = 0; k * h < rest + 0.5; k++) {
    last.set(cloth.v);
    world.step();
    if (k * h < rest) continue;
    for (let i = 0; i < cloth.dofs; i += 3) {
      let square = 0;
      for (let c = i; c < i + 3; c++) square += (cloth.v[c] - last[c]) * (cloth.v[c] - last[c]);
      acceleration = Math.max(acceleration, Math.sqrt(square) / h);
    }
  }
  const { obstacle, self } = clothOverlap(world.cloths[0].world);
  return { acceleration, depth: Math.max(obstacle, self) / thickness };
}

/** Stacked layers lie still once they have come to rest: nothing pops out, nothing sinks in. */
export function validateStack(): ValidationRow[] {
  const { acceleration, depth } = stackAtRest({ iterations: 20 }, 2);
  return [
    {
      name: 'four layers at rest, 20 iterations: largest acceleration (m/s²)',
      expected: 0,
      got: acceleration,
      tolerance: 1e-3,
    },
    {
      name: 'four layers at rest, 20 iterations: deepest overlap, of the thickness',
      expected: 0,
      got: depth,
      tolerance: 0.1,
    },
  ];
}
