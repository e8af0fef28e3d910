// `npm run bench`: our solvers beside a native yardstick and beside each other, as ratios within one run.
// Needs the built package (dist). The yardstick (a C++ loop) and the problem files are looked for in a folder `shared`
// beside the repository, or in STICKSLIP_SHARED; what is not there is left out, and said so. BENCH_REPEATS: times each is measured (5).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { root, runYardstick, shared, yardstick } from './lib/shared-data.mjs';

readArguments(import.meta.url);

const processors = os.availableParallelism();
const repeats = Number(process.env.BENCH_REPEATS ?? 5);

/** Runs the command line in a process of its own; its JSON and the process's peak memory in MB. */
function solve(file, ...options) {
  const script = path.join(root, 'bench/lib/solve-and-measure.mjs');
  const run = spawnSync(process.execPath, [script, file, ...options], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0 && run.status !== 1) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function row(name, value, limit, ok) {
  console.log(
    `${name.padEnd(62)} ${value.padStart(12)}   ${limit.padEnd(14)} ${ok === undefined ? '' : ok ? 'reached' : 'MISSED'}`,
  );
}

function benchPony(gs) {
  const file = path.join(shared, 'data/onestep/pony.bin');
  const ask = ['--measure', 'fbMean', '--tolerance', '1e-6'];
  // one of each in turn, so that a noisy moment hits all alike
  const times = { gs: [], plain: [], auto: [], two: [], all: [] };
  let last;
  for (let k = 0; k < repeats; k++) {
    last = {
      gs: runYardstick(gs, file),
      plain: solve(file, '--solver', 'gauss-seidel', ...ask),
      auto: solve(file, ...ask),
      two: solve(file, '--threads', '2', ...ask),
      all: solve(file, '--threads', String(processors), ...ask),
    };
    times.gs.push(last.gs.sweepSeconds);
    times.plain.push(last.plain.result.seconds.solve);
    for (const name of ['auto', 'two', 'all']) times[name].push(last[name].result.seconds.solve);
  }
  const ratio = (name) => median(times[name].map((t, k) => t / times.gs[k]));
  console.log(`\npony (9,850 contacts) to fbMean 1e-6, median of ${repeats} runs`);
  row(
    'gauss-seidel in TypeScript, time over the yardstick',
    ratio('plain').toFixed(2),
    'at most 2',
    ratio('plain') <= 2,
  );
  const sweeps = last.plain.result.iterations / last.gs.sweeps;
  row('gauss-seidel, sweeps over the yardstick', sweeps.toFixed(2), 'at most 1.1', sweeps <= 1.1);
  row('auto, time over the yardstick', ratio('auto').toFixed(2), 'at most 0.8', ratio('auto') <= 0.8);
  if (processors > 1) {
    row(
      'auto with two threads, time over the yardstick',
      ratio('two').toFixed(2),
      'at most 0.28',
      ratio('two') <= 0.28,
    );
    const gain = median(times.auto.map((t, k) => t / times.two[k]));
    row('two threads, times faster than one', gain.toFixed(2), 'at least 1.7', gain >= 1.7);
    row(`auto with all ${processors} threads, time over the yardstick`, ratio('all').toFixed(2), '');
  }
  row(
    'auto, peak memory above the loaded file (MB)',
    last.auto.peakAbove.toFixed(0),
    'under 200',
    last.auto.peakAbove < 200,
  );
  row(
    'gauss-seidel, peak memory above the loaded file (MB)',
    last.plain.peakAbove.toFixed(0),
    'under 200',
    last.plain.peakAbove < 200,
  );
}

function benchAgainstSweeps() {
  console.log('\nauto against our own plain gauss-seidel, to natural 1e-8 (gauss-seidel: at most 200,000 sweeps)');
  for (const name of ['BoxesStack1-i100000-32', 'fclib_local_problem_test']) {
    const file = path.join(shared, `data/fclib/${name}.hdf5`);
    if (!existsSync(file)) continue;
    const ask = ['--measure', 'natural', '--tolerance', '1e-8'];
    const auto = median(Array.from({ length: repeats }, () => solve(file, ...ask).result.seconds.solve));
    const plain = solve(file, '--solver', 'gauss-seidel', '--max-iterations', '200000', ...ask).result;
    const factor = plain.seconds.solve / auto;
    const more = plain.status === 'converged' ? '' : ' or more';
    row(
      `${name}: gauss-seidel (${plain.status}, ${plain.iterations} sweeps) over auto`,
      factor.toFixed(0) + more,
      'at least 10',
      factor >= 10,
    );
  }
}

if (!shared) {
  console.log('no folder `shared` beside the repository: nothing to measure against');
} else {
  const gs = yardstick();
  if (gs) benchPony(gs);
  else console.log('the native yardstick could not be built (no source, or no C++ compiler): left out');
  benchAgainstSweeps();
}
