import type { JointAnchor, JointSpec } from '../../dynamics/joints/spec.js';
import { Obstacle } from '../../dynamics/members/obstacle.js';
import type { World as Engine } from '../../dynamics/world.js';
import { buildRanges } from '../../scene/build/world.js';
import type { Scene } from '../../scene/schema/scene.js';
import type { EngineSettings } from '../assembly.js';
import { type PlainEnd, type PlainJoint, standing, unmoved } from '../plain-joint.js';
import type { Part } from './build.js';

/** What the parts of a scene are numbered among. */
type PartList = 'obstacle' | 'body';

/** A scene built: its world, and what of it is no part of that. */
interface Built {
  readonly engine: Engine;
  /** by number of body: whether the scene moves or pushes it as time goes on */
  readonly driven: readonly boolean[];
  /** as plain joints, their ends by numbers of parts instead of ids */
  readonly joints: readonly SceneJoint[];
}

interface SceneJoint {
  readonly spec: PlainJoint['spec'];
  readonly a: SceneEnd;
  readonly b: SceneEnd;
}

type SceneEnd = Omit<PlainEnd, 'id' | 'body'> & { readonly on: readonly [PartList, number] | undefined };

/** Hands out the parts of a scene, each as if it had just been built. */
export class SceneSource {
  readonly scene: Scene;
  #present: Built | undefined;
  readonly #taken = new Set<string>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  get #built(): Built {
    return (this.#present ??= build(this.scene));
  }

  /** the world of the scene, whose parts are handed out */
  get engine(): Engine {
    return this.#built.engine;
  }

  get settings(): EngineSettings {
    const { levels: _, repair, ...rest } = this.engine.settings;
    return { ...rest, repair: repair ?? false, pairs: this.scene.pairs };
  }

  /** A part by its number among the obstacles or the bodies of the built scene. */
  take(part: PartList, number: number): Part {
    const key = `${part} ${number}`;
    if (this.#taken.has(key)) {
      this.#present = undefined;
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
    return { material, bodies: [body], loads: own, driven: this.#built.driven[number] };
  }

  /** The joints of the scene; `idOf` says which parts were made of its obstacles and bodies. */
  joints(idOf: (part: PartList, number: number) => number): PlainJoint[] {
    const end = ({ on, ...rest }: SceneEnd): PlainEnd => ({ id: on ? idOf(...on) : 0, body: 0, ...rest });
    return this.#built.joints.map(({ spec, a, b }) => ({ spec, a: end(a), b: end(b), t: 0 }));
  }
}

function build(scene: Scene): Built {
  let joints: SceneJoint[] = [];
  const { world: engine, ranges } = buildRanges(scene, (joined) => (joints = sceneJoints(joined)));
  const driven: boolean[] = [];
  ranges.forEach(([from, to], k) => {
    const own = isDriven(scene.bodies[k]);
    for (let body = from; body < to; body++) driven[body] = own;
  });
  return { engine, driven, joints };
}

/** The joints of a world, its bodies where they were made. */
function sceneJoints({ joints, bodies, obstacles, added }: Engine): SceneJoint[] {
  const end = ({ body, point }: JointAnchor): SceneEnd => {
    if (!body) return { on: undefined, point, ...unmoved };
    if (body instanceof Obstacle) return { on: ['obstacle', obstacles.indexOf(body)], point, ...unmoved };
    const number = bodies.indexOf(body);
    return { on: ['body', number], point, ...standing(added[number]) };
  };
  return joints.map(({ spec: { a, b, ...spec } }: { readonly spec: JointSpec }) => ({ spec, a: end(a), b: end(b) }));
}

/** Keys of scenes with what acts on bodies besides weight and contacts. */
const acting = new Set(['load', 'loads', 'motion', 'wind']);

/** Whether an entry of a scene, or what it repeats, is moved or pushed by a script. */
function isDriven(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return typeof json[0] === 'object' && json.some(isDriven);
  return Object.entries(json).some(([key, value]) => (acting.has(key) && value !== undefined) || isDriven(value));
}
