import { cos, sin } from '../../math/functions.js';
import { quaternionToMatrix } from '../../math/quaternion.js';
import { Findings } from '../findings.js';
import { type Affine, compose, identity } from './affine.js';
import type { Json } from './sources.js';
import { type Placement } from './up-axis.js';
import { type UsdAttribute, type UsdLayer, type UsdPrim, parseUsd } from './usd-text.js';

/** What USD takes where a file does not say: centimetres, y up, 24 time codes a second. */
const usual = { metresPerUnit: 0.01, up: 'y' as const, rate: 24 };

/** A USD layer with what its units and axes are. */
export class UsdStage {
  readonly findings: Findings;
  readonly placement: Placement;
  /** time codes a second */
  readonly rate: number;
  readonly #layer: UsdLayer;

  constructor(text: string, file: string, json: Json) {
    this.findings = new Findings(`${file} is not a usable USD file`);
    this.#layer = parseUsd(text, this.findings);
    const { metadata } = this.#layer;
    const number = (key: string, other: number): number => {
      const found = metadata.get(key)?.numbers[0] ?? other;
      return found > 0 && found < Infinity ? found : this.findings.fail(key, 'a number > 0', String(found));
    };
    const axis = metadata.get('upAxis')?.words[0]?.toLowerCase() ?? usual.up;
    if (axis !== 'y' && axis !== 'z') this.findings.fail('upAxis', 'Y or Z', axis);
    const up = json.up === 'y' || json.up === 'z' ? json.up : axis === 'z' ? 'z' : 'y';
    const scale = typeof json.scale === 'number' ? json.scale : number('metersPerUnit', usual.metresPerUnit);
    this.placement = { up, scale };
    this.rate = number('timeCodesPerSecond', number('framesPerSecond', usual.rate));
  }

  /** Prims of a type at or below a path, each with those above it, outermost first. */
  prims(type: string, path: string | undefined): UsdPrim[][] {
    const found: UsdPrim[][] = [];
    let seen = path === undefined;
    const visit = (prim: UsdPrim, above: readonly UsdPrim[]): void => {
      const chain = [...above, prim];
      const inside = path === undefined || chain.some((own) => own.path === path || own.path.endsWith(`/${path}`));
      seen ||= inside;
      const elsewhere = ['references', 'payload', 'inherits', 'specializes'].find((key) => prim.metadata.has(key));
      if (inside && elsewhere) {
        const hint = 'save the scene as one flat file first (usdcat --flatten)';
        this.findings.fail(prim.path, 'a prim with its content in this file', `one with ${elsewhere}`, hint);
      }
      if (inside && prim.type === type) found.push(chain);
      for (const child of prim.children) visit(child, chain);
    };
    for (const prim of this.#layer.prims) visit(prim, []);
    if (!seen) {
      const names = this.#layer.prims.map((prim) => prim.path).join(', ');
      this.findings.fail(path!, 'a prim of that path or name', 'none', `there are: ${names || 'none'}`);
    }
    if (found.length === 0) this.findings.fail(path ?? 'the file', `prims of type ${type}`, 'none');
    return found;
  }

  /** Where the last of several prims, each in the one before, is at a time code. */
  map(chain: readonly UsdPrim[], code: number): Affine {
    return chain.reduce((map, prim) => {
      const order = prim.attributes.get('xformOpOrder')?.value?.words ?? [];
      const from = order.lastIndexOf('!resetXformStack!');
      return order
        .slice(from + 1)
        .reduce((sum, op) => compose(sum, this.#operation(prim, op, code)), from >= 0 ? identity : map);
    }, identity);
  }

  #operation(prim: UsdPrim, op: string, code: number): Affine {
    const inverse = op.startsWith('!invert!');
    const name = inverse ? op.slice('!invert!'.length) : op;
    const x = numbersAt(prim.attributes.get(name), code);
    const kind = name.split(':')[1] ?? '';
    const size = kind === 'transform' ? 16 : kind === 'orient' ? 4 : /^rotate[XYZ]$/.test(kind) ? 1 : 3;
    if (x.length !== size || !x.every(Number.isFinite)) {
      this.findings.fail(`${prim.path}.${name}`, `${size} numbers`, x.length === 0 ? 'nothing' : `${x.length} numbers`);
    }
    if (inverse && kind !== 'translate') this.findings.fail(`${prim.path}.${op}`, 'a shift to be taken back', kind);
    if (kind === 'translate')
      return Float64Array.of(1, 0, 0, x[0], 0, 1, 0, x[1], 0, 0, 1, x[2]).map((v, k) =>
        inverse && k % 4 === 3 ? -v : v,
      );
    if (kind === 'scale') return Float64Array.of(x[0], 0, 0, 0, 0, x[1], 0, 0, 0, 0, x[2], 0);
    // rows of USD's matrices are our columns
    if (kind === 'transform') return Float64Array.from(identity, (_, k) => x[4 * (k % 4) + Math.floor(k / 4)]);
    if (kind === 'orient') return turned(Float64Array.from(x));
    if (!/^rotate[XYZ]+$/.test(kind)) return this.findings.fail(`${prim.path}.${name}`, 'a known operation', kind);
    const axes = kind.slice('rotate'.length);
    // rotateXYZ turns about x first
    return [...axes].reduce((sum, axis) => {
      const angle = axes.length === 1 ? x[0] : x['XYZ'.indexOf(axis)];
      return compose(about('XYZ'.indexOf(axis), (angle * Math.PI) / 180), sum);
    }, identity);
  }

  /** Time codes at which anything of a chain, or one of these attributes, is given; rising. */
  codes(chain: readonly UsdPrim[], attributes: readonly (UsdAttribute | undefined)[]): number[] {
    const ops = chain.flatMap((prim) =>
      (prim.attributes.get('xformOpOrder')?.value?.words ?? []).map((op) => prim.attributes.get(op)),
    );
    const codes = [...ops, ...attributes].flatMap((own) => (own?.samples ?? []).map(([code]) => code));
    return [...new Set(codes)].sort((a, b) => a - b);
  }
}

/** Numbers of an attribute at a time code, joined linearly between samples of the same size. */
export function numbersAt(attribute: UsdAttribute | undefined, code: number): readonly number[] {
  const samples = attribute?.samples;
  if (!samples || samples.length === 0) return attribute?.value?.numbers ?? [];
  let k = 0;
  while (k < samples.length - 1 && samples[k + 1][0] <= code) k++;
  const [from, { numbers: a }] = samples[k];
  const [to, { numbers: b }] = samples[Math.min(k + 1, samples.length - 1)];
  const u = to > from ? Math.min(Math.max((code - from) / (to - from), 0), 1) : 0;
  return u === 0 || a.length !== b.length ? a : a.map((x, i) => x + u * (b[i] - x));
}

function turned(q: Float64Array): Affine {
  const R = new Float64Array(9);
  quaternionToMatrix(R, 0, q, 0);
  return Float64Array.from(identity, (_, k) => (k % 4 === 3 ? 0 : R[3 * Math.floor(k / 4) + (k % 4)]));
}

/** A turn about one of the axes. */
function about(axis: number, angle: number): Affine {
  const out = identity.slice();
  const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
  const [c, s] = [cos(angle), sin(angle)];
  out[4 * j + j] = c;
  out[4 * j + k] = -s;
  out[4 * k + j] = s;
  out[4 * k + k] = c;
  return out;
}
