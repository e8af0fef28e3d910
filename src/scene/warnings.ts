import { hasReaction } from '../dynamics/cloth/reaction.js';
import { meshParts } from './build/solid-mesh.js';
import type { Scene } from './schema/scene.js';

/** Something in a scene that is not as its author may think. */
export interface SceneWarning {
  /** place in the scene */
  readonly path: string;
  readonly message: string;
}

/** Hulls that have more than this share of volume too much are worth a word: less is how finely a ball is cut. */
const hollow = 0.02;

/** What a scene that can be run does otherwise than its author may think. */
export function sceneWarnings(scene: Scene): SceneWarning[] {
  return [...hollows(scene), ...penalties(scene)];
}

/** Meshes that are not convex. */
function hollows(scene: Scene): SceneWarning[] {
  return scene.bodies.flatMap((body, k): SceneWarning[] => {
    const rigid = body.type === 'grid' ? body.body : body;
    const path = body.type === 'grid' ? `bodies[${k}].body.shape` : `bodies[${k}].shape`;
    const found = rigid.type === 'rigid' ? meshParts(rigid.shape) : undefined;
    if (!found || found.excess <= hollow) return [];
    const pieces = found.parts.length === 1 ? 'the mesh is' : `the ${found.parts.length} pieces of the mesh are`;
    const more = Number.isFinite(found.excess)
      ? `${Math.round(100 * found.excess)} % more volume`
      : 'a volume it has not';
    const cure = 'cut it into convex pieces that do not share vertices, or build it of a compound of shapes';
    return [{ path, message: `${pieces} replaced by convex hulls, with ${more}: hollows are filled (${cure})` }];
  });
}

/** Cloth that carries nothing, in a scene with bodies. */
function penalties({ bodies }: Scene): SceneWarning[] {
  const cure = 'method projective or exact carries them';
  if (bodies.every(({ type }) => type === 'cloth')) return [];
  return bodies.flatMap((body, k): SceneWarning[] => {
    if (body.type !== 'cloth' || hasReaction(body.solver.method)) return [];
    const message = `penalties act on the cloth alone: the run ends where a body that moves touches it (${cure})`;
    return [{ path: `bodies[${k}].solver.method`, message }];
  });
}
