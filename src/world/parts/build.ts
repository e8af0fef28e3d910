import type { Motion } from '../../bodies/motion.js';
import type { AddedBody } from '../../dynamics/members/members.js';
import { Obstacle } from '../../dynamics/members/obstacle.js';
import type { World as Engine } from '../../dynamics/world.js';
import type { Shape, SignedDistance } from '../../geometry/shape.js';
import { type Carrier, rigidCarrier } from '../../scene/build/carrier.js';
import { addCloth } from '../../scene/build/cloth.js';
import { addHair } from '../../scene/build/hair.js';
import { orientationOf } from '../../scene/build/orientation.js';
import { addRigid } from '../../scene/build/rigid.js';
import { addRod } from '../../scene/build/rod.js';
import { shapeOf } from '../../scene/build/shape.js';
import type { CarriedBy, Description } from './description.js';
import type { WorldMaterials } from './materials.js';
import { Mover } from './mover.js';

/** A force on one of the bodies of a part, a function of time alone: adds to out (length dofs). */
export interface PartLoad {
  /** number among the part's bodies */
  readonly body: number;
  readonly force: (out: Float64Array, t: number) => void;
}

/** A part of a world as it was built: an obstacle, or bodies. */
export interface Part {
  readonly obstacle?: Obstacle;
  readonly material: string;
  readonly mover?: Mover;
  readonly bodies: readonly AddedBody[];
  readonly loads: readonly PartLoad[];
  /** whether a script moves or pushes its bodies as time goes on, so that they never rest for good. Default: false */
  readonly driven?: boolean;
}

/** What is needed to build a part besides its description. */
export interface Workshop {
  readonly materials: WorldMaterials;
  /** an empty world of the same settings, which says what cannot be stepped */
  readonly engine: () => Engine;
  /** the obstacle of an id, and how it moves */
  readonly carrier: (id: number) => { readonly shape: Shape; readonly motion: Motion };
  /** what is kept under the part's id */
  readonly kept: () => AddedBody | SignedDistance;
  /** parts of the scene that the world was made from */
  readonly scene: (part: 'obstacle' | 'body', number: number) => Part;
}

/** Builds a part with the builders of scenes. Throws an `InputError` for what cannot be built. */
export function buildPart(description: Description, name: string, workshop: Workshop): Part {
  switch (description.kind) {
    case 'fixed':
    case 'kinematic':
      return buildObstacle(description, name, workshop);
    case 'own':
      return { material: description.material, bodies: [workshop.kept() as AddedBody], loads: [] };
    case 'scene':
      return workshop.scene(description.part, description.number);
    default:
      return buildBodies(description, name, workshop);
  }
}

type ObstacleDescription = Extract<Description, { kind: 'fixed' | 'kinematic' }>;

function buildObstacle({ json, kept }: ObstacleDescription, name: string, workshop: Workshop): Part {
  const shape = kept ? (workshop.kept() as SignedDistance) : shapeOf(json.shape);
  const { position = [0, 0, 0], surfaceVelocity, material } = json;
  // every obstacle can be put somewhere else between steps
  const mover = new Mover([...position, ...orientationOf(json.orientation)]);
  const belt = surfaceVelocity && { surfaceVelocity };
  const obstacle = new Obstacle({ name, shape, material, motion: mover.motion, ...belt }, 0);
  return { obstacle, material, mover, bodies: [], loads: [] };
}

type BodyDescription = Extract<Description, { kind: 'rigid' | 'rope' | 'hair' | 'cloth' }>;

function buildBodies(description: BodyDescription, name: string, workshop: Workshop): Part {
  const engine = workshop.engine();
  const { materials } = workshop;
  const { material } = description.json;
  switch (description.kind) {
    case 'rigid':
      addRigid(engine, materials, description.json, name);
      break;
    case 'rope': {
      const carriers = new Map<string, Carrier>();
      const hold = holding(description.on, workshop);
      if (hold) carriers.set('carrier', rigidCarrier(hold.motion));
      addRod(engine, materials, description.json, name, carriers);
      hold?.release();
      break;
    }
    case 'hair': {
      const hold = holding(description.on, workshop)!;
      const { shape } = workshop.carrier(description.on.id);
      engine.addObstacle({ name: 'carrier', shape, material });
      addHair(engine, materials, description.json, name, rigidCarrier(hold.motion));
      hold.release();
      break;
    }
    case 'cloth':
      addCloth(engine, description.json, name, new Map());
      break;
  }
  return { material, bodies: [...engine.added], loads: engine.loads.map(({ body, force }) => ({ body, force })) };
}

/**
 * How a carrier moves: while something is being built on it, as it stood when that was first done, so that building it
 * again later gives the same; from then on as it is told.
 */
function holding(on: CarriedBy | undefined, workshop: Workshop): { motion: Motion; release: () => void } | undefined {
  if (!on) return undefined;
  const { motion } = workshop.carrier(on.id);
  let building = true;
  return {
    motion: (out, t) => {
      if (building) out.set(on.pose);
      else motion(out, t);
    },
    release: () => {
      building = false;
    },
  };
}
