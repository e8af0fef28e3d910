// Problems travel: write one in every format, read it back, solve it. FCLib's HDF5 is what other solvers read and write,
// .npz opens in Python with numpy.load.
import { BlockRowBuilder, denseBlockDiagonal, solve } from 'stickslip';
import { problemFormats, readProblem, writeProblem } from 'stickslip/io';

// two beads, one on the other, on a rough floor, pulled apart sideways
const M = denseBlockDiagonal([3, 3]);
for (let k = 0; k < 3; k++) {
  M.values[4 * k] = 1;
  M.values[9 + 4 * k] = 2;
}
const frame = [0, 0, 1, 1, 0, 0, 0, 1, 0]; // normal up (z), then x and y
const opposite = frame.map((x) => -x);
const rows = new BlockRowBuilder(3, 6);
rows.segment(0, 3, frame); // lower bead on the floor
rows.endRow();
rows.segment(3, 3, frame); // upper bead on the lower one
rows.segment(0, 3, opposite);
rows.endRow();
const problem = {
  kind: 'primal',
  d: 3,
  M,
  f: Float64Array.of(-0.02, 0.01, -0.0981, 0.15, 0, -0.1962),
  H: rows.finish(),
  w: new Float64Array(6),
  mu: Float64Array.of(0.8, 0.5),
};

const { states, r } = solve(problem, { tolerance: 1e-12 });
console.log(`floor: ${states[0]}, between the beads: ${states[1]}`);
for (const format of problemFormats) {
  const bytes = await writeProblem({ problem, solution: { r } }, format);
  const back = await readProblem(bytes, `beads.${format}`);
  const again = solve(back.problem, { tolerance: 1e-12 });
  const difference = Math.max(...again.r.map((x, k) => Math.abs(x - r[k])));
  console.log(`${format} (${back.variant}): ${back.problem.kind}, same impulses: ${difference < 1e-12}`);
}

// Prints:
// floor: stick, between the beads: slide
// fclib (global): primal, same impulses: true
// bin (version 1): primal, same impulses: true
// json (primal): primal, same impulses: true
// npz (dual): dual, same impulses: true
