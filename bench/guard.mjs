/**
 * `npm run bench:guard`: times of solves by one, two and all threads as ratios within one run, to the native yardstick or to a plain
 * loop, the least of several; fails (exit code 1) where one is more than 15 % above that stored in bench/ratios.json. Rows that this
 * machine has not got the processors or files for are left out, and said so. Needs the built package (dist).
 *
 *     --store            store the ratios of this run
 *     --markdown FILE    write them into the part of FILE between the marks <!-- solves --> and <!-- /solves -->
 *     --repeats N        times each is measured (default: 5)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { solve } from '../dist/friction/index.js';
import { readProblem } from '../dist/io/index.js';
import { startThreads } from '../dist/node/index.js';
import { ballLattice, plainSweeps } from './lib/ball-lattice.mjs';
import { root, runYardstick, shared, yardstick } from './lib/shared-data.mjs';
import { readArguments } from './lib/arguments.mjs';

const { values: options } = readArguments(import.meta.url, {
  options: { store: { type: 'boolean' }, markdown: { type: 'string' }, repeats: { type: 'string', default: '5' } },
});
const repeats = Number(options.repeats);
const allowedLoss = 1.15;
const storedFile = path.join(root, 'bench/ratios.json');
const stored = JSON.parse(readFileSync(storedFile, 'utf8'));

/** Problems, each with the time that it is measured against. */
async function cases() {
  const list = [10, 16, 21, 24, 44].map((side) => {
    const problem = ballLattice(side);
    const name = `lattice of ${side ** 3} balls, 50 iterations`;
    return {
      name,
      problem,
      ask: { tolerance: 0, maxIterations: 50 },
      reference: () => plainSweeps(problem, 50),
      unit: '50 plain sweeps',
    };
  });
  const gs = yardstick();
  const file = shared && path.join(shared, 'data/onestep/pony.bin');
  if (gs) {
    const { problem } = await readProblem(new Uint8Array(readFileSync(file)), file);
    const ask = { measure: 'fbMean', tolerance: 1e-6 };
    const reference = () => runYardstick(gs, file).sweepSeconds;
    list.push({ name: 'pony to fbMean 1e-6', problem, ask, reference, unit: 'yardstick' });
  } else console.log('no native yardstick (its source, or a C++ compiler): pony is left out');
  return list;
}

const processors = os.availableParallelism();
const counts = [...new Set([1, 2, processors])].filter((count) => count <= processors);
if (processors < 2) console.log('one processor: no rows with more threads');
const teams = new Map(counts.map((count) => [count, startThreads(count)]));
await Promise.all([...teams.values()].map((team) => team.ready));
const rows = [];
for (const { name, problem, ask, reference, unit } of await cases()) {
  const best = new Map(counts.map((count) => [count, { whole: Infinity, sweeps: Infinity }]));
  let least = Infinity;
  // one of each in turn, so that a noisy moment hits all alike; the first round warms up
  for (let k = 0; k <= repeats; k++) {
    const time = reference();
    if (k > 0) least = Math.min(least, time);
    for (const count of counts) {
      const { crew } = teams.get(count);
      const begun = performance.now();
      const result = solve(problem, { ...ask, ...(crew && { crew }) });
      const whole = (performance.now() - begun) / 1000;
      if (ask.tolerance > 0 && result.status !== 'converged') throw new Error(`${name}: ${result.status}`);
      const own = best.get(count);
      own.iterations = result.iterations;
      if (k === 0) continue;
      own.whole = Math.min(own.whole, whole);
      own.sweeps = Math.min(own.sweeps, result.seconds.solve);
    }
  }
  for (const count of counts) {
    const { whole, sweeps, iterations } = best.get(count);
    const threads = count === 1 ? 'one thread' : `${count} threads`;
    rows.push({
      name: `${name}, ${threads}`,
      contacts: problem.mu.length,
      iterations,
      unit,
      whole: whole / least,
      sweeps: sweeps / least,
      gain: best.get(1).sweeps / sweeps,
      gainWhole: best.get(1).whole / whole,
      milliseconds: 1000 * whole,
    });
  }
}
await Promise.all([...teams.values()].map((team) => team.close()));

let lost = 0;
for (const { name, whole, gain } of rows) {
  const before = stored.ratios[name];
  const isLoss = before !== undefined && whole > allowedLoss * before;
  if (isLoss) lost++;
  const verdict = before === undefined ? 'not stored' : `stored ${before.toFixed(3)}${isLoss ? '   LOSS' : ''}`;
  console.log(
    `${name.padEnd(52)} ${whole.toFixed(3).padStart(8)}   sweeps ${gain.toFixed(2)} x one thread   ${verdict}`,
  );
}

if (options.store) {
  const ratios = {
    ...stored.ratios,
    ...Object.fromEntries(rows.map(({ name, whole }) => [name, Number(whole.toFixed(4))])),
  };
  writeFileSync(storedFile, `${JSON.stringify({ ratios }, null, 2)}\n`);
}
if (options.markdown) writeFileSync(options.markdown, withTable(readFileSync(options.markdown, 'utf8')));
process.exitCode = lost > 0 && !options.store ? 1 : 0;

function withTable(text) {
  const cpu = os.cpus()[0].model.trim();
  const head =
    '| problem | contacts | iterations | whole solve (ms) | over | ratio | sweeps, times one thread | whole, times one thread |';
  const lines = rows.map((row) => {
    const { name, contacts, iterations, milliseconds, unit, whole, gain, gainWhole } = row;
    const cells = [
      name,
      contacts,
      iterations,
      milliseconds.toFixed(1),
      unit,
      whole.toFixed(2),
      gain.toFixed(2),
      gainWhole.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const note = `${cpu}, ${processors} processors, Node ${process.version}; the least of ${repeats}.`;
  const table = [note, '', head, '| --- | --: | --: | --: | --- | --: | --: | --: |', ...lines].join('\n');
  return text.replace(/(<!-- solves -->\n)[\s\S]*?(<!-- \/solves -->)/, `$1\n${table}\n\n$2`);
}
