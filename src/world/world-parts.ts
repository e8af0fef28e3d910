import type { Body, FiberBody } from '../bodies/body.js';
import type { FiberOptions } from '../dynamics/members/members.js';
import { normalise3 } from '../math/vec3.js';
import type { Core } from './core.js';
import { Handle, checkedGroups } from './handles/handle.js';
import type {
  AnyHandle,
  ClothHandle,
  FixedHandle,
  HairHandle,
  KinematicHandle,
  OwnHandle,
  RigidHandle,
  RopeHandle,
} from './handles/index.js';
import type {
  ClothOptions,
  CommonOptions,
  FixedOptions,
  HairOptions,
  RigidOptions,
  RopeOptions,
  ShapeOption,
} from './options.js';
import { type VectorLike, knownKeys, refuse, vector } from './parts/check.js';
import * as describe from './parts/describe.js';
import type { CarriedBy, Description } from './parts/description.js';

/** How parts of a world come and go. */
export abstract class WorldParts {
  /** @internal */
  protected readonly core: Core;

  /** @internal */
  constructor(core: Core) {
    this.core = core;
  }

  /** A floor: everything on the far side of `normal` through `point` is solid. Default: z = 0, solid below. */
  addPlane(options: CommonOptions & { readonly point?: VectorLike; readonly normal?: VectorLike } = {}): FixedHandle {
    const { point = [0, 0, 0], normal = [0, 0, 1], ...rest } = options;
    const position = vector('addPlane', 'point', point);
    const up = Float64Array.from(vector('addPlane', 'normal', normal));
    if (!(normalise3(up, 0, up, 0) > 0)) refuse('addPlane', 'normal', 'a direction', normal);
    // the turn from z to the normal: half way between the two, or upside down
    const half = Math.sqrt(0.5 * Math.max(0, 1 + up[2]));
    const turn = half > 1e-8 ? [half, -up[1] / (2 * half), up[0] / (2 * half), 0] : [0, 1, 0, 0];
    const orientation = turn as [number, number, number, number];
    return this.#obstacle('addPlane', 'fixed', { type: 'plane' }, { ...rest, position, orientation }) as FixedHandle;
  }

  /** Something that stands still; with `sensor` it only notes what is inside. */
  addFixed(shape: ShapeOption, options: FixedOptions = {}): FixedHandle {
    return this.#obstacle('addFixed', 'fixed', shape, options) as FixedHandle;
  }

  /** Something that goes where `moveTo` tells it and pushes what is in its way. */
  addKinematic(shape: ShapeOption, options: FixedOptions = {}): KinematicHandle {
    return this.#obstacle('addKinematic', 'kinematic', shape, options) as KinematicHandle;
  }

  /** A box of the given sizes along x, y, z (m). */
  addBox(size: VectorLike, options: RigidOptions = {}): RigidHandle {
    return this.#rigid('addBox', describe.boxShape('addBox', size), options);
  }

  /** A ball (m). */
  addSphere(radius: number, options: RigidOptions = {}): RigidHandle {
    return this.#rigid('addSphere', describe.sphereShape('addSphere', radius), options);
  }

  /** A rigid body of any shape that has a mass. */
  addRigid(shape: ShapeOption, options: RigidOptions = {}): RigidHandle {
    return this.#rigid('addRigid', shape, options);
  }

  /**
   * A rope, wire or thread: straight between two places, or along points.
   *
   * @example
   * ```ts
   * world.addRope({ from: [0, 0, 1], to: [1, 0, 1], radius: 5e-3, start: 'pinned' });
   * world.addRope({ points: [[0, 0, 1], [0.5, 0.2, 1], [1, 0, 1]], radius: 5e-3, bend: 1e-3, twist: 1e-3 });
   * ```
   */
  addRope(options: RopeOptions): RopeHandle {
    knownKeys('addRope', options, Object.keys(options));
    const on = options.on === undefined ? undefined : this.#carrier('addRope', options.on);
    const description = describe.describeRope('addRope', options, this.core.materials, on);
    return this.#add('addRope', description, options) as RopeHandle;
  }

  /** Hair rooted on an obstacle. */
  addHair(options: HairOptions): HairHandle {
    knownKeys('addHair', options, Object.keys(options));
    const on = this.#carrier('addHair', options.on);
    const description = describe.describeHair('addHair', options, this.core.materials, on);
    return this.#add('addHair', description, options) as HairHandle;
  }

  /** Cloth: a sheet, or a mesh of triangles. */
  addCloth(options: ClothOptions): ClothHandle {
    const description = describe.describeCloth('addCloth', options, this.core.materials, this.core.clothSolver);
    return this.#add('addCloth', description, options) as ClothHandle;
  }

  /**
   * A body of a model of your own. One of kind 'rod' (`FiberBody`) touches as a rope does and gets a rope's handle; any other touches
   * nothing, but can be held, joined and watched.
   */
  addBody(body: FiberBody, options?: CommonOptions & Omit<FiberOptions, 'material'>): RopeHandle;
  addBody(body: Body, options?: CommonOptions): OwnHandle;
  addBody(body: Body, options: CommonOptions & Omit<FiberOptions, 'material'> = {}): RopeHandle | OwnHandle {
    if (typeof body?.linearise !== 'function' || typeof body.jacobian !== 'function') {
      refuse('addBody', 'body', 'an object that implements Body', typeof body);
    }
    const { name, groups: _, material: given, ...touch } = options;
    const material = this.core.materials.nameOf('addBody', given, 'wood');
    const isRod = (own: Body): own is FiberBody => own.kind === 'rod' && 'centreLine' in own;
    const added = isRod(body)
      ? ({ kind: 'rod', body, options: { ...touch, material } } as const)
      : ({ kind: 'own', body } as const);
    const member = this.core.add({ kind: 'own', material }, name ?? body.name, added);
    member.groups = checkedGroups('addBody', options.groups);
    return this.core.handle(member) as RopeHandle | OwnHandle;
  }

  #obstacle(call: string, kind: 'fixed' | 'kinematic', shape: ShapeOption, options: FixedOptions): AnyHandle {
    const description = describe.describeObstacle(call, kind, shape, options, this.core.materials);
    return this.#add(call, description, options, describe.isFunction(shape) ? shape : undefined);
  }

  #rigid(call: string, shape: ShapeOption, options: RigidOptions): RigidHandle {
    const description = describe.describeRigid(call, shape, options, this.core.materials);
    return this.#add(call, description, options) as RigidHandle;
  }

  #add(
    call: string,
    description: Description,
    { name, groups }: CommonOptions,
    kept?: Parameters<Core['add']>[2],
  ): AnyHandle {
    const checked = checkedGroups(call, groups);
    const member = this.core.add(description, name, kept);
    member.groups = checked;
    return this.core.handle(member);
  }

  #carrier(call: string, on: FixedHandle | KinematicHandle): CarriedBy {
    this.demandOwn(call, on);
    const { obstacle } = on.member.part;
    if (!obstacle) refuse(call, 'on', 'something fixed or kinematic', `${on.kind} ${on.id}`);
    return { id: on.id, pose: Array.from(obstacle.pose) };
  }

  /** Refuses what is no part of this world. */
  /** @internal */
  protected demandOwn(call: string, handle: unknown): asserts handle is Handle {
    if (!(handle instanceof Handle)) refuse(call, 'handle', 'a handle of this world', handle);
    if (handle.host !== this.core)
      refuse(call, 'handle', 'a handle of this world', `${handle.kind} ${handle.id} of another`);
    if (!handle.alive) refuse(call, 'handle', 'a part of this world', `${handle.kind} ${handle.id}, which was removed`);
  }

  /** Takes a part out, with everything that knew of it: contacts, hands, what it touched. */
  remove(handle: AnyHandle): void {
    this.demandOwn('remove', handle);
    const [carried] = this.core.carriedBy(handle.id);
    if (carried)
      refuse(
        'remove',
        'handle',
        'something that carries nothing',
        `the carrier of ${carried.name}`,
        'remove that first',
      );
    this.core.remove(handle.member);
  }
}
