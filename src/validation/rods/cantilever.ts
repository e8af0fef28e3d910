import { log2 } from '../../math/functions.js';
import { followEquilibrium, rampGravity } from '../../bodies/rods/equilibrium.js';
import type { Rod } from '../../bodies/rods/registry.js';
import type { RodSpec } from '../../bodies/rods/spec.js';
import { relativeRow, type ValidationRow } from '../row.js';
import { pointOf, unitRod } from './unit-rod.js';

/** Drop H and reach W of a heavy cantilever of unit length, clamped horizontally along x, after a ramp of gravity. */
export function cantilever(
  model: string,
  elements: number,
  Gamma: number,
  more: Partial<RodSpec> = {},
): [number, number] {
  const rod = unitRod(model, elements, { start: { kind: 'clamped' }, initial: { tangent: [1, 0, 0] }, ...more });
  const result = rampGravity(rod, [0, 0, -Gamma], Math.ceil(2 + Gamma / 8), { inextensible: true });
  if (!result.converged) return [NaN, NaN];
  const tip = pointOf(rod, 1);
  return [-tip[2], tip[0]];
}

/** Drop and reach of the heavy elastica, by 34-digit shooting. */
const elastica: readonly (readonly [Gamma: number, H: number, W: number])[] = [
  [1, 0.1234714019833511, 0.9912463953466352],
  [10, 0.7001997155143126, 0.6563537612385987],
  [100, 0.9375239353963468, 0.1592233826284424],
];

/** N rigid links with the energies and clamps of the models: Gamma, links, H, W. */
const chains: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  half_tan: [
    [1, 5, 0.1282303766, 0.9907650319],
    [1, 20, 0.1237654858, 0.9912176864],
    [10, 10, 0.7016971512, 0.657961329],
    [10, 40, 0.7001984075, 0.6565495468],
    [100, 20, 0.9393044366, 0.161254336],
    [100, 40, 0.9377743694, 0.1600481742],
  ],
  seg_tan: [
    [1, 10, 0.1002990366, 0.9938832703],
    [10, 20, 0.6613736205, 0.6897493169],
    [100, 40, 0.9228481269, 0.1751088545],
  ],
  half_lin: [
    [1, 5, 0.128344935, 0.990748583],
    [1, 20, 0.1237761416, 0.9912162187],
    [10, 10, 0.7053651161, 0.6537021073],
    [10, 40, 0.7005226898, 0.6561912421],
    [100, 20, 0.9410871615, 0.1576710739],
    [100, 40, 0.9384151223, 0.1588577528],
  ],
};

/** N elements of constant curvature: Gamma, elements, H, W. */
const helices: readonly (readonly [number, number, number, number])[] = [
  [1, 1, 0.0827990006, 0.9954148325],
  [1, 5, 0.1218487173, 0.9914065028],
  [10, 1, 0.5578279213, 0.7477875298],
  [10, 2, 0.6579988626, 0.6761657205],
  [10, 8, 0.6975398555, 0.6574883077],
  [10, 32, 0.700034029, 0.6564239708],
  [100, 4, 0.9050893001, 0.175594328],
  [100, 16, 0.9353976152, 0.160142838],
];

interface Oracle {
  readonly model: string;
  readonly table: readonly (readonly [number, number, number, number])[];
  readonly label: string;
  readonly more: Partial<RodSpec>;
}

const segment = { start: { kind: 'clamped', clamp: 'segment' } } as const;

const oracles: readonly Oracle[] = [
  { model: 'mass-spring', table: chains.half_lin, label: 'angle', more: {} },
  { model: 'mass-spring', table: chains.half_tan, label: 'tan', more: { options: { bending: 'tan' } } },
  { model: 'der', table: chains.half_tan, label: 'half clamp', more: {} },
  { model: 'der', table: chains.seg_tan, label: 'frozen edge', more: segment },
  { model: 'super-helix', table: helices, label: 'planar', more: {} },
];

/** Cantilevers against solutions of the same discretisation, to 1e-8. */
export function cantileverOracles(model?: string): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const oracle of oracles) {
    if (model && oracle.model !== model) continue;
    for (const [Gamma, N, H, W] of oracle.table) {
      const got = cantilever(oracle.model, N, Gamma, oracle.more);
      const name = `cantilever ${oracle.model} (${oracle.label}) Γ = ${Gamma} N = ${N}`;
      rows.push(relativeRow(`${name}: H/L`, H, got[0], 1e-8));
      rows.push(relativeRow(`${name}: W/L`, W, got[1], 1e-8));
    }
  }
  return rows;
}

/** Drop of the heavy elastica at N = 100 within 0.5 %, and the order of its convergence, for every model. */
export function cantileverContinuum(models = ['mass-spring', 'der', 'corde', 'super-helix']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models) {
    const N = model === 'super-helix' ? 64 : 100;
    for (const [Gamma, H] of elastica) {
      const [got] = cantilever(model, N, Gamma);
      rows.push(relativeRow(`cantilever ${model} Γ = ${Gamma} N = ${N}: H/L`, H, got, 5e-3));
    }
    rows.push(orderRow(model));
  }
  return rows;
}

/** Observed order of H/W at Γ = 10 between N and 2N; the tan energy settles to it late. */
function orderRow(model: string): ValidationRow {
  const coarse = model === 'der' ? 160 : model === 'super-helix' ? 16 : 40;
  const ratio = elastica[1][1] / elastica[1][2];
  const [a, b] = [coarse, 2 * coarse].map((N) => {
    const [H, W] = cantilever(model, N, 10);
    return H / W - ratio;
  });
  const got = log2(Math.abs(a / b));
  return relativeRow(`cantilever ${model} Γ = 10: order of H/W from N = ${coarse}`, 2, got, 0.05);
}

/** Load at the tip, α = P L²/B: drop and reach [Bisshopp-Drucker]. */
const tipLoads: readonly (readonly [alpha: number, drop: number, reach: number])[] = [
  [1, 0.3017207738, 0.9435667637],
  [2, 0.4934574804, 0.8393582792],
  [5, 0.7137915236, 0.6123716393],
  [10, 0.8106090249, 0.4450044022],
];

/** Cantilevers under a load at the tip, N = 100 (super-helix 32), within 0.5 %. */
export function cantileverTipLoad(models = ['mass-spring', 'der', 'corde', 'super-helix']): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const model of models) {
    for (const [alpha, drop, reach] of tipLoads) {
      const tip = tipUnder(model, model === 'super-helix' ? 32 : 100, alpha);
      rows.push(relativeRow(`tip load ${model} α = ${alpha}: drop`, drop, -tip[2], 5e-3));
      rows.push(relativeRow(`tip load ${model} α = ${alpha}: reach`, reach, tip[0], 5e-3));
    }
  }
  return rows;
}

function tipUnder(model: string, N: number, alpha: number): Float64Array {
  const rod: Rod = unitRod(model, N, {
    start: { kind: 'clamped' },
    loads: { forces: [{ s: 1, force: (t) => [0, 0, -alpha * t] }] },
  });
  followEquilibrium(rod, (share) => ({ t: share, inextensible: true }));
  return pointOf(rod, 1);
}
