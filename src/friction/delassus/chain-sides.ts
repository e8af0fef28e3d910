import type { Window } from '../../linalg/band-cholesky.js';
import { blockOfRow } from '../../linalg/block-diagonal.js';
import { rowCount } from '../../linalg/block-rows.js';
import type { PrimalProblem } from '../problem.js';
import { largestBlock, spreadRow } from './chain-assembly.js';
import type { MassFactor } from './mass-factor.js';
import type { Sides } from './sides.js';

/** Dofs that a contact on a long chain is felt over, most often. */
const typicalReach = 600;

/**
 * Whitened sides G_i = H_i L⁻ᵀ of contacts on chains, M = L Lᵀ with narrow L: each begins at the first dof that the
 * contact moves and ends where nothing of it is left to be felt. Undefined where a block is not a chain, or contacts do not
 * have three rows.
 */
export function whitenChains({ H, M, d }: PrimalProblem, factor: MassFactor): Sides | undefined {
  for (let k = 0; k < M.start.length; k++) if (!factor.band(k)) return undefined;
  if (d !== 3) return undefined;
  const n = rowCount(H);
  const owner = blockOfRow(M);
  const most = H.len.length;
  const ptr = new Int32Array(n + 1);
  const [block, len, start, first] = [0, 1, 2, 3].map(() => new Int32Array(most));
  const x = new Float64Array(3 * largestBlock(M.offset));
  const window: Window = { from: 0, to: 0 };
  let values: Float64Array = new Float64Array(3 * n * Math.min(x.length / 3, typicalReach));
  let count = 0;
  let used = 0;
  for (let i = 0; i < n; i++) {
    for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) {
      if (H.len[s] === 0) continue;
      const k = owner[H.col[s]];
      if (block.subarray(ptr[i], count).includes(k)) continue;
      const size = M.offset[k + 1] - M.offset[k];
      spreadRow(x, window, H, i, k, owner, M.offset[k], 1, size);
      factor.band(k)!.whitenWindow(x, window);
      // an even length, so that loops may go by twos: the one more is a zero
      const length = window.to - window.from + ((window.to - window.from) & 1);
      if (used + 3 * length > values.length) values = grown(values, used + 3 * length);
      for (let c = 0; c < 3; c++) {
        const own = x.subarray(c * size + window.from, c * size + window.to);
        values.set(own, used + c * length);
        own.fill(0);
      }
      block[count] = k;
      first[count] = window.from;
      len[count] = length;
      start[count++] = used;
      used += 3 * length;
    }
    ptr[i + 1] = count;
  }
  const own = (list: Int32Array): Int32Array => list.subarray(0, count);
  return {
    n,
    ptr,
    block: own(block),
    len: own(len),
    start: own(start),
    values: values.subarray(0, used),
    first: own(first),
  };
}

function grown(values: Float64Array, least: number): Float64Array {
  const larger = new Float64Array(Math.max(2 * values.length, least));
  larger.set(values);
  return larger;
}
