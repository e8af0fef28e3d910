// Why the cone must be round: a block pushed at 30 degrees slides at 30 degrees. A cone cut into few facets pulls it aside.
import { BlockRowBuilder, denseBlockDiagonal, solve } from 'stickslip';

const M = denseBlockDiagonal([3]);
for (let k = 0; k < 3; k++) M.values[4 * k] = 1;
const rows = new BlockRowBuilder(3, 3);
rows.segment(0, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
rows.endRow();

const push = Math.PI / 6;
const problem = {
  kind: 'primal',
  d: 3,
  M,
  f: Float64Array.of(-1, Math.cos(push), Math.sin(push)),
  H: rows.finish(),
  w: new Float64Array(3),
  mu: Float64Array.of(0.5),
};

const direction = ({ u }) => ((Math.atan2(u[2], u[1]) * 180) / Math.PI).toFixed(2);
console.log(`exact cone: ${direction(solve(problem))} degrees`);
for (const facets of [4, 8, 16]) {
  console.log(`${facets} facets: ${direction(solve(problem, { solver: 'lemke', facets }))} degrees`);
}

// Prints:
// exact cone: 30.00 degrees
// 4 facets: 45.00 degrees
// 8 facets: 22.50 degrees
// 16 facets: 33.75 degrees
