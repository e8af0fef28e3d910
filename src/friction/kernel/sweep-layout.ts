import { Layout } from '../../linalg/kernel/layout.js';
import { defineWork, performWork } from '../../linalg/kernel/shared-work.js';
import type { Sides } from '../delassus/sides.js';
import type { WhitenedDelassus } from '../delassus/whitened.js';
import { contactsInTask, taskCount } from '../delassus/whitening.js';
import { prepareBlock } from '../local/slip-search.js';
import type { Parts } from '../parts/parts.js';
import type { ReadyProblem } from '../solver.js';
import type { SweepCrew } from './sweep-crew.js';

/** Header words of kernels/sweep.ts, in order. */
const words = [
  'ptr',
  'len',
  'start',
  'at',
  'records',
  'y',
  'r',
  'rest',
  'idle',
  'order',
  'rBefore',
  'yBefore',
  'p',
  'py',
  'yFree',
  'contact',
  'outerR',
  'outerU',
  'pieces',
  'piece',
  'first',
  'parts',
  'partY',
  'sums',
] as const;
type Word = (typeof words)[number];

/** Bytes of the header, that of kernels/sweep-team.ts included. */
const headerSize = 512;

/** Places in the record of a contact, in numbers: w first; the sides of G follow it, 16-byte aligned. */
const record = { mu: 3, slip: 4, diagonal: 5, block: 14, slipInPart: 33, sides: 34 } as const;

/** Where the bodies stand in y, in numbers. */
interface Places {
  /** first dof of each block, and how many of them sides reach */
  readonly block: Int32Array;
  readonly extent: Int32Array;
  /** first dof of each part, and the length of y */
  readonly part: Int32Array;
}

/** Where everything of a problem stands in the memory of the sweep kernel. */
export class SweepLayout {
  /** bytes of memory that it takes */
  readonly size: number;
  readonly #problem: ReadyProblem;
  readonly #W: WhitenedDelassus;
  readonly #parts: Parts;
  readonly #word = {} as Record<Word, number>;
  readonly #orderAt: number;
  readonly #firstRecord: number;
  readonly #places: Places;

  constructor(problem: ReadyProblem, W: WhitenedDelassus, parts: Parts) {
    const { n } = problem;
    const { G } = W.parts;
    this.#problem = problem;
    this.#W = W;
    this.#parts = parts;
    this.#places = placeBlocks(G, W.blocks, parts);
    const sides = G.block.length;
    const pieces = parts.pieces.length - 1;
    const layout = new Layout(headerSize);
    const word = this.#word;
    word.order = 0;
    word.pieces = pieces;
    word.parts = parts.count;
    word.ptr = layout.place(4 * (n + 1));
    for (const key of ['len', 'start', 'at'] as const) word[key] = layout.place(4 * sides);
    for (const key of ['records', 'rest', 'idle', 'contact'] as const) word[key] = layout.place(4 * n);
    this.#orderAt = layout.place(4 * n);
    for (const key of ['r', 'rBefore', 'p', 'outerR', 'outerU'] as const) word[key] = layout.place(24 * n);
    const dofs = this.#places.part[parts.count];
    for (const key of ['y', 'yBefore', 'py', 'yFree'] as const) word[key] = layout.place(8 * dofs);
    for (const key of ['piece', 'first'] as const) word[key] = layout.place(4 * (pieces + 1));
    word.partY = layout.place(4 * (parts.count + 1));
    word.sums = layout.place(8 * pieces);
    this.#firstRecord = layout.place(8 * (record.sides * n + G.values.length));
    this.size = layout.size;
  }

  /**
   * Writes the problem into the memory.
   *
   * @param guess impulses that sweeps are to start from; contacts without one are laid out last
   * @param crew threads that help, where the memory is shared
   */
  write(buffer: ArrayBufferLike, guess: Float64Array | undefined, crew?: SweepCrew): void {
    const { n } = this.#problem;
    const { G, w, y0, offset } = this.#W.parts;
    const word = this.#word;
    const parts = this.#parts;
    new Int32Array(buffer, 0, words.length).set(words.map((key) => word[key]));
    const ints = (key: Word, count: number): Int32Array => new Int32Array(buffer, word[key], count);
    ints('contact', n).set(parts.order);
    ints('piece', parts.pieces.length).set(parts.pieces);
    const { block: blockY, part: partY, extent } = this.#places;
    ints('partY', parts.count + 1).set(partY.map((at) => 8 * at));
    const first = ints('first', parts.pieces.length - 1);
    for (let k = 0; k + 1 < parts.phases.length; k++) first.fill(parts.phases[k], parts.phases[k], parts.phases[k + 1]);
    const records = ints('records', n);
    const sides = { ptr: ints('ptr', n + 1), start: ints('start', G.block.length) };
    this.#placeRecords(records, sides.ptr, sides.start, guess);
    const room = new Float64Array(buffer, this.#firstRecord, record.sides * n + G.values.length);
    // in an array of the memory that is written later
    const mu = new Float64Array(buffer, word.p, n);
    mu.set(this.#problem.mu);
    const { diagonal } = this.#W;
    const { ptr, len: lengths, start, values } = G;
    const order = ints('contact', n);
    const data = { n, x: room, records, order, w, mu, diagonal, ptr, len: lengths, start, values };
    performWork(recording, data, taskCount(n), crew);
    // to byte addresses
    for (let j = 0; j < n; j++) records[j] = this.#firstRecord + 8 * records[j];
    for (let s = 0; s < G.block.length; s++) sides.start[s] = this.#firstRecord + 8 * sides.start[s];
    const len = ints('len', G.block.length);
    const at = ints('at', G.block.length);
    for (let j = 0; j < n; j++) {
      const from = G.ptr[parts.order[j]];
      for (let k = 0; k < sides.ptr[j + 1] - sides.ptr[j]; k++) {
        const s = from + k;
        len[sides.ptr[j] + k] = G.len[s];
        at[sides.ptr[j] + k] = word.y + 8 * (blockY[G.block[s]] + (G.first ? G.first[s] : 0));
      }
    }
    // what earlier problems left
    const dofs = partY[parts.count];
    for (const key of ['rBefore', 'p', 'outerR', 'r'] as const) new Float64Array(buffer, word[key], 3 * n).fill(0);
    for (const key of ['yBefore', 'py', 'yFree'] as const) new Float64Array(buffer, word[key], dofs).fill(0);
    const yFree = new Float64Array(buffer, word.yFree, dofs);
    for (let k = 0; k < blockY.length; k++) {
      yFree.set(y0.subarray(offset[k], Math.min(offset[k + 1], offset[k] + extent[k])), blockY[k]);
    }
  }

  /** An array of three numbers a contact, in the problem's order. */
  outer(buffer: ArrayBufferLike, key: 'outerR' | 'outerU'): Float64Array {
    return new Float64Array(buffer, this.#word[key], 3 * this.#problem.n);
  }

  /** Has contacts swept in the order given, piece after piece; undefined: in that of the parts. */
  setOrder(buffer: ArrayBufferLike, order: Int32Array | undefined): void {
    new Int32Array(buffer, 4 * words.indexOf('order'), 1)[0] = order ? this.#orderAt : 0;
    if (!order) return;
    const place = new Int32Array(order.length);
    this.#parts.order.forEach((i, j) => (place[i] = j));
    const to = new Int32Array(buffer, this.#orderAt, order.length);
    for (let k = 0; k < order.length; k++) to[k] = place[order[k]];
  }

  /**
   * Where each record, and each side in it, begins, in numbers: in every piece those of the contacts that have an impulse in `guess`
   * first. Sweeps mostly skip the others, and what they go through then lies side by side in memory.
   */
  #placeRecords(records: Int32Array, ptr: Int32Array, start: Int32Array, guess: Float64Array | undefined): void {
    const { order, pieces } = this.#parts;
    const { G } = this.#W.parts;
    ptr[0] = 0;
    for (let j = 0; j < order.length; j++) ptr[j + 1] = ptr[j] + G.ptr[order[j] + 1] - G.ptr[order[j]];
    let used = 0;
    for (let k = 0; k + 1 < pieces.length; k++) {
      for (let pass = 0; pass < 2; pass++) {
        for (let j = pieces[k]; j < pieces[k + 1]; j++) {
          const isPressed = guess === undefined || guess[3 * order[j]] !== 0;
          if (isPressed !== (pass === 0)) continue;
          records[j] = used;
          used += record.sides;
          const from = G.ptr[order[j]] - ptr[j];
          for (let s = ptr[j]; s < ptr[j + 1]; s++) {
            start[s] = used;
            used += 3 * G.len[from + s];
          }
        }
      }
    }
  }
}

/**
 * The bodies of a part stand together, so that threads do not write to each other's; each has an even number of dofs, what sides
 * reach: one that is even by a zero would write into the next body.
 */
function placeBlocks({ block, len, first }: Sides, blocks: number, { count, partOf }: Parts): Places {
  const extent = new Int32Array(blocks);
  for (let s = 0; s < block.length; s++) {
    const end = len[s] + (first ? first[s] : 0);
    if (end > extent[block[s]]) extent[block[s]] = end + (end & 1);
  }
  const part = new Int32Array(count + 1);
  for (let k = 0; k < blocks; k++) part[partOf[k] + 1] += extent[k];
  for (let p = 0; p < count; p++) part[p + 1] += part[p];
  const next = part.slice();
  const places = new Int32Array(blocks);
  for (let k = 0; k < blocks; k++) {
    places[k] = next[partOf[k]];
    next[partOf[k]] += extent[k];
  }
  return { block: places, extent, part };
}

interface RecordData {
  readonly [name: string]: Float64Array | Int32Array | number;
  readonly n: number;
  /** the records, and where that of each contact of `order` begins */
  readonly x: Float64Array;
  readonly records: Int32Array;
  readonly order: Int32Array;
  readonly w: Float64Array;
  readonly mu: Float64Array;
  readonly diagonal: Float64Array;
  readonly ptr: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
}

/** Writes the records of some contacts. */
const recording = defineWork<RecordData>('sweep records', (data, task) => {
  const { n, x, records, order, w, mu, diagonal, ptr, len, start, values } = data;
  const end = Math.min(n, (task + 1) * contactsInTask);
  for (let j = task * contactsInTask; j < end; j++) {
    const i = order[j];
    const at = records[j];
    for (let k = 0; k < 3; k++) x[at + k] = w[3 * i + k];
    x[at + record.mu] = mu[i];
    x[at + record.slip] = 0;
    x[at + record.slipInPart] = 0;
    for (let k = 0; k < 9; k++) x[at + record.diagonal + k] = diagonal[9 * i + k];
    prepareBlock(x, at + record.block, diagonal, 9 * i);
    let to = at + record.sides;
    for (let s = ptr[i]; s < ptr[i + 1]; s++) {
      const last = start[s] + 3 * len[s];
      for (let k = start[s]; k < last; k++) x[to++] = values[k];
    }
  }
});
