import type { Cloth } from '../../bodies/cloth/cloth.js';
import type { ClothWorldOptions } from '../../dynamics/cloth/settings.js';
import { World } from '../../dynamics/world.js';

/** How a world with a single cloth is made; all but the step has defaults. */
export type LoneCloth = ClothWorldOptions & {
  /** friction of the cloth with itself, and of it on obstacles of the material `ground`. Default: 0 */
  readonly selfFriction?: number;
  readonly friction?: number;
  readonly restitution?: number;
};

/** A world with a single cloth, to which obstacles of the material `ground` may be added. */
export function worldOfCloth(
  cloth: Cloth,
  { h, gravity, selfFriction = 0, friction = 0, restitution = 0, ...options }: LoneCloth,
): World {
  const world = new World({
    materials: { cloth: { friction: selfFriction }, ground: { friction } },
    pairs: [{ between: ['cloth', 'ground'], friction, restitution }],
    h,
    ...(gravity && { gravity }),
  });
  world.addCloth(cloth, { material: 'cloth', ...options });
  return world;
}
