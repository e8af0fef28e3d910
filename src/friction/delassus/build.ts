import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { BlockRowBuilder, multiplyBlockRows, rowCount } from '../../linalg/block-rows.js';
import type { BlockSparseMatrix } from '../../linalg/block-sparse.js';
import type { DualProblem, PrimalProblem } from '../problem.js';
import { AssembledDelassus } from './assembled.js';
import { Bilateral } from './bilateral.js';
import { assembleChains } from './chain-assembly.js';
import { whitenChains } from './chain-sides.js';
import { chooseForm, formCosts } from './cost.js';
import type { Delassus, DelassusForm } from './delassus.js';
import { DualBilateral } from './dual-bilateral.js';
import type { MassSolver } from './mass-factor.js';
import { MassFactor } from './mass-factor.js';
import { MassGradients } from './mass-gradients.js';
import { ProductDelassus } from './product.js';
import type { Sides } from './sides.js';
import { type Room, ownRoom } from '../../linalg/kernel/shared-work.js';
import { gatherSides } from './sides.js';
import { WhitenedDelassus } from './whitened.js';
import { whitenSides } from './whitening.js';

/** Powers of two that a problem is divided by: W by `compliance`, velocities by `velocity`. */
export interface Units {
  readonly compliance: number;
  readonly velocity: number;
}

/** The affine map of a problem, the units it is in, and the factored masses of a problem with bodies. */
export interface BuiltDelassus {
  readonly W: Delassus;
  readonly units: Units;
  readonly factor: MassFactor | undefined;
  /** the equations that W and b already hold */
  readonly bilateral?: Bilateral;
  readonly dualBilateral?: DualBilateral;
}

/** The affine map u = W r + b of a primal problem, in the form asked for or the cheapest, in the units it chooses. */
export function delassusOfPrimal(
  problem: PrimalProblem,
  form?: DelassusForm,
  factor: MassFactor = new MassFactor(problem.M),
  room: Room = ownRoom,
): BuiltDelassus {
  const { bilateral: rows } = problem;
  const bilateral = rows && rows.c.length > 0 ? new Bilateral(problem, rows, factor) : undefined;
  const chosen = form ?? chooseForm(formCosts(problem.H, problem.M, bilateral?.groupOf, room));
  const w = spread(problem.w, problem.d, room);
  const raw = rawForm(problem, chosen, factor, w, bilateral, room);
  const units = chooseUnits(raw.diagonal, problem.d, largestContact(raw.b));
  if (problem.d === 2) raw.addSlack(planeSlack(raw.diagonal));
  raw.rescale(units.compliance, units.velocity);
  const stored = chosen === 'assembled' || chosen === 'conjugate-gradient';
  const W = stored && raw.form !== 'assembled' ? new AssembledDelassus(raw.assembled(), raw.b) : raw;
  return bilateral ? { W, units, factor, bilateral } : { W, units, factor };
}

/** The map in the problem's own units, in a form from which the chosen one follows. */
function rawForm(
  problem: PrimalProblem,
  chosen: DelassusForm,
  factor: MassFactor,
  w: Float64Array,
  bilateral: Bilateral | undefined,
  room: Room,
): AssembledDelassus | ProductDelassus | WhitenedDelassus {
  if (chosen === 'conjugate-gradient') return productForm(problem, new MassGradients(problem.M), w, bilateral);
  if (chosen === 'product') return productForm(problem, factor, w, bilateral);
  if (!problem.M.sparse?.size) return whitenedForm(problem, factor, w, bilateral, room);
  // a contact is felt in all bodies that equations join: no short reach along a chain
  if (bilateral) return productForm(problem, factor, w, bilateral);
  if (chosen === 'assembled' && problem.d === 3) return chainForm(problem, factor, w);
  const G = chosen === 'whitened' ? whitenChains(problem, factor) : undefined;
  if (!G) return productForm(problem, factor, w, undefined);
  const y0 = Float64Array.from(problem.f);
  for (let k = 0; k < problem.M.start.length; k++) {
    factor.band(k)!.whiten(y0.subarray(problem.M.offset[k], problem.M.offset[k + 1]));
  }
  return new WhitenedDelassus(G, problem.M.offset, w, y0);
}

/** The affine map of a dual problem: assembled, always. */
export function delassusOfDual(problem: DualProblem): BuiltDelassus {
  const { bilateral: rows } = problem;
  const dualBilateral = rows && rows.c.length > 0 ? new DualBilateral(problem, rows) : undefined;
  const blocks = spreadBlocks(dualBilateral?.W ?? problem.W);
  const W = new AssembledDelassus(blocks, spread(dualBilateral?.b ?? problem.b, problem.d));
  const units = chooseUnits(W.diagonal, problem.d, largestContact(W.b));
  if (problem.d === 2) W.addSlack(planeSlack(W.diagonal));
  W.rescale(units.compliance, units.velocity);
  return dualBilateral ? { W, units, factor: undefined, dualBilateral } : { W, units, factor: undefined };
}

function whitenedForm(
  problem: PrimalProblem,
  factor: MassFactor,
  w: Float64Array,
  bilateral: Bilateral | undefined,
  room: Room,
): WhitenedDelassus {
  const M = problem.M;
  const G = bilateral ? bilateral.sides(false) : gatherSides(problem.H, M, false, room);
  whitenSides(G, problem.d, M.offset, factor, room);
  const y0 = room.copyOf(bilateral?.free ?? problem.f);
  for (let k = 0; k < M.start.length; k++) factor.whiten(k, y0, M.offset[k], M.offset[k + 1] - M.offset[k]);
  const driven = bilateral ? drivenVelocities(problem, bilateral, G, w, y0) : w;
  return new WhitenedDelassus(G, M.offset, driven, y0, room);
}

/**
 * w for sides that equations have answered: they no longer see the motion that the equations themselves ask for (c), which
 * no impulse changes. u = H v0 + w at r = 0 then comes out as G y0 and this.
 */
function drivenVelocities(
  { H, M, d }: PrimalProblem,
  bilateral: Bilateral,
  G: Sides,
  w: Float64Array,
  y0: Float64Array,
): Float64Array {
  const v0 = bilateral.velocity(bilateral.free);
  const narrow = new Float64Array(d * G.n);
  multiplyBlockRows(narrow, H, v0, narrow.slice());
  const out = Float64Array.from(w);
  for (let i = 0; i < G.n; i++) {
    for (let k = 0; k < d; k++) {
      out[3 * i + k] += narrow[d * i + k];
      for (let s = G.ptr[i]; s < G.ptr[i + 1]; s++) {
        const from = G.start[s] + k * G.len[s];
        const at = M.offset[G.block[s]];
        const length = Math.min(G.len[s], M.offset[G.block[s] + 1] - at);
        for (let j = 0; j < length; j++) out[3 * i + k] -= G.values[from + j] * y0[at + j];
      }
    }
  }
  return out;
}

function chainForm(problem: PrimalProblem, factor: MassFactor, w: Float64Array): AssembledDelassus {
  const v0 = velocityOf(problem, problem.f, factor);
  const b = new Float64Array(w.length);
  multiplyBlockRows(b, problem.H, v0, w);
  return new AssembledDelassus(assembleChains(problem, factor), b);
}

function productForm(
  problem: PrimalProblem,
  factor: MassSolver,
  w: Float64Array,
  bilateral: Bilateral | undefined,
): ProductDelassus {
  const M = problem.M;
  const v0 = Float64Array.from(bilateral?.free ?? problem.f);
  for (let k = 0; k < M.start.length; k++) factor.solve(k, v0, M.offset[k]);
  const Y = bilateral ? bilateral.sides(true) : gatherSides(problem.H, M, true);
  return new ProductDelassus(spreadRows(problem.H), solvedSides(Y, problem.H.d, factor), M, w, v0);
}

/** Y_i = H_i M⁻¹ over whole blocks, in place. */
function solvedSides(Y: Sides, d: number, factor: MassSolver): Sides {
  for (let s = 0; s < Y.block.length; s++) {
    for (let k = 0; k < d; k++) factor.solve(Y.block[s], Y.values, Y.start[s] + k * Y.len[s]);
  }
  return Y;
}

/** Third diagonal entry for plane contacts: the mean of the other two, so that the added direction is as stiff as they are. */
function planeSlack(diagonal: Float64Array): Float64Array {
  const slack = new Float64Array(diagonal.length / 9);
  for (let i = 0; i < slack.length; i++) slack[i] = 0.5 * (diagonal[9 * i] + diagonal[9 * i + 4]) || 1;
  return slack;
}

/** Compliance: the power of four nearest below the mean of tr W_ii / d; velocity: the power of two below max |b_i|. */
function chooseUnits(diagonal: Float64Array, d: number, velocity: number): Units {
  const n = diagonal.length / 9;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += diagonal[9 * i] + diagonal[9 * i + 4] + (d === 3 ? diagonal[9 * i + 8] : 0);
  return { compliance: powerBelow(sum / (d * n), 4), velocity: powerBelow(velocity, 2) };
}

/** Largest power of `base` not above x; 1 where x is zero or not finite. */
function powerBelow(x: number, base: number): number {
  if (!(x > 0) || x === Infinity) return 1;
  let power = 1;
  while (power > x) power /= base;
  while (power * base <= x) power *= base;
  return power;
}

function largestContact(b: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < b.length; k += 3) {
    largest = Math.max(largest, b[k] * b[k] + b[k + 1] * b[k + 1] + b[k + 2] * b[k + 2]);
  }
  return Math.sqrt(largest);
}

/** d numbers a contact to three, as a new array. */
export function spread(x: Float64Array, d: number, room: Room = ownRoom): Float64Array {
  if (d === 3) return room.copyOf(x);
  const n = x.length / d;
  const out = room.floats(3 * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) out[3 * i + k] = x[d * i + k];
  return out;
}

/** A copy with 3 x 3 blocks. */
function spreadBlocks(W: BlockSparseMatrix): BlockSparseMatrix {
  if (W.d === 3) return { ...W, values: Float64Array.from(W.values) };
  const { d, n, ptr, col } = W;
  const values = new Float64Array(9 * col.length);
  for (let e = 0; e < col.length; e++) {
    for (let k = 0; k < d; k++) for (let l = 0; l < d; l++) values[9 * e + 3 * k + l] = W.values[d * d * e + d * k + l];
  }
  return { d: 3, n, ptr, col, values };
}

function spreadRows(H: BlockRowMatrix): BlockRowMatrix {
  if (H.d === 3) return H;
  const builder = new BlockRowBuilder(3, H.cols);
  for (let i = 0; i < rowCount(H); i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      const wide = new Float64Array(3 * H.len[s]);
      wide.set(H.values.subarray(H.start[s], H.start[s] + H.d * H.len[s]));
      builder.segment(H.col[s], H.len[s], wide);
    }
    builder.endRow();
  }
  return builder.finish();
}

/** v = M⁻¹ momentum, in the problem's units. */
export function velocityOf(
  problem: PrimalProblem,
  momentum: Float64Array,
  factor: MassFactor = new MassFactor(problem.M),
  room: Room = ownRoom,
): Float64Array {
  const v = room.copyOf(momentum);
  for (let k = 0; k < problem.M.start.length; k++) factor.solve(k, v, problem.M.offset[k]);
  return v;
}
