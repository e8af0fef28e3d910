import { frameOfTangent } from '../../bodies/rods/shape.js';
import type { World } from '../../dynamics/world.js';
import { quaternionToMatrix } from '../../math/quaternion.js';
import { Random } from '../../math/random.js';
import type { BundleJson } from '../schema/generators.js';
import type { RodJson } from '../schema/rod.js';
import type { Scene } from '../schema/scene.js';
import type { Vector } from '../schema/values.js';
import { movedRod } from './grid.js';
import type { Carriers } from './motion.js';
import { addRod } from './rod.js';

/** Adds parallel rods: the first in the middle, the others around it in rings of a hexagonal lattice. */
export function addBundle(world: World, scene: Scene, json: BundleJson, name: string, carriers: Carriers): void {
  const random = new Random(json.seed);
  const q = new Float64Array(4);
  const R = new Float64Array(9);
  frameOfTangent(q, 0, json.rod.shape?.tangent ?? [1, 0, 0], json.rod.shape?.normal);
  quaternionToMatrix(R, 0, q, 0);
  hexagons(json.count).forEach(([a, b], k) => {
    const wobble = (): number => (json.jitter > 0 ? random.range(-json.jitter, json.jitter) : 0);
    const x = a * json.spacing + wobble();
    const y = b * json.spacing + wobble();
    const offset: Vector = [R[0] * x + R[1] * y, R[3] * x + R[4] * y, R[6] * x + R[7] * y];
    addRod(world, scene, movedRod(beside(json.rod, x, y), offset), `${name}-${k}`, carriers);
  });
}

/**
 * A rod x and y off along the directors that runs parallel to a curved one: its centre line has the same centre of
 * curvature, so curvature κ becomes κ / (1 + κ1 y - κ2 x).
 */
function beside(rod: RodJson, x: number, y: number): RodJson {
  const curvature = rod.shape?.bend?.curvature;
  if (!curvature) return rod;
  const stretch = 1 + curvature[0] * y - curvature[1] * x;
  const bend = { curvature: [curvature[0] / stretch, curvature[1] / stretch, curvature[2] / stretch] as Vector };
  return { ...rod, shape: { ...rod.shape, bend } };
}

/** The first points of a hexagonal lattice by distance from the middle, neighbours at distance 1. */
export function hexagons(count: number): [number, number][] {
  const half = 0.5;
  const height = 0.5 * Math.sqrt(3);
  const reach = Math.ceil(Math.sqrt(count)) + 2;
  const points: [number, number, number][] = [];
  for (let j = -reach; j <= reach; j++) {
    for (let i = -2 * reach; i <= 2 * reach; i++) {
      const x = i + half * (j & 1);
      const y = height * j;
      points.push([x, y, x * x + y * y]);
    }
  }
  points.sort((p, q) => p[2] - q[2] || p[1] - q[1] || p[0] - q[0]);
  return points.slice(0, count).map(([x, y]) => [x, y]);
}
