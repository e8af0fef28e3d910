import { InputError } from '../../errors.js';
import type { FiberBody } from '../body.js';
import type { ElasticSystem } from './elastic-system.js';
import { CordeRod, ExplicitCordeRod } from './corde.js';
import { ProjectedElasticRod } from './der-projection.js';
import { DiscreteElasticRod } from './der.js';
import { MassSpringRod } from './mass-spring.js';
import { SuperHelixRod } from './super-helix.js';
import { type ResolvedRod, type RodSpec, resolveRod } from './spec.js';

/** A rod as scenes and statics see it. */
export interface Rod extends FiberBody, ElasticSystem {
  /** out = linear momentum (kg m/s), then angular momentum about the origin (kg m²/s) */
  momentum(out: Float64Array): void;
}

/** One rod model: what it is, and how to build one. */
export interface RodModel {
  readonly summary: string;
  readonly create: (rod: ResolvedRod) => Rod;
}

/** The rod models by name. */
export const rodModels: Record<string, RodModel> = {
  'mass-spring': {
    summary: 'implicit chain of nodes with stretch and bending springs; no twist',
    create: (rod) => new MassSpringRod(rod),
  },
  corde: {
    summary: 'CORDE: nodes and quaternions, implicit',
    create: (rod) => new CordeRod(rod),
  },
  'corde-explicit': {
    summary: 'CORDE with explicit forces: short steps, diagonal mass',
    create: (rod) => new ExplicitCordeRod(rod),
  },
  'super-helix': {
    summary: 'elements of constant curvature and twist, inextensible; clamped, driven, pinned or free root',
    create: (rod) => new SuperHelixRod(rod),
  },
  der: {
    summary: 'discrete elastic rod: vertices and twist angles, implicit, with stretch',
    create: (rod) => new DiscreteElasticRod(rod),
  },
  'der-projection': {
    summary: 'discrete elastic rod, inextensible by fast projection, bending explicit',
    create: (rod) => new ProjectedElasticRod(rod),
  },
};

/**
 * Makes a rod model of your own known by a name, to scenes and worlds of this program. Throws an `InputError` where the name is taken;
 * returns what takes it away again.
 *
 * @example
 * ```ts
 * registerRodModel('mine', { summary: 'a try', create: (rod) => new MyRod(rod) });
 * world.addRope({ model: 'mine', from: [0, 0, 1], to: [1, 0, 1], radius: 0.01 });
 * ```
 */
export function registerRodModel(name: string, model: RodModel): () => void {
  if (Object.hasOwn(rodModels, name) || typeof model?.create !== 'function') {
    const expected = 'a name that is not taken, and a model with summary and create(rod)';
    throw new InputError('wrong rod model', [{ path: 'model', expected, found: name }]);
  }
  rodModels[name] = model;
  return () => {
    delete rodModels[name];
  };
}

/**
 * Builds a rod.
 *
 * @example
 * createRod({ model: 'mass-spring', elements: 21, length: 0.25, section: { radius: 1e-3 }, material: 'spaghetti' });
 */
export function createRod(spec: RodSpec): Rod {
  const model = Object.hasOwn(rodModels, spec.model) ? rodModels[spec.model] : undefined;
  if (!model)
    throw new InputError('no such rod model', [
      { path: 'model', expected: `one of ${Object.keys(rodModels).join(', ')}`, found: spec.model },
    ]);
  return model.create(resolveRod(spec));
}
