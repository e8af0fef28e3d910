// `node bench/derivatives.mjs [FILE...]`: time of derivatives against Newton steps on the same problem, as ratios within
// one run. Needs the built package (dist). Without files: the FCLib problems in a folder `shared` beside the repository
// (or in STICKSLIP_SHARED), and a random problem that needs no file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BlockRowBuilder, denseBlockDiagonal, differentiate, solve } from '../dist/index.js';
import { readProblem } from '../dist/io/index.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const shared = [process.env.STICKSLIP_SHARED, path.join(root, '../shared'), path.join(root, '../../shared')].find(
  (folder) => folder && existsSync(path.join(folder, 'data/fclib')),
);
const repeats = Number(process.env.BENCH_REPEATS ?? 5);

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function seconds(work) {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

/** A row of bodies of six dofs, each with a contact to the world and one to its neighbour. */
function chain(bodies) {
  let seed = 1;
  const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647) * 2 - 1;
  const M = denseBlockDiagonal(new Array(bodies).fill(6));
  for (let k = 0; k < bodies; k++) for (let i = 0; i < 6; i++) M.values[M.start[k] + 7 * i] = 1 + 0.5 * random();
  const rows = new BlockRowBuilder(3, 6 * bodies);
  const some = () => Array.from({ length: 18 }, random);
  for (let k = 0; k < bodies; k++) {
    rows.segment(6 * k, 6, some());
    rows.endRow();
    if (k === 0) continue;
    rows.segment(6 * k - 6, 6, some());
    rows.segment(6 * k, 6, some());
    rows.endRow();
  }
  const n = 2 * bodies - 1;
  const w = Float64Array.from({ length: 3 * n }, random);
  return {
    kind: 'primal',
    d: 3,
    M,
    f: Float64Array.from({ length: 6 * bodies }, random),
    H: rows.finish(),
    w,
    mu: new Float64Array(n).fill(0.4),
  };
}

const problems = [];
const files = process.argv.slice(2);
if (files.length === 0) {
  problems.push(['row of 200 bodies', chain(200)], ['row of 1000 bodies', chain(1000)]);
  const folder = shared && path.join(shared, 'data/fclib');
  if (folder) for (const file of readdirSync(folder)) if (file.endsWith('.hdf5')) files.push(path.join(folder, file));
}
for (const file of files) {
  try {
    const { problem } = await readProblem(new Uint8Array(readFileSync(file)), file);
    problems.push([path.basename(file), problem]);
  } catch (error) {
    console.log(`left out: ${error.message.split('\n').at(-1).trim()}`);
  }
}

console.log('times in Newton steps (newton-ac, factorisation and line search, without setup)');
console.log(
  `${'problem'.padEnd(44)} ${'contacts'.padStart(8)} ${'step'.padStart(9)} ${'adjoint'.padStart(8)} ${'factor + adjoint'.padStart(16)}`,
);
for (const [name, problem] of problems) {
  const result = solve(problem, { tolerance: 1e-9 });
  if (result.status !== 'converged') {
    console.log(`${name.padEnd(44)} ${String(problem.mu.length).padStart(8)}   not solved (${result.status})`);
    continue;
  }
  const weights = { u: Float64Array.from(result.u, (_, k) => 1 / (1 + (k % 7))) };
  const rounds = Array.from({ length: repeats }, () => {
    // steps from the first sweep's neighbourhood on: all contacts that press at the solution are in the matrix
    const newton = solve(problem, {
      solver: 'newton-ac',
      tolerance: 0,
      maxIterations: 8,
      warmStart: result.r.map((x) => 1.01 * x),
      refine: true,
    });
    const step = newton.seconds.solve / Math.max(1, newton.iterations);
    let d;
    const whole = seconds(() => {
      d = differentiate(problem, result);
      d.vjp(weights);
    });
    const { setup } = solve(problem, { maxIterations: 0 }).seconds;
    return { step, adjoint: seconds(() => d.vjp(weights)) / step, whole: (whole - setup) / step };
  });
  const [step, adjoint, whole] = ['step', 'adjoint', 'whole'].map((key) => median(rounds.map((round) => round[key])));
  console.log(
    `${name.padEnd(44)} ${String(problem.mu.length).padStart(8)} ${`${(1000 * step).toFixed(2)} ms`.padStart(9)} ${adjoint.toFixed(2).padStart(8)} ${whole.toFixed(2).padStart(16)}   ${adjoint <= 2 ? 'reached' : 'MISSED'}`,
  );
}
