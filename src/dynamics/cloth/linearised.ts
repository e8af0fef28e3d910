import type { PrimalProblem } from '../../friction/problem.js';
import { BlockRowBuilder, type BlockRowMatrix } from '../../linalg/block-rows.js';
import { ownRoom } from '../../linalg/kernel/shared-work.js';
import type { SparseMatrix } from '../../linalg/sparse.js';
import { contactFrame } from '../../math/frame.js';
import { apply33 } from '../../math/mat3.js';
import { assembleBodies } from '../groups/assembly.js';
import { stencil } from './contacts.js';
import type { StepState } from './step-state.js';

/** The one-step problem of a group with cloth, linearised at velocities vᵏ, and what of the group its numbers belong to. */
export interface LinearisedGroup {
  /** unknowns: by how much the velocities of free vertices differ from vᵏ, in the assembly's order; then those of bodies */
  readonly problem: PrimalProblem;
  /** contacts in the problem's order; and those that are held, three equations each */
  readonly contacts: readonly number[];
  readonly held: readonly number[];
}

/** Where the velocities of each body begin among the unknowns. */
type Offsets = ReadonlyMap<number, number>;

/**
 * K (v - vᵏ) = M (y - vᵏ) + Hᵀ r, u = H v + w, Coulomb's law, with the tangent K of the free vertices as it is assembled and y the velocities that momentum
 * and elastic forces at vᵏ give without contacts: Newton's method, or with P in place of K the global step [Ly20 (7)]. In
 * increments, so that momentum is not lost in the rounding of positions. Pinned vertices move as told and are no unknowns.
 */
export function linearisedProblem(state: StepState, tangent: SparseMatrix): LinearisedGroup {
  const { cloth, contacts, v, y } = state;
  state.project();
  const own = new Float64Array(tangent.cols);
  cloth.free.forEach((i, k) => {
    for (let c = 0; c < 3; c++) own[3 * k + c] = cloth.mass[i] * (y[3 * i + c] - v[3 * i + c]);
  });
  const { members } = contacts.solids;
  const systems = members.map((b) => contacts.solids.systemOf(b));
  const { M, f } = assembleBodies([{ M: tangent, f: own }, ...systems], ownRoom);
  const offsetOf = new Map(members.map((b, k) => [b, M.offset[k + 1]]));
  const taking: number[] = [];
  const held: number[] = [];
  for (let j = 0; j < contacts.n; j++) {
    if (contacts.compliance[j] + contacts.give[j] > 0) (contacts.mu[j] === Infinity ? held : taking).push(j);
  }
  const { matrix: H, w } = rowsOf(state, taking, 3, f.length, offsetOf);
  const mu = Float64Array.from(taking, (j) => contacts.mu[j]);
  const problem: PrimalProblem = { kind: 'primal', d: 3, M, f, H, w, mu };
  if (held.length === 0) return { problem, contacts: taking, held };
  const { matrix: B, w: c } = rowsOf(state, held, 1, f.length, offsetOf);
  return { problem: { ...problem, bilateral: { B, c } }, contacts: taking, held };
}

const R = new Float64Array(9);
const block = new Float64Array(9);
const u = new Float64Array(3);
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Rows of contacts over `size` unknowns, and u with the cloths at vᵏ and bodies at rest: in their frames, or held, d = 1, an equation for each axis of the world. */
function rowsOf(
  state: StepState,
  list: readonly number[],
  d: 1 | 3,
  size: number,
  offsetOf: Offsets,
): { readonly matrix: BlockRowMatrix; readonly w: Float64Array } {
  const { contacts, v } = state;
  const builder = new BlockRowBuilder(d, size);
  const w = new Float64Array(3 * list.length);
  list.forEach((j, k) => {
    if (d === 3) contactFrame(R, 0, contacts.normal, 3 * j);
    else R.set(identity);
    for (let axis = 0; axis < 3; axis += d) {
      eachSegment(state, j, R, offsetOf, (col, len, values) => builder.segment(col, len, values, axis * len));
      builder.endRow();
    }
    contacts.ownVelocity(u, v, j);
    apply33(w, 3 * k, R, 0, u, 0);
  });
  return { matrix: builder.finish(), w };
}

/** Segments of contact j turned by `frame`: of vertices and of bodies. */
function eachSegment(
  { cloth, contacts }: StepState,
  j: number,
  frame: Float64Array,
  offsetOf: Offsets,
  visit: (col: number, len: number, values: Float64Array) => void,
): void {
  const { size, node, weight, side, sides, solids } = contacts;
  for (let p = stencil * j; p < stencil * j + size[j]; p++) {
    const at = cloth.place[node[p]];
    if (at < 0) continue;
    for (let c = 0; c < 9; c++) block[c] = weight[p] * frame[c];
    visit(3 * at, 3, block);
  }
  for (let s = side[j]; s < side[j] + sides[j]; s++) {
    visit(offsetOf.get(solids.body[s])! + solids.col[s], solids.len[s], solids.turned(s, frame));
  }
}
