import { voussoir } from '../../geometry/voussoir.js';
import type { World } from '../../dynamics/world.js';
import { sin } from '../../math/functions.js';
import type { ArchJson, WallJson } from '../schema/generators.js';
import type { Scene } from '../schema/scene.js';
import { materialNamed } from './materials.js';

/** Adds a wall in running bond; odd courses begin and end with half bricks. */
export function addWall(world: World, scene: Scene, json: WallJson, name: string): void {
  const [length, depth, height] = json.brick;
  const [x0, y0, z0] = json.position ?? [0, 0, 0];
  const density = json.density ?? materialNamed(scene, json.material).density ?? 1000;
  const pitch = length + json.gap;
  const left = -0.5 * (json.bricks * pitch - json.gap);
  const half = 0.5 * (length - json.gap);
  for (let course = 0; course < json.courses; course++) {
    const odd = course % 2 === 1;
    const count = odd ? json.bricks + 1 : json.bricks;
    for (let k = 0; k < count; k++) {
      const short = odd && (k === 0 || k === count - 1);
      const size = short ? half : length;
      const start = odd && k > 0 ? half + json.gap + (k - 1) * pitch : k * pitch;
      world.addRigid({
        name: `${name}-${course}-${k}`,
        shape: { type: 'box', half: [0.5 * size, 0.5 * depth, 0.5 * height] },
        material: json.material,
        density,
        position: [x0 + left + start + 0.5 * size, y0, z0 + (course + 0.5) * height],
      });
    }
  }
}

/** Adds an arch of equal voussoirs. */
export function addArch(world: World, scene: Scene, json: ArchJson, name: string): void {
  const density = json.density ?? materialNamed(scene, json.material).density ?? 1000;
  const whole = (json.angle * Math.PI) / 180;
  const first = 0.5 * (Math.PI - whole);
  const [x0, y0, z0] = json.position ?? [0, 0, 0];
  for (let k = 0; k < json.voussoirs; k++) {
    const from = first + (k * whole) / json.voussoirs;
    const to = first + ((k + 1) * whole) / json.voussoirs;
    world.addRigid({
      name: `${name}-${k}`,
      shape: { type: 'convex', polyhedron: voussoir(json.innerRadius, json.outerRadius, from, to, json.depth) },
      material: json.material,
      density,
      position: [x0, y0, z0 - json.innerRadius * sin(first)],
    });
  }
}
