import type { StepContext } from '../../bodies/body.js';
import { asShaped, type ShapedRod } from '../../bodies/rods/natural-shape.js';
import { InputError } from '../../errors.js';
import { HoldingContacts, type HoldingForces, heldRod } from './holding-forces.js';
import type { GroomParts } from './parts.js';
import { type Separation, separate } from './separate.js';
import { stableStiffness } from './stability.js';

/** A rod to be groomed. */
export interface RodToGroom {
  /** its number among the bodies */
  readonly body: number;
  /** whether its natural shape is to be near the drawn one, not near the one it has. Default: false */
  readonly asDrawn?: boolean;
  readonly stiffen?: number;
}

/** How a world is groomed. */
export interface GroomOptions {
  /** the rods whose natural shapes are sought. Default: all of models that can have one */
  readonly rods?: readonly RodToGroom[];
  /** share of the friction that is used at most: the rest is left for what disturbs the shape. Default: 0.9 */
  readonly frictionShare?: number;
  /** rods that would fall when disturbed are made stiffer, at most so many times; each may say otherwise. Default: 1, not at all */
  readonly stiffen?: number;
  /** how near contact forces come to those of least change; the balance is exact in any case. Default: 1e-3 */
  readonly tolerance?: number;
}

/** What a rod came to. */
export interface GroomedRod {
  readonly body: number;
  readonly name: string;
  /** stiffness, in its own, from which on its shape is stable: above 1 it falls when disturbed. None for rods that no end is held of */
  readonly stableFrom: number | undefined;
  /** factor by which it was made stiffer */
  readonly stiffened: number;
  /** forces that are not balanced, over its weight */
  readonly unbalanced: number;
  /** largest change of a natural curvature or twist (1/m) */
  readonly change: number;
}

/** What a world came to. */
export interface GroomReport {
  readonly rods: readonly GroomedRod[];
  readonly separation: Separation;
  readonly forces: Omit<HoldingForces, 'r' | 'onRods'>;
}

/** Unbalanced forces, over the weight, up to which a rod is at rest: what is left where contacts hold all of it. */
export const balanceTolerance = 1e-6;
/** A rod that is made stiffer gets this much more than it needs: at the threshold itself nothing brings it back. */
const spare = 1.25;
/** Rounds by which rods that can move as a whole are balanced; others take one. */
const rounds = 40;
/** Their first rounds have velocities of a free fall, beside which those of the last are small. */
const looseTolerance = 1e-9;
/** Sweeps of a cone problem at most. */
const sweeps = { firm: 500, loose: 5000 };
/** Corrections that take rounding away. */
const corrections = 3;

interface Groomed extends Required<RodToGroom> {
  readonly rod: ShapedRod;
  /** natural strains that the new ones are compared with */
  before: Float64Array;
}

/**
 * Finds natural shapes and contact forces with which the rods of a world stay as they are drawn, under their weight
 * [the problem of Derouet-Jourdan et al. 2013]: F + Hᵀ r = K dx, r within the cones, dx the change of the natural strains as
 * a displacement of the shape. For any r that has a solution; the one of least dxᵀ K dx is a convex problem in r.
 */
export class Groom {
  readonly #parts: GroomParts;
  readonly #frictionShare: number;
  readonly #tolerance: number;
  readonly #rods: readonly Groomed[];

  constructor(parts: GroomParts, options: GroomOptions = {}) {
    this.#parts = parts;
    this.#frictionShare = options.frictionShare ?? 0.9;
    this.#tolerance = options.tolerance ?? 1e-3;
    const wanted = options.rods ?? parts.bodies.flatMap((own, body) => (asShaped(own) ? [{ body }] : []));
    this.#rods = wanted.map(({ body, asDrawn = false, stiffen = options.stiffen ?? 1 }: RodToGroom) => {
      const rod = asShaped(parts.bodies[body]);
      if (rod) return { body, rod, asDrawn, stiffen, before: rod.naturalStrains() };
      const expected = 'super-helix or der: rods of other models have no natural shape that could hold them';
      throw new InputError('no natural shape', [{ path: 'model', expected, found: parts.bodies[body].name }]);
    });
  }

  /** Changes natural shapes, moves rods that overlap, and has the first step begin with the forces found. */
  run(): GroomReport {
    const separation = this.separate();
    const contacts = new HoldingContacts(this.#parts);
    const numbers = new Set(this.#rods.map(({ body }) => body));
    contacts.find((body) => numbers.has(body));
    const { moves, ...forces } = this.#hold(contacts);
    this.#rods.forEach(({ rod }, k) => rod.relax(moves[k]));
    const rods = this.#rods.map((own, k) => this.#finish(own, contacts, forces.r, forces.onRods[k]));
    contacts.remember(forces.r);
    const { r: _, onRods: __, ...described } = forces;
    return { rods, separation, forces: described };
  }

  /** Moves rods that overlap, and no more than that; those that are to be as drawn take the shape that they have then. */
  separate(): Separation {
    this.#halt();
    const separation = separate(this.#parts);
    this.#halt();
    for (const own of this.#rods) {
      if (!own.asDrawn) continue;
      own.rod.adoptShape();
      own.before = own.rod.naturalStrains();
    }
    return separation;
  }

  /** Everything stands still where it is at time 0; bodies have their M. */
  #halt(): void {
    const { settings, obstacles, bodies } = this.#parts;
    const step: StepContext = { t: 0, h: settings.h, theta: settings.theta, gravity: settings.gravity };
    for (const obstacle of obstacles) obstacle.place(0, settings.h);
    for (const { rod } of this.#rods) rod.v.fill(0);
    for (const body of bodies) body.linearise(step);
    // ends that move were taken to the end of the step
    for (const { rod } of this.#rods) rod.moveEnds(0);
  }

  /** Contact forces, and by how much each natural shape moves. */
  #hold(contacts: HoldingContacts): HoldingForces & { moves: Float64Array[] } {
    const { gravity } = this.#parts.settings;
    const held = this.#rods.map(({ body, rod }) => heldRod(body, rod, gravity));
    const isLoose = held.some(({ rod }) => !rod.isClamped);
    const options = {
      frictionShare: this.#frictionShare,
      tolerance: isLoose ? looseTolerance : this.#tolerance,
      maxSweeps: isLoose ? sweeps.loose : sweeps.firm,
    };
    let moves = held.map(({ rod }) => new Float64Array(rod.dofs));
    for (let round = 1; ; round++) {
      const pushed = held.map((own, k) => ({ ...own, F: own.F.map((f, i) => f + own.proximal[i] * moves[k][i]) }));
      const forces = contacts.solve(pushed, options);
      const last = moves;
      moves = pushed.map(({ F, factor }, k) => {
        const dx = F.map((f, i) => f + forces.onRods[k][i]);
        factor.solve(dx);
        return dx;
      });
      // what holds a rod near where the last round led must vanish
      const worst = held.reduce((most, { rod, proximal }, k) => {
        const left = proximal.map((p, i) => p * (moves[k][i] - last[k][i]));
        return Math.max(most, this.#relative(rod, left));
      }, 0);
      if (worst < 0.1 * balanceTolerance || round === (isLoose ? rounds : 1)) return { ...forces, moves };
    }
  }

  /** Sum of the sizes of generalised forces over weight, or weight times length where they are moments. */
  #relative(rod: ShapedRod, forces: Float64Array): number {
    const [x, y, z] = this.#parts.settings.gravity;
    // where there is no weight, that of the earth is as good a measure
    const weight = (rod.linearDensity ?? 1) * rod.length * (Math.sqrt(x * x + y * y + z * z) || 9.81);
    return forces.reduce((sum, f, i) => sum + Math.abs(f) * rod.units[i], 0) / (weight * rod.length);
  }

  /** Makes a rod stiffer where it is to be, and its balance exact; says what it came to. */
  #finish(
    { body, rod, before, stiffen }: Groomed,
    contacts: HoldingContacts,
    r: Float64Array,
    push: Float64Array,
  ): GroomedRod {
    const { gravity } = this.#parts.settings;
    const isHeld = rod.endsHeld?.some((held) => held) ?? false;
    const stableFrom = isHeld ? stableStiffness(rod, contacts.loadsOn(body, r), gravity) : undefined;
    const stiffened = Math.max(1, Math.min(spare * (stableFrom ?? 0), stiffen));
    if (stiffened > 1) rod.stiffen(stiffened);
    for (let round = 0; ; round++) {
      const { F, factor } = heldRod(body, rod, gravity);
      const left = F.map((f, i) => (rod.fixed[i] === 0 ? f + push[i] : 0));
      const unbalanced = this.#relative(rod, left);
      if (round === corrections) {
        return { body, name: rod.name, stableFrom, stiffened, unbalanced, change: rod.naturalChange(before) };
      }
      factor.solve(left);
      rod.relax(left);
    }
  }
}
