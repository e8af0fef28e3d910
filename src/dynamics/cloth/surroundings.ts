import type { Body, FiberBody, JacobianSpan } from '../../bodies/body.js';
import { InputError } from '../../errors.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { MaterialTable } from '../members/materials.js';
import type { ContactSurface } from '../members/surface.js';
import type { ClothWorld } from './cloth-world.js';
import { type Passage, fiberPassage, rigidPassage } from './passage.js';
import { RigidRecoil } from './rigid-recoil.js';

/** What a world tells a cloth of its surroundings. */
export interface SurroundingsOptions {
  /** bodies that cloth touches, in the world's order */
  readonly bodies: readonly Body[];
  readonly surfaces: readonly ContactSurface[];
  readonly materials: MaterialTable;
  /** number of the cloth's material */
  readonly material: number;
}

/** Numbers kept of a reaction: body, segment, arc length, place (3), impulse (3). */
const width = 9;

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);

/**
 * Everything of a world that a cloth touches, as the obstacles of its stepper: obstacles as they move, rigid bodies and the
 * segments of rods from their place before to their place after the world's own step. What the cloth did to a body acts on
 * it in the next step.
 */
export class ClothSurroundings {
  /** name and body number (-1 for obstacles) of each obstacle of the stepper */
  readonly owners: { readonly name: string; readonly body: number }[] = [];
  readonly #world: ClothWorld;
  readonly #options: SurroundingsOptions;
  readonly #passages: Passage[] = [];
  readonly #recoils: RigidRecoil[] = [];
  /** body, and segment of a rod, behind each obstacle of the stepper */
  readonly #segment: number[] = [];
  #known = 0;
  #reactions = new Float64Array(0);
  #J = new Float64Array(0);

  constructor(world: ClothWorld, options: SurroundingsOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Before the bodies move: notes their places, and adds last step's reactions to their momentum. */
  begin(h: number): void {
    const { surfaces } = this.#options;
    for (; this.#known < surfaces.length; this.#known++) this.#take(surfaces[this.#known]);
    for (const passage of this.#passages) passage.note(0, h);
    for (const recoil of this.#recoils) recoil.note();
    this.#react();
    for (const recoil of this.#recoils) recoil.noteReaction();
  }

  /** After the bodies have moved. */
  place(t: number): void {
    const { h, gravity } = this.#world.settings;
    for (const passage of this.#passages) passage.note(1, t + 0.5 * h);
    for (const recoil of this.#recoils) recoil.foresee(h, gravity);
  }

  /** Makes a surface of the world an obstacle of the cloth. */
  #take(surface: ContactSurface): void {
    const { bodies, materials, material } = this.#options;
    const friction = materials.friction(surface.material, material);
    const restitution = materials.restitution(surface.material, material);
    const add = (name: string, segment: number, options: Omit<ObstacleOptions, 'friction' | 'restitution'>): void => {
      this.#world.addObstacle({ ...options, name, friction, restitution, scripted: surface.body < 0 });
      this.owners.push({ name, body: surface.body });
      this.#segment.push(segment);
    };
    if (surface.fiber) {
      const fiber = surface.fiber;
      for (let s = 0; s + 1 < fiber.nodes; s++) {
        const passage = fiberPassage(fiber, s);
        this.#passages.push(passage);
        const halfLength = 0.5 * (fiber.nodeArcLength[s + 1] - fiber.nodeArcLength[s]);
        add(fiber.name, s, {
          shape: { type: 'capsule', radius: fiber.radius, halfLength },
          motion: passage.motion,
        });
      }
      return;
    }
    const placed = surface.collider.shape!;
    if (placed.type === 'tube') {
      const found = `a tube: ${surface.obstacle?.name ?? bodies[surface.body].name}`;
      throw new InputError('cloth cannot touch everything in the scene', [
        { path: 'shape', expected: 'a shape with an inside', found },
      ]);
    }
    const [x, y, z] = placed.offset;
    const [qw, qx, qy, qz] = placed.turn;
    const offset = { position: [x, y, z] as const, orientation: [qw, qx, qy, qz] as const };
    if (surface.obstacle) {
      const { name, motion, belt, vertices } = surface.obstacle;
      add(name, 0, {
        shape: placed.shape,
        motion,
        offset,
        surfaceVelocity: belt,
        ...(vertices && { vertices }),
      });
      return;
    }
    const body = bodies[surface.body] as RigidBody;
    const passage = rigidPassage(body);
    this.#passages.push(passage);
    const gives = this.#world.settings.method === 'projective' && body.rotates;
    const recoil = gives ? new RigidRecoil(body) : undefined;
    if (recoil) this.#recoils.push(recoil);
    add(body.name, 0, {
      shape: placed.shape,
      motion: passage.motion,
      offset,
      ...(recoil && { recoil: recoil.recoil }),
    });
  }

  /** Keeps what the last step did to bodies. */
  keep(): void {
    const { contacts, q0 } = this.#world.state;
    const found: number[] = [];
    for (let j = 0; j < contacts.n; j++) {
      const o = contacts.obstacle[j];
      if (o < 0 || this.owners[o].body < 0) continue;
      const r = contacts.r.subarray(3 * j, 3 * j + 3);
      if (r[0] === 0 && r[1] === 0 && r[2] === 0) continue;
      found.push(this.owners[o].body, this.#segment[o], 0);
      contacts.place(drive, q0, j);
      found.push(...drive, -r[0], -r[1], -r[2]);
    }
    this.#reactions = Float64Array.from(found);
  }

  /** f += Jᵀ r of the reactions kept; the bodies must be linearised. */
  #react(): void {
    const { bodies } = this.#options;
    for (let at = 0; at < this.#reactions.length; at += width) {
      const [b, segment, , x, y, z, rx, ry, rz] = this.#reactions.subarray(at, at + width);
      const body = bodies[b];
      if (this.#J.length < 3 * body.dofs) this.#J = new Float64Array(3 * body.dofs);
      if (body.kind === 'rigid') {
        const [cx, cy, cz] = body.q;
        body.jacobian(this.#J, span, drive, { index: 0, s: 0, offset: [x - cx, y - cy, z - cz] });
      } else {
        const s = arcLengthAt(body as FiberBody, segment, x, y, z);
        body.jacobian(this.#J, span, drive, { index: segment, s, offset: [0, 0, 0] });
      }
      for (let k = 0; k < span.len; k++) {
        const { f } = body.system;
        f[span.col + k] += this.#J[k] * rx + this.#J[span.len + k] * ry + this.#J[2 * span.len + k] * rz;
      }
    }
  }

  save(): Float64Array {
    return this.#reactions;
  }

  load(state: Float64Array): void {
    this.#reactions = state.slice();
  }
}

type ObstacleOptions = Parameters<ClothWorld['addObstacle']>[0];

let line = new Float64Array(0);

/** Arc length of the place on a segment of a rod that is nearest to a point. */
function arcLengthAt(fiber: FiberBody, segment: number, x: number, y: number, z: number): number {
  if (line.length < 3 * fiber.nodes) line = new Float64Array(3 * fiber.nodes);
  fiber.centreLine(line);
  const point = [x, y, z];
  let along = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const a = line[3 * segment + c];
    const d = line[3 * segment + 3 + c] - a;
    along += (point[c] - a) * d;
    square += d * d;
  }
  const share = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
  const arc = fiber.nodeArcLength;
  return arc[segment] + share * (arc[segment + 1] - arc[segment]);
}
