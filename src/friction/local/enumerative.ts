import type { LocalSolver } from './local-solver.js';
import { blockStride, prepareBlock, solveBlock } from './slip-search.js';

const prepared = new Float64Array(blockStride);

/** Cases tried one after another: take-off, stick, slide by a search for the slip parameter [Daviet11 appendix B]. */
export const enumerative: LocalSolver = {
  name: 'enumerative',
  summary: 'take-off, stick or slide tried in turn, the slide by a safeguarded search for the slip parameter',
  exact: true,
  solve(r, W, at, b, mu) {
    prepareBlock(prepared, 0, W, at);
    solveBlock(r, prepared, 0, b[0], b[1], b[2], mu, 0);
    return true;
  },
};
