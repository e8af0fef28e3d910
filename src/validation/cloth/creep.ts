import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { cos, sin } from '../../math/functions.js';
import { quaternionFromAxisAngle } from '../../math/quaternion.js';
import { Random } from '../../math/random.js';
import type { ClothWorldOptions } from '../../dynamics/cloth/settings.js';
import { worldOfCloth } from './lone-cloth.js';
import type { ValidationRow } from '../row.js';

/**
 * A crumpled sheet dropped on a slope of `angle` that it does not slide on. Returns the largest speed of a vertex after
 * `seconds` (m/s).
 */
export function creepSpeed(options: Partial<ClothWorldOptions>, seconds: number, angle = 0.35, friction = 0.5): number {
  const s = sin(angle);
  const c = cos(angle);
  const surface = sheet({ nu: 13, nv: 11, u: [0.3 * c, 0, -0.3 * s], v: [0, 0.25, 0], origin: [0, 0, 2.5e-3 / c] });
  const random = new Random(7);
  const positions = surface.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const lift = random.range(0, 8e-3);
    positions[i] += s * lift + random.range(-1e-3, 1e-3);
    positions[i + 1] += random.range(-1e-3, 1e-3);
    positions[i + 2] += c * lift;
  }
  const cloth = new Cloth({
    surface,
    positions,
    material: { density: 0.2, stretch: 60, bend: 1e-4, thickness: 4e-3 },
  });
  const h = 5e-3;
  const world = worldOfCloth(cloth, { h, start: 'velocity', selfFriction: 0.3, friction, ...options });
  const turn = new Float64Array(4);
  quaternionFromAxisAngle(turn, 0, Float64Array.of(0, 1, 0), 0, angle);
  world.addObstacle({
    shape: { type: 'plane' },
    orientation: [turn[0], turn[1], turn[2], turn[3]],
    material: 'ground',
  });
  for (let k = 0; k * h < seconds; k++) world.step();
  return cloth.v.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
}

/** No creep below the friction angle: 1e-9 m/s with the residual-driven stop; with 20 iterations as it comes. */
export function validateCreep(): ValidationRow[] {
  const stop = { contact: 1e-11, elastic: 1e-11, maxIterations: 5000 };
  return [
    { name: 'creep on a slope, residual-driven (m/s)', expected: 0, got: creepSpeed({ stop }, 2), tolerance: 1e-9 },
    {
      name: 'creep on a slope, 20 iterations (m/s)',
      expected: 0,
      got: creepSpeed({ iterations: 20 }, 2),
      tolerance: 1e-3,
    },
    {
      name: 'creep on a slope, 20 iterations from free motion, as [Ly20] (m/s)',
      expected: 0,
      got: creepSpeed({ iterations: 20, start: 'inertial', accelerate: 0, relaxation: 1, sweeps: 1 }, 2),
      tolerance: 1e-3,
    },
  ];
}
