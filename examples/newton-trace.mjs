// Newton's method close to a solution: the number of right digits doubles with every step. Beads on a rough floor, coupled
// by springs, pulled sideways; solved once, then pulled twice as hard and solved again from there.
import { blockSparseFromDense, solve } from 'stickslip';

const n = 12;
const W = new Float64Array(9 * n * n);
for (let i = 0; i < 3 * n; i++) {
  for (let j = 0; j < 3 * n; j++) {
    const contacts = Math.abs(Math.floor(i / 3) - Math.floor(j / 3));
    W[3 * n * i + j] = (i === j ? 1 : 0) + 0.1 / (1 + contacts + Math.abs((i % 3) - (j % 3)));
  }
}
const pulled = (force) => {
  const b = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    b[3 * i] = -1;
    b[3 * i + 1] = force * Math.cos(i);
    b[3 * i + 2] = force * Math.sin(2 * i);
  }
  return { kind: 'dual', d: 3, W: blockSparseFromDense(W, n, 3), b, mu: new Float64Array(n).fill(0.4) };
};

const before = solve(pulled(1));
const after = solve(pulled(2), {
  solver: 'newton-ac',
  measure: 'ac',
  tolerance: 1e-24,
  warmStart: before.r,
  checkEvery: 1,
  trace: true,
});
console.log(after.status);
for (const { iteration, error } of after.trace) console.log(`${iteration}: ${error.toExponential(0)}`);

// Prints:
// converged
// 0: 3e-3
// 1: 2e-10
// 2: 3e-24
// 3: ...
