import { cos, exp, log2, sin, tan } from '../../math/functions.js';
import { relativeRow, row, type ValidationRow } from '../row.js';
import type { StepContext } from '../../bodies/body.js';
import { createRod, type Rod } from '../../bodies/rods/registry.js';
import { stepAlone } from '../../bodies/rods/time-step.js';

const gravity = [0, 0, -9.81] as const;
const undamped = { poissonRatio: 0.3, internalDamping: 0, airDamping: 0 };

function total(rod: Rod, weight: StepContext['gravity']): number {
  const { kinetic, elastic, gravity: height } = rod.energy(weight);
  return kinetic + elastic + height;
}

/** A rod that swings: largest change of its energy over the largest kinetic energy, and the mean frequency of its centre. */
function swing(rod: Rod, h: number, steps: number, weight: StepContext['gravity'], axis: 0 | 2): Swing {
  const start = total(rod, weight);
  const line = new Float64Array(3 * rod.nodes);
  const centre = (): number => {
    rod.centreLine(line);
    let sum = 0;
    for (let k = axis; k < line.length; k += 3) sum += line[k];
    return sum;
  };
  let drift = 0;
  let kinetic = 0;
  let before = centre();
  const crossings: number[] = [];
  for (let k = 0; k < steps; k++) {
    stepAlone(rod, { t: k * h, h, theta: 0.5, gravity: weight });
    drift = Math.max(drift, Math.abs(total(rod, weight) - start));
    kinetic = Math.max(kinetic, rod.energy(weight).kinetic);
    const now = centre();
    if (before < 0 && now >= 0) crossings.push((k + before / (before - now)) * h);
    before = now;
  }
  const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
  return { drift: drift / kinetic, omega: (2 * Math.PI) / period };
}

interface Swing {
  readonly drift: number;
  /** rad/s */
  readonly omega: number;
}

/**
 * theta = 1/2 without damping: cantilevers and chains keep their energy over a hundred periods of the first mode, whose frequency is
 * that of theory; a chain let go from the level keeps it while it whips about.
 */
export function* energyKept(
  models: readonly string[] = ['mass-spring', 'der', 'corde'],
  periods = 100,
): Generator<ValidationRow> {
  for (const model of models) {
    yield* cantilever(model, periods);
    yield* frequency(model);
    yield* hangingChain(model, periods);
    yield* falling(model);
  }
}

/** Energy and first frequency at ωh = 0.1; the frequency of the same mesh is that of steps a fifth as long, 0.003 % off. */
function compare(
  name: string,
  rod: Rod,
  omega: number,
  periods: number,
  weight: StepContext['gravity'],
  axis: 0 | 2,
): ValidationRow[] {
  const [q, v, state] = [rod.q.slice(), rod.v.slice(), rod.saveState().slice()];
  const fine = swing(rod, 0.02 / omega, Math.ceil(100 * Math.PI * 3), weight, axis).omega;
  rod.q.set(q);
  rod.v.set(v);
  rod.loadState(state);
  const { drift, omega: got } = swing(rod, 0.1 / omega, Math.ceil(20 * Math.PI * periods), weight, axis);
  return [
    row(`${name}, energy over ${periods} periods of the first mode, ωh = 0.1`, 0, drift, 1e-6),
    relativeRow(`${name}, first frequency, that of the same mesh at ωh = 0.02`, fine, got, 1e-3, 'rad/s'),
  ];
}

/** First clamped-free mode: cos β cosh β = -1. */
const beta = 1.8751040687119611;

/** A cantilever without weight, set going in the shape of its first mode, its tip by a thousandth of its length. */
function vibrating(model: string, elements: number): { rod: Rod; omega: number } {
  const [length, radius, density, youngModulus] = [0.5, 2e-3, 1200, 2e9];
  const material = { ...undamped, density, youngModulus };
  const rod = createRod({ model, elements, length, section: { radius }, material, start: { kind: 'clamped' } });
  const omega = (beta * beta * 0.5 * radius * Math.sqrt(youngModulus / density)) / (length * length);
  const stride = (rod.dofs - 3) / elements;
  for (let i = 1; i <= elements; i++) rod.v[stride * i + 2] = 0.5e-3 * length * omega * firstMode(i / elements);
  return { rod, omega };
}

function cantilever(model: string, periods: number): ValidationRow[] {
  const { rod, omega } = vibrating(model, 20);
  return compare(`${model}: cantilever`, rod, omega, periods, [0, 0, 0], 2);
}

/**
 * First frequency of a cantilever at ωh = 0.1, where the scheme lowers it by (ωh)²/12 = 0.083 %. The mesh, segments and clamp alike, lowers
 * it in proportion to the square of the segments' length: by 0.21 % with 20 of them, 0.0033 % with 160.
 */
function frequency(model: string): ValidationRow[] {
  const at = (elements: number): { expected: number; got: number; own: number } => {
    const { rod, omega } = vibrating(model, elements);
    const h = 0.1 / omega;
    const { omega: got } = swing(rod, h, Math.ceil(20 * Math.PI * 3), [0, 0, 0], 2);
    // the mesh's own, without what the scheme does to it
    return { expected: omega, got, own: (2 / h) * tan(0.5 * got * h) };
  };
  const [coarse, middle, fine] = [20, 40, 80].map((elements) => at(elements).own);
  const { expected, got } = at(160);
  const order = log2((middle - coarse) / (fine - middle));
  return [
    relativeRow(`${model}: cantilever of 160 segments, first frequency, ωh = 0.1`, expected, got, 1e-3, 'rad/s'),
    row(`${model}: cantilever, order of the first frequency in the length of 20, 40, 80 segments`, 2, order, 0.05),
  ];
}

/** Shape of the first mode of a cantilever at the share x of its length, 2 at the tip. */
function firstMode(x: number): number {
  const cosh = (y: number): number => 0.5 * (exp(y) + exp(-y));
  const sinh = (y: number): number => 0.5 * (exp(y) - exp(-y));
  const s = (cosh(beta) + cos(beta)) / (sinh(beta) + sin(beta));
  const y = beta * x;
  return cosh(y) - cos(y) - s * (sinh(y) - sin(y));
}

const rope = { section: { radius: 4e-3 }, material: { ...undamped, density: 1000, youngModulus: 1e7 } } as const;

/** A hanging chain, a little off the plumb line: ω = (j/2) √(g/L), j the first zero of J0. */
function hangingChain(model: string, periods: number): ValidationRow[] {
  const [length, elements] = [1.2, 40];
  const initial = { tangent: [0.01, 0, -1] } as const;
  const rod = createRod({ model, elements, length, ...soft, start: { kind: 'pinned' }, initial });
  const omega = 0.5 * 2.404825557695773 * Math.sqrt(9.81 / length);
  const { drift } = swing(rod, 0.1 / omega, Math.ceil(20 * Math.PI * periods), gravity, 0);
  return [row(`${model}: hanging chain, energy over ${periods} periods of the first mode, ωh = 0.1`, 0, drift, 1e-6)];
}

/** Bending stiffness that does not show. */
const soft = { section: { radius: 1e-3 }, material: { ...undamped, density: 1000, youngModulus: 1e6 } } as const;

/** The chain that whips about at a step far too long for what it does. */
function falling(model: string): ValidationRow[] {
  const initial = { tangent: [1, 0, 0] } as const;
  const rod = createRod({ model, elements: 40, length: 1.2, ...rope, start: { kind: 'pinned' }, initial });
  const { drift } = swing(rod, 0.01, 200, gravity, 0);
  return [row(`${model}: rope let go from the level, energy over 2 s, h = 10 ms`, 0, drift, 1e-6)];
}
