// Solving again from the last solution costs nothing: that is what makes time stepping cheap.
// A row of beads pushed against a wall, stated with the Delassus operator W and the free velocities b.
import { blockSparseFromTriplets, solve } from 'stickslip';

const n = 20;
const row = [];
const column = [];
const value = [];
const couple = (i, j, w) => {
  for (let k = 0; k < 3; k++) {
    row.push(3 * i + k);
    column.push(3 * j + k);
    value.push(w);
  }
};
for (let i = 0; i < n; i++) {
  // bead i is between contacts i and i + 1; the first contact is with the wall
  couple(i, i, i === 0 ? 1 : 2);
  if (i > 0) {
    couple(i, i - 1, -1);
    couple(i - 1, i, -1);
  }
}
const b = new Float64Array(3 * n);
b[3 * (n - 1)] = -1; // the last bead is pushed towards the wall,
b[3 * (n - 1) + 1] = 0.2; // and sideways
const problem = {
  kind: 'dual',
  d: 3,
  W: blockSparseFromTriplets(row, column, value, n, 3),
  b,
  mu: new Float64Array(n).fill(0.3),
};

const cold = solve(problem, { solver: 'gauss-seidel', tolerance: 1e-10 });
const warm = solve(problem, { solver: 'gauss-seidel', tolerance: 1e-10, warmStart: cold.r });
console.log(`cold: ${cold.status} in some sweeps: ${cold.iterations > 10}`);
console.log(`warm: ${warm.status} in ${warm.iterations} sweeps`);
console.log(`impulse on the wall: ${cold.r[0].toFixed(6)} N s`);

// Prints:
// cold: converged in some sweeps: true
// warm: converged in 0 sweeps
// impulse on the wall: 1.000000 N s
