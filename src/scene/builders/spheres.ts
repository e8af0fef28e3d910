import type { WorldOptions } from '../../dynamics/world-options.js';
import { World } from '../../dynamics/world.js';
import { cbrt } from '../../math/functions.js';
import { Random } from '../../math/random.js';

/** Spheres settling in a box [Renouf05 Table 1]. */
export interface SpheresOptions {
  /** number of spheres. Default: 320 */
  readonly spheres?: number;
  /** friction everywhere. Default: 0.3 */
  readonly friction?: number;
  /** step (s). Default: 0.02 */
  readonly h?: number;
  /** mean radius (m). Default: 0.05 */
  readonly radius?: number;
  /** radii vary by this share either way. Default: 0.1 */
  readonly spread?: number;
  /** spheres along a side of the box. Default: so that they lie about four deep */
  readonly side?: number;
  readonly seed?: number;
  readonly solver?: WorldOptions['solver'];
  readonly repair?: WorldOptions['repair'];
}

/** Spheres of slightly different radii above the floor of a box, on a loose grid, about to fall. */
export function spheres(options: SpheresOptions = {}): World {
  const { spheres: n = 320, friction = 0.3, h = 0.02, radius = 0.05, spread = 0.1, seed = 1 } = options;
  const world = new World({
    materials: { glass: { friction } },
    h,
    solver: options.solver,
    repair: options.repair,
  });
  const random = new Random(seed);
  const pitch = 2 * radius * (1 + spread) * 1.3;
  const side = options.side ?? Math.max(2, Math.round(cbrt(1.5 * n)));
  const half = side * radius * (1 + spread) * 1.02;
  addBox(world, half);
  for (let k = 0; k < n; k++) {
    const layer = Math.floor(k / (side * side));
    const row = Math.floor(k / side) % side;
    const place = [k % side, row].map((i) => ((i + 0.5) * 2 * half) / side - half);
    const r = radius * (1 + spread * random.range(-1, 1));
    const slack = half / side - r;
    world.addRigid({
      name: `sphere-${k + 1}`,
      shape: { type: 'sphere', radius: r },
      density: 2500,
      position: [place[0] + slack * random.range(-1, 1), place[1] + slack * random.range(-1, 1), (layer + 0.5) * pitch],
      material: 'glass',
    });
  }
  return world;
}

/** Floor z = 0 and four walls at distance `half` from the middle. */
function addBox(world: World, half: number): void {
  const q = Math.SQRT1_2;
  world.addObstacle({ name: 'floor', shape: { type: 'plane' }, material: 'glass' });
  const walls = [
    ['west', [-half, 0, 0], [q, 0, q, 0]],
    ['east', [half, 0, 0], [q, 0, -q, 0]],
    ['south', [0, -half, 0], [q, -q, 0, 0]],
    ['north', [0, half, 0], [q, q, 0, 0]],
  ] as const;
  for (const [name, position, orientation] of walls) {
    world.addObstacle({ name, shape: { type: 'plane' }, position, orientation, material: 'glass' });
  }
}
