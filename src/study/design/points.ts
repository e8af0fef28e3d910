import { exp, log } from '../../math/functions.js';
import { Random } from '../../math/random.js';
import type { ParameterJson, Study } from '../schema.js';
import { sobolPoints } from './sobol.js';

/** Values of all parameters of a run, by name. */
export type Point = Readonly<Record<string, number>>;

/** Runs of one study at most: beyond that a table is no answer. */
export const mostPoints = 1_000_000;

/** The values that a parameter lists itself; undefined where a design is to choose between bounds. */
export function listedValues(parameter: ParameterJson): number[] | undefined {
  const { values, range, log: factors, seeds } = parameter;
  if (values) return [...values];
  if (range) return Array.from({ length: range.count }, (_, k) => mix(range.from, range.to, k, range.count - 1));
  if (factors) {
    const [a, b] = [log(factors.from), log(factors.to)];
    const last = factors.count - 1;
    return Array.from({ length: factors.count }, (_, k) =>
      k === 0 ? factors.from : k === last ? factors.to : exp(mix(a, b, k, last)),
    );
  }
  if (seeds) return Array.from({ length: seeds.count }, (_, k) => seeds.first + k);
  return undefined;
}

/** k parts of n on the way from a to b, both ends exact. */
function mix(a: number, b: number, k: number, n: number): number {
  return k === n ? b : a + ((b - a) * k) / n;
}

/** The value at a share u of a parameter's range, whatever form that was given in. */
export function valueAtShare(parameter: ParameterJson, u: number): number {
  const { between, range, log: factors, values, seeds } = parameter;
  if (factors || (between && parameter.scale === 'log')) {
    const [from, to] = between ?? [factors!.from, factors!.to];
    return u === 0 ? from : u === 1 ? to : exp(log(from) + u * (log(to) - log(from)));
  }
  if (range) return mix(range.from, range.to, u, 1);
  if (between) return mix(between[0], between[1], u, 1);
  const list = values ?? listedValues({ seeds })!;
  return list[Math.min(list.length - 1, Math.floor(u * list.length))];
}

/** The points of a study's design, in a fixed order, the first parameter changing slowest. */
export function designPoints(study: Study): Point[] {
  const names = Object.keys(study.parameters).filter((name) => name !== study.find?.parameter);
  const { design } = study;
  if (names.length === 0) return [{}];
  switch (design.type) {
    case 'grid':
      return grid(names, study);
    case 'list': {
      const lists = names.map((name) => listedValues(study.parameters[name])!);
      return lists[0].map((_, k) => Object.fromEntries(names.map((name, n) => [name, lists[n][k]])));
    }
    case 'latin-hypercube':
      return scaled(names, study, latinHypercube(design.count, names.length, design.seed));
    case 'sobol':
      return scaled(names, study, sobolPoints(design.count, names.length, design.seed));
  }
}

function grid(names: readonly string[], study: Study): Point[] {
  let points: Point[] = [{}];
  for (const name of names) {
    const values = listedValues(study.parameters[name])!;
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points;
}

function scaled(names: readonly string[], study: Study, shares: readonly Float64Array[]): Point[] {
  return shares.map((u) =>
    Object.fromEntries(names.map((name, d) => [name, valueAtShare(study.parameters[name], u[d])])),
  );
}

/** Shares in [0, 1): each of `count` equal parts of every dimension has one point [McKay et al. 1979]. */
export function latinHypercube(count: number, dimensions: number, seed: number): Float64Array[] {
  const random = new Random(seed);
  const points = Array.from({ length: count }, () => new Float64Array(dimensions));
  for (let d = 0; d < dimensions; d++) {
    const order = random.shuffle(Int32Array.from({ length: count }, (_, k) => k));
    for (let k = 0; k < count; k++) points[k][d] = (order[k] + random.uniform()) / count;
  }
  return points;
}

/** How many runs a design has, without making them. */
export function designSize(study: Study): number {
  const names = Object.keys(study.parameters).filter((name) => name !== study.find?.parameter);
  const { design } = study;
  if (names.length === 0) return 1;
  if (design.type === 'latin-hypercube' || design.type === 'sobol') return design.count;
  const lengths = names.map((name) => lengthOf(study.parameters[name]));
  return design.type === 'list' ? Math.max(...lengths) : lengths.reduce((a, b) => a * b, 1);
}

/** Number of values that a parameter lists; 1 where it lists none. */
export function lengthOf({ values, range, log: factors, seeds }: ParameterJson): number {
  return values?.length ?? range?.count ?? factors?.count ?? seeds?.count ?? 1;
}
