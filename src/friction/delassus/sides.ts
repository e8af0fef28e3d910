import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import type { BlockRowMatrix } from '../../linalg/block-rows.js';
import { rowCount } from '../../linalg/block-rows.js';
import { ownRoom } from '../../linalg/kernel/shared-work.js';

/**
 * The block rows of H gathered by body: contact i has the sides `ptr[i] .. ptr[i + 1] - 1`, one for each block of M it
 * touches. Side s covers `len[s]` dofs of `block[s]`, from the first on or from `first[s]`, and stands as a 3 x len
 * row-major matrix in `values` from `start[s]`. Plane contacts get a third row of zeros.
 */
export interface Sides {
  readonly n: number;
  readonly ptr: Int32Array;
  readonly block: Int32Array;
  readonly len: Int32Array;
  readonly start: Int32Array;
  readonly values: Float64Array;
  /** dof of its block at which each side begins; none: 0 */
  readonly first?: Int32Array;
}

/**
 * Gathers the segments of each row of H by block. `whole` covers whole blocks; else a side reaches up to the last dof
 * touched, and one more where that makes its length even (a zero, so that loops may go by twos).
 *
 * @param room where its arrays are made
 */
export function gatherSides(H: BlockRowMatrix, M: BlockDiagonalMatrix, whole = false, room = ownRoom): Sides {
  const n = rowCount(H);
  const owner = blockOfRow(M, room);
  const ptr = room.ints(n + 1);
  const most = H.len.length;
  const block = room.ints(most);
  const len = room.ints(most);
  const start = room.ints(most);
  let count = 0;
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] === 0) continue;
      const k = owner[H.col[s]];
      const end = whole ? M.offset[k + 1] - M.offset[k] : evenUp(H.col[s] + H.len[s] - M.offset[k]);
      let side = ptr[i];
      while (side < count && block[side] !== k) side++;
      if (side === count) {
        block[count] = k;
        len[count++] = end;
      } else if (end > len[side]) len[side] = end;
    }
    ptr[i + 1] = count;
  }
  let total = 0;
  for (let s = 0; s < count; s++) {
    start[s] = total;
    total += 3 * len[s];
  }
  const sides = {
    n,
    ptr,
    block: block.subarray(0, count),
    len: len.subarray(0, count),
    start: start.subarray(0, count),
    values: room.floats(total),
  };
  fillSides(sides, H, M, owner);
  return sides;
}

function evenUp(length: number): number {
  return length + (length & 1);
}

function fillSides(sides: Sides, H: BlockRowMatrix, M: BlockDiagonalMatrix, owner: Int32Array): void {
  for (let i = 0; i < sides.n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] === 0) continue;
      const k = owner[H.col[s]];
      let side = sides.ptr[i];
      while (sides.block[side] !== k) side++;
      const first = H.col[s] - M.offset[k];
      if (H.d === 3 && H.len[s] === sides.len[side]) {
        // as they stand: the commonest case, a body that is touched in one place
        const from = H.start[s];
        const to = sides.start[side];
        const count = 3 * H.len[s];
        for (let j = 0; j < count; j++) sides.values[to + j] += H.values[from + j];
        continue;
      }
      for (let row = 0; row < H.d; row++) {
        const from = H.start[s] + row * H.len[s];
        const to = sides.start[side] + row * sides.len[side] + first;
        for (let j = 0; j < H.len[s]; j++) sides.values[to + j] += H.values[from + j];
      }
    }
  }
}

/** For each block, the sides that lie on it, in the order of contacts: `ptr` (blocks + 1) into `side`, with the contact of each side. */
export function sidesByBlock(sides: Sides, blocks: number): { ptr: Int32Array; side: Int32Array; contact: Int32Array } {
  const ptr = new Int32Array(blocks + 1);
  const count = sides.block.length;
  for (let s = 0; s < count; s++) ptr[sides.block[s] + 1]++;
  for (let k = 0; k < blocks; k++) ptr[k + 1] += ptr[k];
  const next = ptr.slice(0, blocks);
  const side = new Int32Array(count);
  const contact = new Int32Array(count);
  for (let i = 0; i < sides.n; i++) {
    for (let s = sides.ptr[i]; s < sides.ptr[i + 1]; s++) {
      const at = next[sides.block[s]]++;
      side[at] = s;
      contact[at] = i;
    }
  }
  return { ptr, side, contact };
}
