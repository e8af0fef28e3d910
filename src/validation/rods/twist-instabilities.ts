import { acos, cos, exp, sin } from '../../math/functions.js';
import { multiplyQuaternions, quaternionFromAxisAngle } from '../../math/quaternion.js';
import {
  type EquilibriumOptions,
  bisectThreshold,
  findEquilibrium,
  followEquilibrium,
  isStable,
  smallestSingularValue,
} from '../../bodies/rods/equilibrium.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import type { RodMotion } from '../../bodies/rods/end.js';
import type { Vec3 } from '../../bodies/rods/loads.js';
import { NodalRod } from '../../bodies/rods/nodal-rod.js';
import type { RodSpec } from '../../bodies/rods/spec.js';
import { relativeRow, type ValidationRow } from '../row.js';
import { unitRod } from './unit-rod.js';

const PI = 3.141592653589793;

/** A clamp at `position` whose frame turns about the tangent by the angle t (rad), from a first director `normal`. */
function twistingClamp(position: Vec3, tangent: Vec3, normal: Vec3): RodMotion {
  const start = new Float64Array(4);
  frameOfTangent(start, 0, tangent, normal);
  const axis = new Float64Array([0, 0, 1]);
  const turn = new Float64Array(4);
  return (pose, t) => {
    quaternionFromAxisAngle(turn, 0, axis, 0, t);
    pose.set(position);
    multiplyQuaternions(pose, 3, start, 0, turn, 0);
  };
}

/**
 * Angle of the second clamp at which the twisted rod stops being a minimum; the clamp turns by small steps from 0. A plane
 * rod is held in the plane z = 0 while its equilibrium is sought, or Newton might find the buckled one.
 */
function twistThreshold(rod: NodalRod, from: number, to: number): number {
  const released = rod.fixed.slice();
  const held = released.map((f, i) => (i % rod.stride === 2 ? 1 : f));
  const state = (): [Float64Array, Float64Array] => [rod.q.slice(), rod.saveState()];
  const twistTo = (angle: number, start: number): boolean => {
    const steps = Math.ceil(2 * Math.abs(angle - start));
    for (let k = 1; k <= steps; k++) {
      const t = start + ((angle - start) * k) / steps;
      rod.fixed.set(held);
      const { converged } = findEquilibrium(rod, { t, inextensible: true });
      rod.fixed.set(released);
      if (!converged) return false;
    }
    return true;
  };
  if (!twistTo(from, 0)) return NaN;
  const [q, saved] = state();
  return bisectThreshold(
    (angle) => {
      rod.q.set(q);
      rod.loadState(saved);
      return twistTo(angle, from) && isStable(rod, [0, 0, 0], angle);
    },
    from,
    to,
    1e-5,
  );
}

function nodal(rod: unknown): NodalRod {
  if (rod instanceof NodalRod) return rod;
  throw new TypeError('this test needs a rod that can be clamped at both ends');
}

/** A straight rod bent into a closed ring with the twist Φ: leaves the plane at Φ = 2π√3 B/C [Michell 1889]. */
export function michellRing(models = ['der', 'corde']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models)
    for (const C of [1, 2 / 3]) {
      const normal: Vec3 = [0, 0, 1];
      const motion = twistingClamp([0, 0, 0], [1, 0, 0], normal);
      const build = (): NodalRod => {
        const spec: Partial<RodSpec> = {
          initial: { tangent: [1, 0, 0], normal, curvature: [2 * PI, 0, 0] },
          start: { kind: 'clamped' },
          end: { kind: 'clamped', motion },
          options: { shear: 1e5 },
        };
        const rod = nodal(unitRod(model, 80, spec, { GJ: C }));
        rod.fixed[rod.stride * 40 + 2] = 1;
        return rod;
      };
      const expected = (2 * PI * Math.sqrt(3)) / C;
      // the whole ring may turn about the clamp's tangent while its matter turns back: the far node stays in the plane
      const got = twistThreshold(build(), 0.8 * expected, 1.2 * expected);
      rows.push(relativeRow(`Michell ring ${model} C/B = ${C.toPrecision(3)}: Φ`, expected, got, 0.01));
    }
  return rows;
}

/** A straight rod clamped at both ends, no tension, twisted: buckles at the torque 8.986818916 B/L. */
export function clampedTwist(models = ['der', 'corde']): ValidationRow[] {
  return models.map((model) => {
    const C = 2 / 3;
    const normal: Vec3 = [0, 0, 1];
    const motion = twistingClamp([1, 0, 0], [1, 0, 0], normal);
    const build = (): NodalRod =>
      nodal(
        unitRod(
          model,
          80,
          {
            initial: { tangent: [1, 0, 0], normal },
            start: { kind: 'clamped' },
            end: { kind: 'clamped', motion },
          },
          { GJ: C },
        ),
      );
    const got = C * twistThreshold(build(), 11, 16);
    return relativeRow(`clamped twist ${model}: M L/B`, 8.986818916, got, 0.01);
  });
}

/** Hinged rod under tension -P and torque M: buckles at (M/2B)² + P/B = (π/L)² [Greenhill 1883]. */
export function greenhill(models = ['der', 'corde']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models)
    for (const P of [-10, 0, 6]) {
      const expected = 2 * Math.sqrt(PI * PI - P);
      const got = smallestBy((M) => hingedSingularity(model, P, M), 0.9 * expected, 1.1 * expected);
      rows.push(relativeRow(`Greenhill ${model} P L²/B = ${P}: M L/B`, expected, got, 0.01));
    }
  return rows;
}

/** Smallest singular value of the stiffness of a straight hinged rod with axial force -P and axial moments ∓M. */
function hingedSingularity(model: string, P: number, M: number): number {
  const rod = nodal(
    unitRod(model, 60, {
      initial: { tangent: [1, 0, 0], normal: [0, 0, 1] },
      start: { kind: 'pinned' },
      end: { kind: 'pinned' },
      loads: {
        moments: [
          { s: 0, moment: [-M, 0, 0] },
          { s: 1, moment: [M, 0, 0] },
        ],
      },
    }),
  );
  // neither end resists a turn of the whole rod about its axis: one segment is kept from it
  rod.fixed[3] = 1;
  // twisting modes, which do not mix with bending here, out of the way
  for (let i = 0; i < rod.dofs; i++) if (i % rod.stride === 3) rod.units[i] = 30;
  rod.stretch.multiplier.fill(-P);
  findEquilibrium(rod);
  return smallestSingularValue(rod);
}

/** Argument of the smallest value of a function with one valley, by golden section. */
function smallestBy(f: (x: number) => number, low: number, high: number): number {
  const golden = 0.6180339887498949;
  let a = high - golden * (high - low);
  let b = low + golden * (high - low);
  let [fa, fb] = [f(a), f(b)];
  while (high - low > 1e-5 * high) {
    if (fa < fb) {
      [high, b, fb] = [b, a, fa];
      a = high - golden * (high - low);
      fa = f(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + golden * (high - low);
      fb = f(b);
    }
  }
  return 0.5 * (low + high);
}

/** The case of the literature: L = 100, B = 1.345, C = 0.789, shortening 3, 27 turns; and the solution for infinite length. */
export const helicalBuckling = {
  L: 100,
  B: 1.345,
  C: 0.789,
  D: 3,
  turns: 27,
  M: 1.325383124,
  T: 0.3901835862,
  phi0: 0.8316756962,
  scale: 4.596127046,
} as const;

/** Localised helical buckling: torque, tension and the largest angle to the axis, of the equilibrium near the known shape. */
export function localisedBuckling(models = ['der', 'corde'], N = 800): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const { M, T, phi0 } = helicalBuckling;
  for (const model of models) {
    const rod = buckledRod(model, N);
    const name = `localised buckling ${model} N = ${N}`;
    const measured = rod ? measureBuckle(rod) : { M: NaN, T: NaN, phi0: NaN };
    rows.push(relativeRow(`${name}: torque M`, M, measured.M, 0.01));
    rows.push(relativeRow(`${name}: tension T`, T, measured.T, 0.01));
    rows.push(relativeRow(`${name}: angle φ0`, phi0, measured.phi0, 0.01));
  }
  return rows;
}

/**
 * The buckled equilibrium. CORDE, whose Newton iteration is the more delicate, starts from that of the discrete elastic rod,
 * with as much less turning as makes its torque the same (its twist stiffens with the turn of a joint), then turns on.
 */
function buckledRod(model: string, N: number): NodalRod | undefined {
  const { C, M } = helicalBuckling;
  if (model === 'der') return settle(buckleFrom(model, helixPoints(N), M / C, 0));
  const guide = buckledRod('der', N);
  if (!guide) return undefined;
  const points = new Float64Array(3 * (N + 1));
  guide.centreLine(points);
  const twist = guide.torque(1) / C;
  const less = (twist * guide.torque(1)) / buckleFrom(model, points, twist, 0).torque(1);
  const rod = buckleFrom(model, points, less, twist - less);
  rod.stretch.multiplier.set(guide.stretch.multiplier);
  return settle(rod);
}

/** Follows the end clamp's last turn, from t = 0 to 1. */
function settle(rod: NodalRod): NodalRod | undefined {
  const at = (share: number): EquilibriumOptions => ({
    t: share,
    inextensible: true,
    tolerance: 1e-11,
    maxIterations: 100,
  });
  return followEquilibrium(rod, at, 20).converged ? rod : undefined;
}

/** A rod along `points`, twisted, whose end still has to turn by `missing` (rad/m) x L while t goes from 0 to 1. */
function buckleFrom(model: string, points: Float64Array, twist: number, missing: number): NodalRod {
  const { L, B, C, D, T } = helicalBuckling;
  const half = 0.5 * (L - D);
  const normal: Vec3 = [0, 0, 1];
  const N = points.length / 3 - 1;
  // 27 turns: the end's frame is the start's again, the count is in the rod
  const end = twistingClamp([half, 0, 0], [1, 0, 0], normal);
  const start = twistingClamp([-half, 0, 0], [1, 0, 0], normal);
  const spec: Partial<RodSpec> = {
    length: L,
    initial: { points, normal, twist },
    start: { kind: 'clamped', motion: (pose) => start(pose, 0) },
    end: { kind: 'clamped', motion: (pose, t) => end(pose, (t - 1) * missing * L) },
    options: { shear: 300 },
  };
  const rod = nodal(unitRod(model, N, spec, { EA: 100, EI1: B, EI2: B, GJ: C }));
  rod.stretch.multiplier.fill(T);
  // the buckle may slide along the rod and turn about the axis at no cost: its middle is kept on the symmetry line y = 0
  for (const k of [0, 1]) rod.fixed[rod.stride * Math.floor(N / 2) + k] = 1;
  return rod;
}

/** Nodes of the known shape: 1 - cos φ = (1 - cos φ0) sech²(s/s*), azimuth ψ′ = (M/B)/(1 + cos φ). */
function helixPoints(N: number): Float64Array {
  const { L, B, M, phi0, scale } = helicalBuckling;
  const points = new Float64Array(3 * (N + 1));
  const l = L / N;
  const cosine = (s: number): number => {
    const e = exp((-2 * Math.abs(s)) / scale);
    // sech²(x) = 4 e^-2x/(1 + e^-2x)²
    const sech2 = (4 * e) / ((1 + e) * (1 + e));
    return 1 - (1 - cos(phi0)) * sech2;
  };
  const psi = new Float64Array(N);
  const middle = Math.floor(N / 2);
  const at = (j: number): number => (j + 0.5) * l - 0.5 * L;
  for (let j = middle + 1; j < N; j++) psi[j] = psi[j - 1] + (l * (M / B)) / (1 + cosine(at(j - 0.5)));
  for (let j = middle - 1; j >= 0; j--) psi[j] = psi[j + 1] - (l * (M / B)) / (1 + cosine(at(j + 0.5)));
  for (let j = 0; j < N; j++) {
    const c = cosine(at(j));
    const s = Math.sqrt(Math.max(0, 1 - c * c));
    points[3 * j + 3] = points[3 * j] + l * c;
    points[3 * j + 4] = points[3 * j + 1] + l * s * cos(psi[j]);
    points[3 * j + 5] = points[3 * j + 2] + l * s * sin(psi[j]);
  }
  // the middle of the two ends to the origin
  for (let k = 0; k < 3; k++) {
    const mean = 0.5 * points[3 * N + k];
    for (let j = 0; j <= N; j++) points[3 * j + k] -= mean;
  }
  return points;
}

/** Torque about the axis and tension along it, carried through the middle of the first tenth; largest angle to the axis. */
function measureBuckle(rod: NodalRod): { M: number; T: number; phi0: number } {
  const { tangent } = rod.stretch;
  let least = 1;
  for (let j = 0; j < rod.n; j++) least = Math.min(least, tangent[3 * j]);
  const F = new Float64Array(rod.dofs);
  rod.forces(F, null, 'exact', [0, 0, 0], 0);
  // the first node is held: what the rod pulls it with is the tension
  return { M: rod.torque(Math.floor(rod.n / 10)), T: F[0], phi0: acos(least) };
}
