/**
 * `npm run bench:steps`: whole steps of scenes, and solves of single problems, by one, two and all threads, in one run: how much sooner
 * they are done, where the time goes, and garbage collection; the native yardstick (its sweeps for pony to fbMean 1e-6, where its source and
 * a compiler are there) in the same run. Needs the built package (dist).
 *
 *     --scenes A,B       rows (default: all below)
 *     --repeats N        times each is measured, the least is kept (default: 3)
 *     --markdown FILE    write the table into the part of FILE between the marks <!-- steps --> and <!-- /steps -->
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { solve } from '../dist/friction/index.js';
import { readProblem } from '../dist/io/index.js';
import { startThreads } from '../dist/node/index.js';
import { buildWorld, gallerySceneNamed, readScene } from '../dist/scene/index.js';
import { ballLattice } from './lib/ball-lattice.mjs';
import { runYardstick, shared, yardstick } from './lib/shared-data.mjs';
import { readArguments } from './lib/arguments.mjs';

/** Steps taken before anything is measured, by one thread, and steps measured. */
const all = {
  'free-a': { before: 70, steps: 4 },
  pony: { before: 60, steps: 4 },
  'square-3': { before: 20, steps: 4 },
  'square-1': { before: 40, steps: 10 },
  'spheres-320': { before: 60, steps: 10 },
  'spheres-10000': { before: 25, steps: 3 },
};

/** Problems solved by themselves. */
const solves = {
  'solve of pony': { file: 'data/onestep/pony.bin', ask: { measure: 'fbMean', tolerance: 1e-6 } },
  // 26,901 and 251,680 contacts
  '50 iterations on 21³ balls': { side: 21, ask: { tolerance: 0, maxIterations: 50 } },
  '50 iterations on 44³ balls': { side: 44, ask: { tolerance: 0, maxIterations: 50 } },
};

/** Scenes kept here for comparison, however the gallery's change; spheres-320 with as many as fill a wider box as high. */
function sceneNamed(name) {
  const kept = new URL(`scenes/${name}.json`, import.meta.url);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  if (name !== 'spheres-10000') return gallerySceneNamed(name);
  const scene = structuredClone(gallerySceneNamed('spheres-320'));
  const [grid] = scene.bodies;
  const side = 32;
  const layers = Math.ceil(10000 / side ** 2);
  const width = side * grid.spacing[0] + 0.01;
  scene.obstacles[0].shape.size = [width, width, 2 * layers * grid.spacing[2]];
  Object.assign(grid, { count: [side, side, layers], limit: 10000 });
  return scene;
}

const { values: options } = readArguments(import.meta.url, {
  options: { scenes: { type: 'string' }, repeats: { type: 'string', default: '3' }, markdown: { type: 'string' } },
});
const names = options.scenes?.split(',') ?? [...Object.keys(solves), ...Object.keys(all)];
const processors = os.availableParallelism();
const counts = [...new Set([1, 2, processors])].filter((count) => count <= processors);
const stages = ['collision', 'assembly', 'solve', 'bodies'];

let collected = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (collected += duration))).observe({
  entryTypes: ['gc'],
});

const rows = [];
for (const name of names) {
  if (solves[name]) {
    await timeSolves(name, solves[name]);
    continue;
  }
  const { before, steps } = all[name] ?? { before: 20, steps: 4 };
  const world = buildWorld(readScene(sceneNamed(name)));
  for (let k = 0; k < before; k++) world.step();
  const state = world.save();
  const best = new Map();
  const teams = new Map(counts.map((count) => [count, startThreads(count)]));
  await Promise.all([...teams.values()].map((team) => team.ready));
  // one of each in turn, so that a noisy moment hits all alike; the first round warms up
  for (let round = 0; round <= Number(options.repeats); round++) {
    for (const count of counts) {
      world.restore(state);
      world.pool = teams.get(count).pool;
      const found = await measure(world, steps);
      if (round > 0 && !(best.get(count)?.wall <= found.wall)) best.set(count, found);
    }
  }
  await Promise.all([...teams.values()].map((team) => team.close()));
  for (const count of counts)
    rows.push({ name, count, gain: best.get(1).wall / best.get(count).wall, ...best.get(count) });
}

/** Rows of a problem solved by itself; of the yardstick where the problem is one of its files. */
async function timeSolves(name, { file, side, ask }) {
  const own = file && shared && path.join(shared, file);
  if (file && !own) return console.log(`${name}: no such file here`);
  const problem = own ? (await readProblem(new Uint8Array(readFileSync(own)), own)).problem : ballLattice(side);
  const teams = new Map(counts.map((count) => [count, startThreads(count)]));
  await Promise.all([...teams.values()].map((team) => team.ready));
  const binary = own && yardstick();
  const best = new Map();
  const keep = (of, found) => {
    if (!(best.get(of)?.wall <= found.wall)) best.set(of, found);
  };
  for (let round = 0; round <= Number(options.repeats); round++) {
    if (binary && round > 0) keep('yardstick', { wall: 1000 * runYardstick(binary, own).sweepSeconds });
    for (const count of counts) {
      const begun = performance.now();
      const { seconds, status } = solve(problem, { ...ask, crew: teams.get(count).crew });
      const wall = performance.now() - begun;
      if (ask.tolerance > 0 && status !== 'converged') throw new Error(`${name}: ${status}`);
      if (round > 0) keep(count, { wall, iterating: (1e5 * seconds.solve) / wall });
    }
  }
  await Promise.all([...teams.values()].map((team) => team.close()));
  const shares = (iterating) => [0, 100 - iterating, iterating, 0];
  const contacts = problem.mu.length;
  for (const count of counts) {
    const { wall, iterating } = best.get(count);
    rows.push({ name, count, gain: best.get(1).wall / wall, wall, contacts, shares: shares(iterating), collected: 0 });
  }
  if (!best.has('yardstick')) return;
  const { wall } = best.get('yardstick');
  rows.push({ name: 'native yardstick, pony', count: 1, gain: 1, wall, contacts, shares: shares(100), collected: 0 });
}

/** Some steps: milliseconds a step in all and by stage, contacts, share of garbage collection. */
async function measure(world, steps) {
  const seconds = Object.fromEntries(stages.map((stage) => [stage, 0]));
  let contacts = 0;
  // entries of earlier collections arrive first
  await new Promise((resolve) => setTimeout(resolve, 20));
  collected = 0;
  const begun = performance.now();
  for (let k = 0; k < steps; k++) {
    const record = world.step();
    contacts += record.contacts;
    for (const stage of stages) seconds[stage] += record.seconds[stage];
  }
  const wall = performance.now() - begun;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    wall: wall / steps,
    contacts: Math.round(contacts / steps),
    shares: stages.map((stage) => (1e5 * seconds[stage]) / wall),
    collected: (100 * collected) / wall,
  };
}

for (const { name, count, wall, gain, contacts, shares, collected: gc } of rows) {
  const parts = stages.map((stage, k) => `${stage} ${shares[k].toFixed(0)} %`).join(', ');
  console.log(
    `${name}, ${count} thread${count > 1 ? 's' : ''}: ${wall.toFixed(1)} ms a step, ${gain.toFixed(2)} x one thread, ${contacts} contacts; ${parts}; gc ${gc.toFixed(1)} %`,
  );
}
if (options.markdown) {
  const head =
    '| scene | contacts | threads | ms a step | times one thread | collision | assembly, repair | solve | bodies | garbage collection |';
  const lines = rows.map(({ name, contacts, count, wall, gain, shares, collected: gc }) => {
    const cells = [name, contacts, count, wall.toFixed(1), gain.toFixed(2), ...shares.map((x) => `${x.toFixed(0)} %`)];
    return `| ${[...cells, `${gc.toFixed(1)} %`].join(' | ')} |`;
  });
  const note = `${os.cpus()[0].model.trim()}, ${processors} processors, Node ${process.version}; the least of ${options.repeats}.`;
  const table = [note, '', head, '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |', ...lines].join('\n');
  const text = readFileSync(options.markdown, 'utf8');
  writeFileSync(options.markdown, text.replace(/(<!-- steps -->\n)[\s\S]*?(<!-- \/steps -->)/, `$1\n${table}\n\n$2`));
}
