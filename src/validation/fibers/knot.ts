import { createRod } from '../../bodies/rods/registry.js';
import type { DiscreteElasticRod } from '../../bodies/rods/der.js';
import { row } from '../row.js';
import type { ValidationRow } from '../row.js';
import { World } from '../../dynamics/world.js';
import { overhandKnot, resample } from '../../scene/build/curves.js';
import { fitPolynomial } from './fit.js';
import { knotNumber } from './knot-type.js';

/** Length of the rod (m): the loop, 2π m, and two tails, in which bending dies away over √2 m. */
const length = 14;

/** Loop length about which forces are measured: R = 1 m. */
const loop = 2 * Math.PI;

/**
 * The ends are moved until the loop is this much longer and shorter than `loop`, over eps (m): friction turns round
 * within the length eps of the braid. Forces are measured near `loop`.
 */
const swing = 1.25;
const near = 0.25;

/** Step (s); the rod's own time is √(ρS R⁴ / B) = 1 s. */
const h = 0.5;

/** A rod of unit bending stiffness and mass with an overhand knot, its ends in two hands. */
class Knot {
  readonly world: World;
  readonly radius: number;
  readonly #rod: DiscreteElasticRod;
  /** how far the hands are from where they began, both together (m) */
  #pulled: number;

  constructor(eps: number, mu: number, elements: number, internalDamping: number, before?: Knot) {
    this.radius = eps * eps;
    this.#pulled = before ? before.#pulled : 0;
    this.world = new World({
      materials: { cord: { friction: mu } },
      gravity: [0, 0, 0],
      h,
      solver: { tolerance: 1e-5, restTolerance: 1e-5 },
    });
    const points = resample(overhandKnot([0, 0, 0], [1, 0, 0], 0.75, length), length, elements);
    const hand = (node: number, sign: number) => (pose: Float64Array) => {
      pose.set(points.subarray(3 * node, 3 * node + 3));
      pose[0] += 0.5 * sign * this.#pulled;
      pose.set([1, 0, 0, 0], 3);
    };
    this.#rod = createRod({
      model: 'der',
      elements,
      length,
      section: { radius: this.radius },
      material: 'rubber',
      // EA R² / B = 1e5: the tension of 1/2 stretches the rod by 5e-6
      stiffness: { EA: 1e5, EI1: 1, EI2: 1, GJ: 2 / 3, mass: 1, inertia: 1e-2 },
      internalDamping,
      airDamping: 0.05,
      initial: { points },
      start: { kind: 'pinned', motion: hand(0, -1) },
      end: { kind: 'pinned', motion: hand(elements, 1) },
    }) as DiscreteElasticRod;
    this.world.addFiber(this.#rod, { material: 'cord', selfDistance: 0.5 });
    if (before) this.world.restore(before.world.save());
  }

  /** Length of the rod less the distance of its ends. */
  get loop(): number {
    const x = new Float64Array(3 * this.#rod.nodes);
    this.#rod.centreLine(x);
    const m = x.length - 3;
    const d = [x[m] - x[0], x[m + 1] - x[1], x[m + 2] - x[2]];
    return length - Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }

  /** Whether the overhand knot is still in the rod: too coarse a step can let it come undone. */
  get tied(): boolean {
    const x = new Float64Array(3 * this.#rod.nodes);
    this.#rod.centreLine(x);
    return knotNumber(x) === 1;
  }

  /** F h²/B over eps⁴ of the present loop, which is (L / 2π R)² F R²/B. */
  get force(): number {
    const R = this.loop / (2 * Math.PI);
    return 0.5 * R * R * (this.#rod.stretch.tension(0) + this.#rod.stretch.tension(this.#rod.n - 1));
  }

  /** Sum of the forces at the contacts (N). */
  get pressing(): number {
    return this.world.contacts().reduce((sum, { force: [x, y, z] }) => sum + Math.sqrt(x * x + y * y + z * z), 0);
  }

  /** Draws the hands apart by `way` in one step. */
  pull(way: number): void {
    this.#pulled += way;
    this.world.step();
  }
}

/** Forces over eps⁴ B/h² while the knot is tightened and loosened slowly through R = 1. */
export interface KnotForces {
  readonly tightening: number;
  readonly loosening: number;
  readonly tied: boolean;
}

/** Radii over the loop's from which a knot can be let go at this step without one strand jumping past the other. */
const thick = 0.07;

/**
 * A loose knot at rest without friction, its loop of length `start` (m). A thin rod is not let go from the drawn shape, since
 * it would move by many radii in a step and come undone: its strands lie where those of a thicker one lay.
 */
function relaxedKnot(eps: number, elements: number, start: number): Knot {
  let knot = new Knot(Math.max(eps, thick), 0, elements, 0.2);
  for (let k = 0; k < 40; k++) knot.pull(0);
  for (let k = 0; k < 1000 && Math.abs(knot.loop - start) > 1e-6; k++) {
    knot.pull(Math.min(0.01, Math.max(-0.01, knot.loop - start)));
  }
  for (let now = thick; now > eps;) {
    now = Math.max(eps, 0.93 * now);
    knot = new Knot(now, 0, elements, 0.2, knot);
    for (let k = 0; k < 8; k++) knot.pull(0);
  }
  for (let k = 0; k < 40; k++) knot.pull(0);
  return knot;
}

/** How far the hands move in a step, together, over eps (m): beyond, the steps themselves are too coarse. */
const slowly = 6e-3;

/** Mean of what is measured near `loop` while the hands are moved to where the loop is so much longer than that, over eps (m). */
function meanOnTheWay(knot: Knot, eps: number, to: number, way: number, measure: () => number): number {
  const goal = loop + to * eps;
  const sign = knot.loop > goal ? 1 : -1;
  let [sum, count] = [0, 0];
  while (sign * (knot.loop - goal) > 0) {
    knot.pull(sign * way * eps);
    if (Math.abs(knot.loop - loop) > near * eps) continue;
    sum += measure();
    count++;
  }
  return sum / count;
}

/** @param way how far the hands move in a step, together, over eps (m) */
export function pullKnot(eps: number, mu: number, elements: number, way: number): KnotForces {
  const knot = new Knot(eps, mu, elements, 1, relaxedKnot(eps, elements, loop + swing * eps));
  const tightening = meanOnTheWay(knot, eps, -swing, way, () => knot.force);
  const loosening = meanOnTheWay(knot, eps, near, way, () => knot.force);
  return { tightening, loosening, tied: knot.tied };
}

/** A knot without friction, R = 1. */
export interface FreeKnot {
  /** eps P, P the sum of the normal forces over B/R² */
  readonly sigma: number;
  readonly tied: boolean;
}

/**
 * The sigma that the normal forces of a knot without friction would give: the hands draw a strand past itself as far as
 * they move, so that friction mu P does mu P times their way. P rises and falls by some per cent as segments pass each other,
 * so it is taken over the same way as the forces with friction, there and back; at rest it would be that of one place.
 */
export function freeKnot(eps: number, elements = elementsFor(eps)): FreeKnot {
  const knot = relaxedKnot(eps, elements, loop + 2 * near * eps);
  const there = meanOnTheWay(knot, eps, -near, slowly, () => knot.pressing);
  const back = meanOnTheWay(knot, eps, near, slowly, () => knot.pressing);
  return { sigma: 0.5 * eps * (there + back), tied: knot.tied };
}

/** Segments that resolve the knot's braid, about √(h R) = eps long on either side of its middle. */
const elementsFor = (eps: number): number => Math.round(36 / eps);

/** Radii at which knots are pulled with friction, and thinner ones, with which the limit is sought without. */
const pulled = [0.07, 0.095, 0.12];
const thin = [0.025, 0.03, 0.04, 0.05];

/**
 * Overhand knot: F h²/B = eps⁴/2 ± σ μ eps³, eps = √(h/R), + when it is tightened, - when it is loosened, to leading
 * order in eps [Audoly, Clauvelin and Neukirch 2007], σ = 0.492. That is a limit: at eps = 0.025 the normal forces are still
 * 10 % above it. At finite eps friction is therefore compared with the normal forces of the same knot without friction, and
 * these with the limit, by a fit that allows for their curvature in eps.
 */
export function fiberKnot(mus: readonly number[] = [0.02, 0.05], all = pulled, others = thin): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const free = all.map((eps) => freeKnot(eps));
  const limit = [...others.map((eps) => freeKnot(eps)), ...free];
  const radii = [...others, ...all];
  const sigma0 = fitPolynomial(
    2,
    radii,
    limit.map(({ sigma }) => sigma),
  )[0];
  rows.push(row('overhand knot, sigma of the normal forces without friction at eps = 0', 0.492, sigma0, 0.05 * 0.492));
  rows.push(row('overhand knot without friction, came undone', 0, limit.filter(({ tied }) => !tied).length, 0));
  for (const mu of mus) {
    const forces = all.map((eps) => pullKnot(eps, mu, elementsFor(eps), slowly));
    const sigma = forces.map(({ tightening, loosening }, k) => (0.5 * (tightening - loosening) * all[k]) / mu);
    const means = forces.map(({ tightening, loosening }) => tightening + loosening);
    all.forEach((eps, k) => {
      const name = `overhand knot, mu = ${mu}, sigma at eps = ${eps} (expected: that of the normal forces without friction)`;
      rows.push(row(name, free[k].sigma, sigma[k], 0.05 * free[k].sigma));
    });
    rows.push(
      row(`overhand knot, mu = ${mu}, mean force over eps⁴/2 at eps = 0`, 1, fitPolynomial(1, all, means)[0], 0.05),
    );
    rows.push(row(`overhand knot, mu = ${mu}, came undone`, 0, forces.filter(({ tied }) => !tied).length, 0));
  }
  rows.push(...knotRates());
  return rows;
}

/** The forces do not depend on how fast the knot is pulled. */
export function knotRates(eps = 0.12, mu = 0.05): ValidationRow[] {
  const slow = pullKnot(eps, mu, elementsFor(eps), 0.5 * slowly);
  const fast = pullKnot(eps, mu, elementsFor(eps), slowly);
  const name = 'overhand knot, force when pulled twice as fast';
  return [
    row(`${name}, tightening`, 1, fast.tightening / slow.tightening, 0.01),
    row(`${name}, loosening`, 1, fast.loosening / slow.loosening, 0.01),
  ];
}
