import type { FiberBody, JacobianSpan } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { ContactSet } from '../../collision/contact-set.js';
import type { Detector } from '../../collision/detector.js';
import { InputError } from '../../errors.js';
import { apply33, applyTransposed33, transpose33 } from '../../math/mat3.js';
import type { GroupPool } from '../groups/group-job.js';
import type { BodyContacts, CoupledGroup, SurfaceTie } from '../groups/coupled-group.js';
import type { ContactParts } from '../members/contact-parts.js';
import type { ContactSurface } from '../members/surface.js';
import { ClothAssembly } from '../../bodies/cloth/assembly.js';
import { RodNodes, rigidCarrier, segmentCarrier } from './carriers.js';
import type { ClothBody } from './cloth-body.js';
import { type ClothStep, emptyStep } from './cloth-step.js';
import { ClothWorld } from './cloth-world.js';
import { stateOf } from './contact-error.js';
import { type ClothContacts, type KeptContacts, stencil } from './contacts.js';
import { gain } from './driven-work.js';
import { forgetObstacles } from './impulse-memory.js';
import { checkStiffness } from '../../bodies/cloth/global-system.js';
import { ClothObstacle } from './obstacle.js';
import { hasReaction, notCarried, notHeld } from './reaction.js';
import { type ClothWorldOptions, clothSettings } from './settings.js';
import type { Seam } from './seams.js';
import { type SolvedCloth, solvedCloth } from './solved.js';
import type { InverseMass } from './solids.js';
import { addHeld } from './ties.js';

/** What cloths are surrounded by. */
type Around = Pick<ContactParts, 'bodies' | 'surfaces' | 'materials'>;

/** A solution to come back to: velocities of cloths and bodies, contacts, and how much elements were held. */
interface KeptSolution {
  readonly v: Float64Array;
  readonly bodies: Float64Array;
  readonly contacts: KeptContacts;
  readonly holds: readonly (Float64Array | undefined)[];
}

const span: JacobianSpan = { col: 0, len: 0 };
const drive = new Float64Array(3);
const point = new Float64Array(3);
const way = new Float64Array(3);
const centre = new Float64Array(3);
const nowhere = new Float64Array(3);
const toWorld = new Float64Array(9);

/**
 * The cloths of a world with everything that touches them, as one group: obstacles as they move; rigid bodies and rods
 * with their velocities as unknowns of the same step, so that what cloth does to them and they to cloth balances in it.
 */
export class ClothGroup implements CoupledGroup {
  readonly bodies: ClothBody[] = [];
  /** what happened in the last step */
  record: ClothStep = emptyStep();
  /** which surfaces a cloth touches; default: all */
  admits: ((surface: ContactSurface, cloth: ClothBody) => boolean) | undefined;
  /** asked about every contact of cloth that is found: may change it, or leave it out */
  ask: Detector['accept'];
  /** other threads, where there are any */
  pool: GroupPool | undefined;
  readonly #around: Around;
  readonly #materials: number[] = [];
  #options: ClothWorldOptions | undefined;
  #world: ClothWorld | undefined;
  readonly #rods: RodNodes[] = [];
  #known = 0;
  #J = new Float64Array(64);
  /** centres of rigid bodies at the start of the step, 3 numbers a body */
  #centres = new Float64Array(0);
  /** cloths and what each does not touch */
  #apart: readonly (readonly [cloth: object, other: object])[] = [];
  #kept: KeptSolution | undefined;
  /** whether contacts were taken in since the last solve */
  changed = false;

  constructor(around: Around) {
    this.#around = around;
  }

  get isEmpty(): boolean {
    return this.bodies.length === 0;
  }

  /** The stepper of all cloths; made anew when there is another. */
  get world(): ClothWorld {
    if (this.#world) return this.#world;
    const { materials } = this.#around;
    const cloths = this.bodies.map(({ cloth }) => cloth);
    const friction = (a: number, b: number): number => materials.friction(this.#materials[a], this.#materials[b]);
    this.#world = new ClothWorld(new ClothAssembly(cloths, friction), this.#options!);
    this.#rods.length = this.#known = 0;
    return this.#world;
  }

  /** The numbers of those who touch at a contact of cloth, as contact columns have them. */
  ownersOf({ a, b }: ContactSet, k: number): [number, number] {
    const other = b[k] < 0 ? this.bodies[-1 - b[k]].number : this.#around.surfaces[b[k]].collider.owner;
    return [this.bodies[a[k]].number, other];
  }

  /** Takes a cloth in; throws `InputError` for what cannot be stepped. All cloths of a world share their options. */
  add(body: ClothBody, material: number, options: ClothWorldOptions): void {
    clothSettings(options);
    checkStiffness(body.cloth, options.h);
    const same = JSON.stringify(options);
    if (this.#options && JSON.stringify(this.#options) !== same) {
      const hint = 'cloths that may touch are iterated together: give all of them the same solver';
      throw new InputError('wrong cloth', [
        {
          path: 'solver',
          expected: JSON.stringify(withoutStep(this.#options)),
          found: JSON.stringify(withoutStep(options)),
          hint,
        },
      ]);
    }
    this.#options = options;
    this.bodies.push(body);
    this.#materials.push(material);
    this.#world = undefined;
  }

  /**
   * Goes on with the stepper of another group, factors and remembered impulses between cloths included, if its cloths and options
   * are the same; what the cloths touch is taken anew.
   */
  takeOver(other: ClothGroup): void {
    const same = this.bodies.length === other.bodies.length && this.bodies.length > 0;
    if (!same || !other.#world || JSON.stringify(this.#options) !== JSON.stringify(other.#options)) return;
    if (this.bodies.some(({ cloth }, c) => cloth !== other.bodies[c].cloth)) return;
    if (this.#materials.some((material, c) => material !== other.#materials[c])) return;
    this.#world = other.#world;
    forgetObstacles(this.#world.memory);
    this.#leaveSurfaces(this.#world);
  }

  /** Starts a step of h at time t: contacts of cloth are found; `ties` hold it. The bodies are linearised and where they were. */
  prepare(t: number, h: number, ties: readonly SurfaceTie[], inverse: InverseMass): void {
    const { world } = this;
    const { surfaces, bodies } = this.#around;
    for (; this.#known < surfaces.length; this.#known++) this.#take(surfaces[this.#known]);
    for (const nodes of this.#rods) nodes.forget();
    if (this.#centres.length < 3 * bodies.length) this.#centres = new Float64Array(6 * bodies.length);
    bodies.forEach(({ kind, q }, b) => {
      if (kind !== 'rod') this.#centres.set(q.subarray(0, 3), 3 * b);
    });
    this.record = emptyStep();
    this.changed = false;
    world.t = t;
    world.state.contacts.solids.begin(bodies, inverse);
    world.state.ask = this.ask;
    world.callOn(this.pool);
    world.state.couple = (contacts, j, obstacle, later) => this.#couple(contacts, j, obstacle, later);
    this.#tie(ties);
    world.prepare(this.record, h);
    if (!this.hasReaction) this.#demandNoReaction(ties);
  }

  /** whether what touches or holds the cloths feels them */
  get hasReaction(): boolean {
    return hasReaction(this.#options?.method);
  }

  /** Refuses what a method without reaction would pass over. */
  #demandNoReaction(ties: readonly SurfaceTie[]): void {
    const { members } = this.world.state.contacts.solids;
    const held = new Set(ties.flatMap(({ parts }) => parts.map(({ body }) => body.name)));
    const problems = [...held].map(notHeld);
    // joints join the bodies that they tie, too
    if (problems.length === 0) problems.push(...members.map((b) => notCarried(this.#around.bodies[b].name)));
    if (problems.length > 0) throw new InputError('cloth with method penalty', problems);
  }

  /** Whether a body touches cloth in the present step, or may before its end. */
  touches(body: number): boolean {
    return this.world.state.contacts.solids.has(body);
  }

  /** Solves the group: cloths, bodies that touch them, and the contacts among those; says how well. */
  solve(between: BodyContacts): Pick<ClothStep, 'status' | 'iterations'> & { readonly error: number } {
    const { contacts } = this.world.state;
    const { solids } = contacts;
    for (const b of between.members) solids.join(b);
    contacts.truncate();
    for (const k of between.contacts) this.#addBetween(contacts, between, k);
    const held = between.held.map(({ sides, w, r }) => addHeld(contacts, sides, w, r));
    this.record.iterations = 0;
    this.changed = false;
    this.world.solve(this.record);
    between.contacts.forEach((k, i) =>
      apply33(between.r, 3 * k, between.rows.frame, 9 * k, contacts.r, 3 * (contacts.own + i)),
    );
    between.held.forEach(({ r }, k) => r.set(contacts.r.subarray(3 * held[k], 3 * held[k] + 3)));
    const { status, iterations, error } = this.record;
    return { status, iterations, error: error.total };
  }

  /** The last step, for checking it. */
  solved(): SolvedCloth {
    return solvedCloth(this.world.state, this.record.error.total);
  }

  /** whether the ends of steps are looked at */
  get looksAhead(): boolean {
    return !this.isEmpty && this.world.looksAhead;
  }

  /** Deepest overlap of cloth where the bodies are now, at the end of the step, in half thicknesses. */
  check(): number {
    return this.looksAhead ? this.world.lookAhead(true) : 0;
  }

  /** What the cloths would have more at the end of the step than at its start, but for what is put in (J). */
  gain(): number {
    return this.isEmpty ? 0 : gain(this.world.state);
  }

  /** Takes in the contacts that overlap at the end of the step; the bodies are there. */
  adopt(): void {
    if (!this.looksAhead) return;
    const { contacts } = this.world.state;
    contacts.truncate();
    this.world.lookAhead(false);
    this.changed = contacts.n > contacts.own;
    contacts.close();
  }

  /** Keeps the present solution, to come back to. */
  keep(): void {
    if (this.isEmpty) return;
    const { v, contacts, cloth } = this.world.state;
    const holds = cloth.keepHolds();
    this.#kept = { v: v.slice(), bodies: contacts.solids.v.slice(), contacts: contacts.keep(), holds };
  }

  /** Goes back to the solution that was kept. */
  back(): void {
    if (!this.#kept) return;
    const { v, contacts, cloth } = this.world.state;
    v.set(this.#kept.v);
    cloth.restoreHolds(this.#kept.holds);
    contacts.solids.v.set(this.#kept.bodies);
    contacts.restore(this.#kept.contacts);
  }

  /** Velocities of bodies of the group, stacked by body. */
  get velocities(): Float64Array {
    return this.world.state.contacts.solids.v;
  }

  /** State of contact i of those between bodies. */
  stateBetween(i: number): ReturnType<typeof stateOf> {
    const { contacts, v, scale } = this.world.state;
    return stateOf(contacts, v, contacts.own + i, scale);
  }

  /** Moves the cloths to the end of the step. */
  finish(): void {
    this.world.finish(this.record);
  }

  /** What holds cloth, by vertices of all cloths. */
  #tie(ties: readonly SurfaceTie[]): void {
    const { start } = this.world.assembly;
    const seams: Seam[] = [];
    const own = ties.map(({ parts, sides, w, r, collide }) => {
      const places = parts.map(({ body, nodes }) => {
        const c = this.bodies.findIndex((known) => known === body);
        if (c < 0) throw new RangeError(`what holds the cloth ${body.name} is of another world`);
        return nodes.map((node) => start[c] + node);
      });
      const [first, second] = places;
      if (second && !collide) seams.push({ nodes: first, weights: parts[0].weights, other: second[0] });
      return { nodes: places.flat(), weights: parts.flatMap(({ weights }) => weights), sides, w, r, number: -1 };
    });
    this.world.ties.splice(0, this.world.ties.length, ...own);
    this.world.state.seams = seams;
  }

  /** What cloths do not touch: pairs of a cloth with a body or an obstacle that it is tied to. */
  keepApart(pairs: readonly (readonly [cloth: object, other: object])[]): void {
    const known = this.#apart;
    if (pairs.length === known.length && pairs.every(([a, b], k) => a === known[k][0] && b === known[k][1])) return;
    this.#apart = pairs;
    if (this.#world) this.#leaveSurfaces(this.#world);
  }

  /** Surfaces are taken anew by the next step. */
  #leaveSurfaces({ obstacles }: ClothWorld): void {
    obstacles.length = this.#rods.length = this.#known = 0;
  }

  /** Makes a surface of the world something that cloth touches. */
  #take(surface: ContactSurface): void {
    const { bodies, materials } = this.#around;
    const { obstacles, settings } = this.world;
    const { body, fiber, material } = surface;
    const { gravity } = settings;
    const other = surface.obstacle ?? bodies[body];
    const options = {
      surface,
      friction: this.#materials.map((own) => materials.friction(material, own)),
      restitution: this.#materials.map((own) => materials.restitution(material, own)),
      admits: this.bodies.map(
        (own) =>
          (this.admits?.(surface, own) ?? true) &&
          !this.#apart.some(([cloth, apart]) => cloth === own && apart === other),
      ),
    };
    if (fiber) {
      const nodes = new RodNodes(fiber);
      this.#rods.push(nodes);
      for (let segment = 0; segment + 1 < fiber.nodes; segment++) {
        obstacles.push(new ClothObstacle({ ...options, segment, carrier: segmentCarrier(nodes, segment, gravity) }));
      }
    } else if (surface.obstacle) obstacles.push(new ClothObstacle(options));
    else obstacles.push(new ClothObstacle({ ...options, carrier: rigidCarrier(bodies[body] as RigidBody, gravity) }));
  }

  /**
   * Lets contact j act on a body, at the cloth's own point: what acts at one point on both has no moment. A body that
   * cannot move at all is as an obstacle. `later`: the contact was found where things are at the end of the step.
   */
  #couple(contacts: ClothContacts, j: number, obstacle: ClothObstacle, later: boolean): void {
    const number = obstacle.body;
    const body = this.#around.bodies[number];
    if (!contacts.solids.join(number)) {
      for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = 0;
      return;
    }
    if (this.#J.length < 3 * body.dofs) this.#J = new Float64Array(3 * body.dofs);
    if (later) this.#slideBack(contacts, j, obstacle);
    // where it was at the start of the step, also where contacts are found at its end: impulses act there on both
    contacts.place(point, this.world.state.q0, j);
    if (body.kind === 'rod') this.#rodJacobian(body as FiberBody, obstacle.segment);
    else {
      const at = 3 * number;
      const x = this.#centres;
      const offset = [point[0] - x[at], point[1] - x[at + 1], point[2] - x[at + 2]] as const;
      body.jacobian(this.#J, span, drive, { index: 0, s: 0, offset });
    }
    for (let c = 0; c < 3; c++) contacts.w[3 * j + c] = -drive[c];
    contacts.lean(j, number, this.#J, span.col, span.len, -1);
  }

  /**
   * Contact j acts where the body is over the cloth at the start of the step, found where it will be at its end: arms of impulses are those
   * of the start. At the place to come the load would act ahead of a ball that rolls, by v h, and turn it back; and its turning
   * would count as coming nearer.
   */
  #slideBack(contacts: ClothContacts, j: number, obstacle: ClothObstacle): void {
    const { x, q0, free, h, into, cloth, inverseMass } = this.world.state;
    contacts.place(way, into > 0 ? x : free, j);
    contacts.place(point, q0, j);
    const nodes = this.#rods.find(({ rod }) => rod === this.#around.bodies[obstacle.body]);
    const [a, b] = nodes ? [3 * obstacle.segment, 3 * obstacle.segment + 3] : [3 * obstacle.body, 3 * obstacle.body];
    const start = nodes?.start ?? this.#centres;
    for (let c = 0; c < 3; c++) centre[c] = 0.5 * (start[a + c] + start[b + c]);
    obstacle.carriedVelocity(centre[0], centre[1], centre[2]);
    // how far the cloth's place and the body's middle move past each other in the step
    const { q } = this.#around.bodies[obstacle.body];
    for (let c = 0; c < 3; c++) {
      if (into === 0) way[c] = h * (way[c] - obstacle.velocity[c]);
      else way[c] -= point[c] + (nodes ? 0.5 * (nodes.x[a + c] + nodes.x[b + c]) : q[c]) - centre[c];
    }
    const { normal } = contacts;
    const along = normal[3 * j] * way[0] + normal[3 * j + 1] * way[1] + normal[3 * j + 2] * way[2];
    for (let c = 0; c < 3; c++) point[c] += way[c] - along * normal[3 * j + c];
    const { walk } = cloth;
    if (!walk.to(q0, contacts.node[stencil * j], point)) return;
    contacts.slide(j, cloth.triangles, walk.triangle, walk.weights, inverseMass);
  }

  #rodJacobian(rod: FiberBody, segment: number): void {
    const nodes = this.#rods.find((known) => known.rod === rod)!;
    const { start: x } = nodes;
    const a = 3 * segment;
    let along = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const d = x[a + 3 + c] - x[a + c];
      along += (point[c] - x[a + c]) * d;
      square += d * d;
    }
    const share = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
    const { nodeArcLength: arc, lever, radius } = rod;
    const s = arc[segment] + share * (arc[segment + 1] - arc[segment]);
    const arm = lever !== undefined && lever < radius ? lever / radius : 1;
    const at = (c: number): number => arm * (point[c] - (x[a + c] + share * (x[a + 3 + c] - x[a + c])));
    nodes.startJacobian(this.#J, span, drive, { index: segment, s, offset: [at(0), at(1), at(2)] });
  }

  /** Contact k between bodies or of a body with an obstacle, turned into world axes. */
  #addBetween(contacts: ClothContacts, { rows, w, mu, r }: BodyContacts, k: number): void {
    contacts.beginLayers(0, 0);
    const j = contacts.open(nowhere, rows.frame, 9 * k, 0, mu[k]);
    contacts.drift[j] = rows.drive[3 * k];
    applyTransposed33(contacts.w, 3 * j, rows.frame, 9 * k, w, 3 * k);
    applyTransposed33(contacts.r, 3 * j, rows.frame, 9 * k, r, 3 * k);
    transpose33(toWorld, 0, rows.frame, 9 * k);
    for (let side = 2 * k; side < 2 * k + 2; side++) {
      if (rows.body[side] < 0) continue;
      contacts.lean(j, rows.body[side], rows.turned(side, toWorld), rows.col[side], rows.len[side], 1);
    }
  }
}

function withoutStep({ h: _h, gravity: _gravity, ...rest }: ClothWorldOptions): object {
  return rest;
}
