import type { ClothWorld, ClothWorldOptions } from '../../dynamics/cloth/index.js';

/** A cloth scene ready to be stepped. */
export interface ClothScene {
  readonly name: string;
  readonly world: ClothWorld;
  /** how long it is meant to run (s) */
  readonly duration: number;
}

/** What a user may change in any cloth scene. */
export interface ClothSceneOptions {
  /** friction coefficient of what the scene varies: the obstacle and the cloth itself */
  readonly friction?: number;
  /** vertices along each direction, times this; 1 is the paper's mesh */
  readonly resolution?: number;
  /** choices for the stepper, over the scene's own */
  readonly world?: Partial<ClothWorldOptions>;
}

/** At least 3 vertices, the paper's number times the resolution. */
export function scaled(count: number, resolution: number | undefined): number {
  return Math.max(3, Math.round(count * (resolution ?? 1)));
}
