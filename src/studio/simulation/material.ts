import type { Scene } from '../../scene/schema/scene.js';

/** Material of a body, or of the generator that made it. */
export function materialOf(scene: Scene, name: string): string {
  let best = '';
  let material = '';
  scene.bodies.forEach((json, k) => {
    const own = json.name ?? `${json.type}-${k}`;
    if (!name.startsWith(own) || own.length <= best.length) return;
    best = own;
    const holder = 'body' in json ? json.body : 'rod' in json ? json.rod : json;
    material = holder.material;
  });
  return scene.materials[material]?.preset ?? material;
}
