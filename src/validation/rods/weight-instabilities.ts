import { pow } from '../../math/functions.js';
import {
  type StaticBody,
  bisectThreshold,
  followEquilibrium,
  isStable,
  rampGravity,
} from '../../bodies/rods/equilibrium.js';
import type { Vec3 } from '../../bodies/rods/loads.js';
import type { RodSpec } from '../../bodies/rods/spec.js';
import { relativeRow, type ValidationRow } from '../row.js';
import { unitRod } from './unit-rod.js';

/** Elements that keep the discretisation error well under the tolerances. */
function elementsFor(model: string): number {
  return model === 'super-helix' ? 24 : 60;
}

/** The Γ in [low, high] at which the equilibrium under the weight -Γ z, followed from Γ = low, stops being a minimum. */
function weightThreshold(rod: StaticBody, low: number, high: number): number {
  const weight = (Gamma: number): Vec3 => [0, 0, -Gamma];
  if (!rampGravity(rod, weight(low), 4, { inextensible: true }).converged) return NaN;
  const q = rod.q.slice();
  const state = rod.saveState();
  const holds = (Gamma: number): boolean => {
    rod.q.set(q);
    rod.loadState(state);
    const at = (share: number) => ({ gravity: weight(low + share * (Gamma - low)), inextensible: true });
    return followEquilibrium(rod, at, 2).converged && isStable(rod, weight(Gamma));
  };
  return bisectThreshold(holds, low, high, 1e-5);
}

/** Greatest Γ at which a rod clamped upright stands under its own weight: (9/4) j², j the first zero of J₋₁/₃ [Greenhill]. */
export function heavyColumn(models = ['mass-spring', 'der', 'corde', 'super-helix']): ValidationRow[] {
  return models.map((model) => {
    const rod = unitRod(model, elementsFor(model), {
      start: { kind: 'clamped' },
      initial: { tangent: [0, 0, 1], normal: [1, 0, 0] },
    });
    const got = weightThreshold(rod, 4, 12);
    return relativeRow(`heavy column ${model}: Γ`, 7.837347439, got, 0.01);
  });
}

/** Strips clamped on edge, ν = 0.35: Γ over the smaller bending stiffness against the ratio of the two. */
const strips: readonly (readonly [ratio: number, Gamma: number])[] = [
  [10, 19.13353276],
  [100, 15.88950647],
  [400, 15.70471344],
];

/** Lateral buckling of a strip clamped on edge under its own weight. */
export function lateralBuckling(models = ['der', 'corde', 'super-helix']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models)
    for (const [ratio, expected] of strips) {
      // d1 horizontal and across: bending about it is the stiff, vertical one
      const rod = unitRod(
        model,
        elementsFor(model),
        {
          start: { kind: 'clamped' },
          initial: { tangent: [1, 0, 0], normal: [0, 1, 0] },
          options: { shear: 1e4 * ratio },
        },
        { EI1: ratio, EI2: 1, GJ: 2 / 1.35, EA: 1e4 * ratio },
      );
      const got = weightThreshold(rod, 10, 25);
      rows.push(relativeRow(`lateral buckling ${model} Bmax/Bmin = ${ratio}: Γ`, expected, got, 0.02));
    }
  return rows;
}

/** First loss of planarity of a naturally curved rod that hangs from a vertical clamp: nu, Γ, critical kn L. */
const curled: readonly (readonly [nu: number, Gamma: number, k: number])[] = [
  [0.5, 18, 5.55587759],
  [0.35, 30, 6.04606466],
  [0, 50, 7.49948334],
];

function hangingCurl(model: string, nu: number, k: number): StaticBody {
  const spec: Partial<RodSpec> = {
    start: { kind: 'clamped' },
    rest: [0, k, 0],
    initial: { tangent: [0, 0, -1], normal: [1, 0, 0], curvature: [0, 0, 0] },
  };
  return unitRod(model, elementsFor(model), spec, { GJ: 1 / (1 + nu) });
}

/** Is the planar state of the hanging curl stable? The weight is lowered from where the rod is straight. */
export function isCurlPlanar(model: string, nu: number, Gamma: number, k: number): boolean {
  const rod = hangingCurl(model, nu, k);
  const heavy = 40 * k * k;
  const weight = (share: number): Vec3 => [0, 0, -heavy * pow(Gamma / heavy, share)];
  const result = followEquilibrium(rod, (share) => ({ gravity: weight(share), inextensible: true }), 12);
  return result.converged && isStable(rod, [0, 0, -Gamma]);
}

/** Bend-twist: stable 5 % inside the boundary, unstable 5 % outside, at six points; and the boundary itself. */
export function bendTwist(models = ['der', 'corde', 'super-helix']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models)
    for (const [nu, Gamma, k] of curled) {
      const name = `bend-twist ${model} ν = ${nu} Γ = ${Gamma}`;
      const inside = isCurlPlanar(model, nu, Gamma, 0.95 * k) ? 1 : 0;
      const outside = isCurlPlanar(model, nu, Gamma, 1.05 * k) ? 1 : 0;
      rows.push(relativeRow(`${name}: planar at 0.95 k*`, 1, inside, 0));
      rows.push(relativeRow(`${name}: planar at 1.05 k*`, 0, outside, 0));
    }
  return rows;
}

/** The boundary k* itself, by bisection. */
export function bendTwistBoundary(models = ['der', 'super-helix']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models)
    for (const [nu, Gamma, k] of curled) {
      const got = bisectThreshold((x) => isCurlPlanar(model, nu, Gamma, x), 0.9 * k, 1.1 * k, 1e-4);
      rows.push(relativeRow(`bend-twist ${model} ν = ${nu} Γ = ${Gamma}: k*`, k, got, 0.01));
    }
  return rows;
}
