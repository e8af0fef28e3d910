import type { Cloth } from './cloth.js';
import type { ClothAssembly } from './assembly.js';
import { InputError, type InputProblem } from '../../errors.js';
import { TreeSolve } from '../../linalg/kernel/tree-solve.js';
import type { TeamJob, WorkTeam } from '../../linalg/kernel/work-team.js';
import { createSparseCholesky, type SparseCholesky } from '../../linalg/sparse-cholesky.js';
import { SparseBuilder, type SparseMatrix } from '../../linalg/sparse.js';
import { SupernodalCholesky } from '../../linalg/supernodal-cholesky.js';

/**
 * The constant matrix of the global step, P = M + h² Σ ω SᵀAᵀAS [Ly20 (5)], one scalar per pair of vertices, factored once.
 * Pinned vertices keep their place in the matrix but are cut off: changes of their velocities come out as they go in.
 */
export class GlobalSystem {
  readonly n: number;
  readonly h: number;
  /** with the rows of pinned vertices */
  readonly P: SparseMatrix;
  readonly factor: SparseCholesky;
  #tree: TreeSolve | undefined;

  constructor(cloth: ClothAssembly, h: number) {
    const n = cloth.nodes;
    this.n = n;
    this.h = h;
    for (const own of cloth.cloths) checkStiffness(own, h);
    const builder = new SparseBuilder(n, n, 32 * n);
    for (let i = 0; i < n; i++) builder.add(i, i, cloth.mass[i]);
    cloth.cloths.forEach(({ energies }, c) => {
      const from = cloth.start[c];
      for (const energy of energies) {
        energy.addStiffness((i, j, value) => builder.add(from + i, from + j, h * h * value));
      }
    });
    this.P = builder.build();
    const cut = cutPinned(this.P, cloth.pinned);
    this.factor = createSparseCholesky(cut, { ordering: 'best' });
    if (!this.factor.factor(cut)) throw tooStiff([stiffness('stretch', cloth.cloths[0], 1)]);
  }

  /** Where P_ij stands among the values of P, or -1; rows of a column rise. */
  entry(i: number, j: number): number {
    const { ptr, index } = this.P;
    let [low, high] = [ptr[j], ptr[j + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index[middle] < i) low = middle + 1;
      else high = middle;
    }
    return index[low] === i ? low : -1;
  }

  /** What a team does to solve with x, an array that threads can share; nothing where they cannot share the factor. */
  shared(x: Float64Array): readonly TeamJob[] {
    const { factor } = this;
    if (factor instanceof SupernodalCholesky) this.#tree = TreeSolve.create(factor.supernodes, factor.panels, x);
    return this.#tree?.jobs ?? [];
  }

  /** x <- P⁻¹ x, 3 numbers a vertex; by a team only where it has what `shared` gave for x */
  solve(x: Float64Array, team?: WorkTeam): void {
    if (team && this.#tree) this.#tree.solve3(team);
    else this.factor.solve3(x);
  }
}

/** Stiffness times h² over mass beyond which a vertex' mass is lost in the rounding of P. */
const stiffest = 1e13;

/** Refuses a cloth so stiff for its mass and step that P keeps too few digits of the mass to be solved with. */
export function checkStiffness(cloth: Cloth, h: number): void {
  const problems: InputProblem[] = [];
  cloth.energies.forEach((energy, k) => {
    const diagonal = new Float64Array(cloth.nodes);
    energy.addStiffness((i, j, value) => {
      if (i === j) diagonal[i] += h * h * value;
    });
    let largest = 0;
    for (let i = 0; i < cloth.nodes; i++) {
      if (!cloth.pinned[i] && !(diagonal[i] <= largest * cloth.mass[i])) largest = diagonal[i] / cloth.mass[i];
    }
    if (largest <= stiffest) return;
    problems.push(
      stiffness(k === 0 ? 'stretch' : k === 1 && cloth.material.bend ? 'bend' : 'energies', cloth, largest),
    );
  });
  if (problems.length > 0) throw tooStiff(problems);
}

function stiffness(path: 'stretch' | 'bend' | 'energies', { material }: Cloth, ratio: number): InputProblem {
  const found = path === 'energies' ? 'more' : String(material[path]);
  const bound = path === 'energies' ? NaN : ((material[path] ?? 0) * stiffest) / ratio;
  const expected = bound > 0 ? `at most about ${bound.toPrecision(1)}` : 'less';
  return { path, expected, found, hint: 'or a shorter step, or a heavier cloth' };
}

function tooStiff(problems: readonly InputProblem[]): InputError {
  return new InputError('the cloth is too stiff for its mass and time step', problems);
}

/** A copy with the rows and columns of pinned vertices replaced by the identity. */
export function cutPinned(P: SparseMatrix, pinned: Uint8Array): SparseMatrix {
  const values = P.values.slice();
  for (let j = 0; j < P.cols; j++) {
    for (let p = P.ptr[j]; p < P.ptr[j + 1]; p++) {
      const i = P.index[p];
      if (pinned[i] || pinned[j]) values[p] = i === j ? 1 : 0;
    }
  }
  return { ...P, values };
}
