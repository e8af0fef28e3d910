import type { World as Engine } from '../../dynamics/world.js';
import { buildWorld } from '../../scene/build/world.js';
import type { Scene } from '../../scene/schema/scene.js';
import type { EngineSettings } from '../assembly.js';
import type { Part } from './build.js';

/** Hands out the parts of a scene, each as if it had just been built. */
export class SceneSource {
  readonly scene: Scene;
  #engine: Engine | undefined;
  readonly #taken = new Set<string>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** the world of the scene, whose parts are handed out */
  get engine(): Engine {
    return (this.#engine ??= buildWorld(this.scene));
  }

  get settings(): EngineSettings {
    const { levels: _, repair, ...rest } = this.engine.settings;
    return { ...rest, repair: repair ?? false, pairs: this.scene.pairs };
  }

  /** A part by its number among the obstacles or the bodies of the built scene. */
  take(part: 'obstacle' | 'body', number: number): Part {
    const key = `${part} ${number}`;
    if (this.#taken.has(key)) {
      this.#engine = undefined;
      this.#taken.clear();
    }
    this.#taken.add(key);
    const { obstacles, added, loads } = this.engine;
    if (part === 'obstacle') {
      return { obstacle: obstacles[number], material: this.scene.obstacles[number].material, bodies: [], loads: [] };
    }
    const body = added[number];
    const material = body.kind === 'rigid' ? body.material : body.kind === 'own' ? '' : body.options.material;
    const own = loads.filter((load) => load.body === number).map(({ force }) => ({ body: 0, force }));
    return { material, bodies: [body], loads: own };
  }
}
