// Every solver on one problem: a plate on four feet, pushed sideways. Four contacts, one rigid body: nu = 2, W is singular.
import { BlockRowBuilder, denseBlockDiagonal, solve, solvers } from 'stickslip';

const mass = 4;
const inertia = 0.5;
const step = 0.01;

const M = denseBlockDiagonal([6]);
for (let k = 0; k < 3; k++) {
  M.values[7 * k] = mass;
  M.values[7 * (k + 3)] = inertia;
}
// frame of every contact: normal up (z), then x and y; the velocity of a foot at p is v + omega x p
const rows = new BlockRowBuilder(3, 6);
for (const [x, y, z] of [
  [0.5, 0.5, -0.1],
  [0.5, -0.5, -0.1],
  [-0.5, 0.5, -0.1],
  [-0.5, -0.5, -0.1],
]) {
  rows.segment(0, 6, [0, 0, 1, y, -x, 0, 1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x]);
  rows.endRow();
}
const problem = {
  kind: 'primal',
  d: 3,
  M,
  f: Float64Array.of(step * mass * 5, 0, -step * mass * 9.81, 0, 0, 0),
  H: rows.finish(),
  w: new Float64Array(12),
  mu: new Float64Array(4).fill(0.3),
};

// sideways 5 m/s² against friction 0.3 x 9.81 m/s²: 2.057 m/s² remain
for (const { name, exact } of solvers()) {
  const { status, iterations, error, v } = solve(problem, { solver: name, tolerance: 1e-9 });
  const summary = `${status} after ${iterations}, error ${error.relative.toExponential(0)}`;
  console.log(`${name} (${exact ? 'exact' : 'not exact'}): ${summary}, ${(v[0] / step).toFixed(3)} m/s²`);
}

// Prints:
// ...auto (exact): converged after ... 2.057 m/s²...
