import { Cloth, joinSurfaces, sheet } from '../../bodies/cloth/index.js';
import type { Surface } from '../../bodies/cloth/index.js';
import { moved, still } from '../../bodies/motion.js';
import { ClothWorld } from '../../dynamics/cloth/index.js';
import type { ClothScene, ClothSceneOptions } from './cloth-scene.js';
import { scaled } from './cloth-scene.js';

/** Side of the square, radius of the sphere (m), turning rate of the sphere (rad/s). */
const side = 1;
const radius = 0.25;
const rate = 2;

/**
 * Square1 and Square3 [Ly20 5]: one flat sheet of 5,996 vertices, or three of 5,988 stacked, falling on a rotating sphere.
 * Density, weights and time step of table 1; friction 0.1 or 0.3.
 */
export function clothSquare(sheets: 1 | 3, options: ClothSceneOptions = {}): ClothScene {
  const { friction = 0.3, resolution } = options;
  const thickness = 5e-3;
  const nu = scaled(75, resolution);
  const nv = scaled(80, resolution);
  const pieces: Surface[] = [];
  for (let k = 0; k < sheets; k++) {
    const height = radius + 0.02 + 2 * thickness * k;
    const origin = [-0.5 * side, -0.5 * side, height] as const;
    pieces.push(sheet({ nu, nv, origin, u: [side, 0, 0], v: [0, side, 0], cut: sheets === 1 ? 1 : 3 }));
  }
  const cloth = new Cloth({
    name: `square-${sheets}`,
    surface: joinSurfaces(pieces),
    material: {
      density: sheets === 1 ? 3 : 1.5,
      stretch: 200,
      bend: 5e-4,
      thickness,
      selfFriction: friction,
    },
  });
  const world = new ClothWorld(cloth, { h: 5e-3, iterations: 20, ...options.world });
  world.addObstacle({
    name: 'sphere',
    shape: { type: 'sphere', radius },
    motion: moved(still(), { spin: { axis: [0, 0, 1], rate } }),
    friction,
  });
  return { name: `square-${sheets}`, world, duration: 2 };
}
