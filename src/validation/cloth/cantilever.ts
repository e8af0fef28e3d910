import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { log } from '../../math/functions.js';
import { worldOfCloth } from './lone-cloth.js';
import type { ValidationRow } from '../row.js';

/** A strip of cloth clamped at one end under its own weight, at rest. */
export interface CantileverResult {
  /** drop and reach of the tip, over the length */
  readonly drop: number;
  readonly reach: number;
  /** largest speed at the end (m/s) and whether every step converged */
  readonly speed: number;
  readonly converged: boolean;
}

/**
 * A strip `length` long, clamped horizontally by two columns of pinned vertices, let go and damped by long implicit steps.
 * The wall stands in the middle of the clamped cell: lengths are measured from there, which keeps the order at 2
 * (VALIDATION 1.1).
 *
 * @param gamma Γ = ρ g L³ / B
 * @param columns cells along the strip
 */
export function cantilever(gamma: number, columns: number, steps = 60): CantileverResult {
  const length = 0.3;
  const bend = 1e-4;
  const g = 9.81;
  const cell = length / (columns - 0.5);
  const width = 4;
  const surface = sheet({ nu: columns + 1, nv: width + 1, u: [columns * cell, 0, 0], v: [0, width * cell, 0] });
  const pinned: number[] = [];
  for (let j = 0; j <= width; j++) pinned.push(j * (columns + 1), j * (columns + 1) + 1);
  const cloth = new Cloth({
    surface,
    material: {
      density: (gamma * bend) / (g * length * length * length),
      stretch: (stiffness * bend) / (length * length),
      bend,
      thickness: 1e-3,
    },
    pins: [{ nodes: pinned }],
  });
  const world = worldOfCloth(cloth, {
    h: 0.1,
    gravity: [0, 0, -g],
    selfContact: 'none',
    start: 'velocity',
    accelerate: 20,
    stop: { contact: 1, elastic: 1e-6, maxIterations: 20000 },
  });
  let converged = true;
  let speed = 0;
  for (let k = 0; k < steps; k++) {
    converged = world.step().status === 'converged' && converged;
    speed = cloth.v.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    if (k > 5 && speed < 1e-6) break;
  }
  // tip: the middle of the free rim, and the wall in the middle of the first cell
  const tip = 3 * ((width / 2) * (columns + 1) + columns);
  return {
    drop: -cloth.q[tip + 2] / length,
    reach: (cloth.q[tip] - 0.5 * cell) / length,
    speed,
    converged,
  };
}

/** Y L² / B: high enough for the stretch to leave the shape alone */
const stiffness = 1e5;

/** H/L of the heavy elastica (VALIDATION 1.1), by Γ. */
const elastica: readonly (readonly [number, number])[] = [
  [3, 0.3396483922963],
  [10, 0.7001997155143],
];

/**
 * The strip against the heavy elastica: the drop of the tip within 2 %, and the order of convergence from three meshes that
 * halve the cells, or two where `quick`.
 */
export function validateCantilever(quick = false): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const [gamma, exact] of quick ? elastica.slice(0, 1) : elastica) {
    const cells = quick ? [8, 16] : [10, 20, 40];
    const drops = cells.map((columns) => {
      const { drop } = cantilever(gamma, columns);
      rows.push({
        name: `cantilever, Γ = ${gamma}, ${columns} cells: H/L`,
        expected: exact,
        got: drop,
        tolerance: 0.02 * exact,
      });
      return drop;
    });
    rows.push({ name: `cantilever, Γ = ${gamma}: order`, expected: 2, got: orderOf(drops, exact), tolerance: 0.4 });
  }
  return rows;
}

/**
 * Order from the differences of three meshes; from the errors of two. What little the strip stretches shifts the limit of
 * the meshes off the elastica, by as much as the finest mesh is off: errors of three would show that, not the order.
 */
function orderOf([a, b, c]: readonly number[], exact: number): number {
  const ratio = c === undefined ? (a - exact) / (b - exact) : (b - a) / (c - b);
  return log(Math.abs(ratio)) / log(2);
}
