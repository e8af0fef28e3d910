import { bisectThreshold, followEquilibrium, isStable } from '../../bodies/rods/equilibrium.js';
import type { RodEnd } from '../../bodies/rods/end.js';
import { NodalRod } from '../../bodies/rods/nodal-rod.js';
import { relativeRow, type ValidationRow } from '../row.js';
import { pointOf, unitRod } from './unit-rod.js';

const PI = 3.141592653589793;
const free: RodEnd = { kind: 'free' };
const hinged: RodEnd = { kind: 'pinned' };
const clamped: RodEnd = { kind: 'clamped' };

/** Euler's columns: how the ends are held, and the critical P L²/B. */
const columns: readonly (readonly [name: string, start: RodEnd, end: RodEnd, P: number])[] = [
  ['hinged', hinged, hinged, PI * PI],
  ['clamped-hinged', clamped, hinged, 20.19072856],
  ['clamped-clamped', clamped, clamped, 4 * PI * PI],
];

/** Axial force at which a straight column stops being a minimum of the energy, within 0.5 % at N = 50. */
export function eulerColumn(models = ['mass-spring', 'der', 'corde']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of [...models, 'super-helix']) {
    const got = bisectThreshold((P) => standsUnder(model, P), 1.5, 4, 1e-5);
    const name = `Euler column ${model} clamped-free: P L²/B`;
    rows.push(relativeRow(name, (PI * PI) / 4, got, 5e-3));
  }
  for (const model of models)
    for (const [name, start, end, expected] of columns) {
      const got = bisectThreshold((P) => isStraightStable(model, start, end, P), 0.7 * expected, 1.3 * expected, 1e-5);
      rows.push(relativeRow(`Euler column ${model} ${name}: P L²/B`, expected, got, 5e-3));
    }
  return rows;
}

/** A column clamped at its foot with the load P on its head. */
function standsUnder(model: string, P: number): boolean {
  const rod = unitRod(model, model === 'super-helix' ? 20 : 50, {
    start: clamped,
    end: free,
    initial: { tangent: [0, 0, 1], normal: [1, 0, 0] },
    loads: { forces: [{ s: 1, force: [0, 0, -P] }] },
  });
  return followEquilibrium(rod, () => ({ inextensible: true }), 1).converged && isStable(rod);
}

/** A straight rod between two held ends that carries the pressure P. */
function isStraightStable(model: string, start: RodEnd, end: RodEnd, P: number): boolean {
  const rod = unitRod(model, 50, { start, end, initial: { tangent: [1, 0, 0], normal: [0, 0, 1] } });
  if (!(rod instanceof NodalRod)) return false;
  rod.stretch.multiplier.fill(-P);
  // hinges leave the turn about the axis free: one segment is kept from it
  if (rod.stride > 3 && start.kind === 'pinned' && end.kind === 'pinned') rod.fixed[3] = 1;
  return isStable(rod);
}

/** An end moment 2π B/L closes a circle: the tip returns to the clamp (exact for the super-helix). */
export function endMoment(): ValidationRow[] {
  const tolerances: readonly (readonly [string, number, number])[] = [
    ['super-helix', 4, 1e-12],
    ['der', 100, 0.01],
    ['corde', 100, 0.01],
    ['mass-spring', 100, 0.01],
  ];
  return tolerances.map(([model, N, tolerance]) => {
    const rod = unitRod(model, N, {
      start: clamped,
      loads: { moments: [{ s: 1, moment: (t) => [0, 2 * PI * t, 0] }] },
      options: { shear: 1e4 },
    });
    const { converged } = followEquilibrium(rod, (share) => ({ t: share, inextensible: true }), 8);
    const tip = pointOf(rod, 1);
    const got = converged ? Math.sqrt(tip[0] * tip[0] + tip[1] * tip[1] + tip[2] * tip[2]) : NaN;
    return relativeRow(`end moment 2π B/L ${model} N = ${N}: tip to clamp`, 0, got, tolerance);
  });
}
