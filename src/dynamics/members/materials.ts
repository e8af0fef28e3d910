import { InputError } from '../../errors.js';
import type { InputProblem } from '../../errors.js';

/** What a surface is made of. */
export interface Material {
  /** Coulomb's coefficient against the same material */
  readonly friction: number;
  /** coefficient of restitution against the same material, 0 to 1. Default: 0 */
  readonly restitution?: number;
}

/** What holds between two materials where it is not the mean of the two. */
export interface MaterialPair {
  readonly between: readonly [string, string];
  readonly friction?: number;
  readonly restitution?: number;
}

/** Friction and restitution of every pair of materials: the pair's own entry, else the geometric mean of the two. */
export class MaterialTable {
  readonly names: readonly string[];
  readonly #friction: Float64Array;
  readonly #restitution: Float64Array;

  constructor(materials: Readonly<Record<string, Material>>, pairs: readonly MaterialPair[] = []) {
    check(materials, pairs);
    this.names = Object.keys(materials);
    const n = this.names.length;
    this.#friction = new Float64Array(n * n);
    this.#restitution = new Float64Array(n * n);
    const all = this.names.map((name) => materials[name]);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const [a, b] = [all[i], all[j]];
        this.#friction[n * i + j] = i === j ? a.friction : Math.sqrt(a.friction * b.friction);
        const [e, f] = [a.restitution ?? 0, b.restitution ?? 0];
        this.#restitution[n * i + j] = i === j ? e : Math.sqrt(e * f);
      }
    }
    for (const pair of pairs) {
      const [i, j] = pair.between.map((name) => this.names.indexOf(name));
      for (const at of [n * i + j, n * j + i]) {
        if (pair.friction !== undefined) this.#friction[at] = pair.friction;
        if (pair.restitution !== undefined) this.#restitution[at] = pair.restitution;
      }
    }
  }

  /** Number of a material; throws `InputError` for an unknown one. */
  numberOf(name: string): number {
    const found = this.names.indexOf(name);
    if (found >= 0) return found;
    throw new InputError('unknown material', [
      { path: 'material', expected: `one of ${this.names.join(', ')}`, found: name },
    ]);
  }

  /** mu of two materials. */
  friction(i: number, j: number): number {
    return this.#friction[this.names.length * i + j];
  }

  /** e of two materials. */
  restitution(i: number, j: number): number {
    return this.#restitution[this.names.length * i + j];
  }
}

function check(materials: Readonly<Record<string, Material>>, pairs: readonly MaterialPair[]): void {
  const problems: InputProblem[] = [];
  const values = (path: string, friction: number | undefined, restitution: number | undefined): void => {
    if (friction !== undefined && !(friction >= 0 && friction < Infinity)) {
      problems.push({ path: `${path}.friction`, expected: 'a number >= 0', found: String(friction) });
    }
    if (restitution !== undefined && !(restitution >= 0 && restitution <= 1)) {
      problems.push({ path: `${path}.restitution`, expected: 'a number from 0 to 1', found: String(restitution) });
    }
  };
  for (const name of Object.keys(materials)) {
    values(`materials.${name}`, materials[name].friction, materials[name].restitution);
  }
  pairs.forEach((pair, k) => {
    values(`pairs[${k}]`, pair.friction, pair.restitution);
    pair.between.forEach((name, side) => {
      if (name in materials) return;
      problems.push({ path: `pairs[${k}].between[${side}]`, expected: 'the name of a material', found: name });
    });
  });
  if (problems.length > 0) throw new InputError('wrong materials', problems);
}
