/**
 * `npm run bench:steps`: whole steps of gallery scenes by one, two and all threads, in one run: how much sooner they are done, where the
 * time goes, and garbage collection. Needs the built package (dist).
 *
 *     --scenes A,B       scenes (default: all below)
 *     --repeats N        times each is measured, the least is kept (default: 3)
 *     --markdown FILE    write the table into the part of FILE between the marks <!-- steps --> and <!-- /steps -->
 */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startThreads } from '../dist/node/index.js';
import { buildWorld, gallerySceneNamed, readScene } from '../dist/scene/index.js';

/** Steps taken before anything is measured, by one thread, and steps measured. */
const all = {
  'free-a': { before: 70, steps: 4 },
  pony: { before: 60, steps: 4 },
  'square-3': { before: 20, steps: 4 },
  'square-1': { before: 40, steps: 10 },
  'spheres-320': { before: 60, steps: 10 },
};

const { values: options } = parseArgs({
  options: { scenes: { type: 'string' }, repeats: { type: 'string', default: '3' }, markdown: { type: 'string' } },
});
const names = options.scenes?.split(',') ?? Object.keys(all);
const processors = os.availableParallelism();
const counts = [...new Set([1, 2, processors])].filter((count) => count <= processors);
const stages = ['collision', 'assembly', 'solve', 'bodies'];

let collected = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (collected += duration))).observe({
  entryTypes: ['gc'],
});

const rows = [];
for (const name of names) {
  const { before, steps } = all[name] ?? { before: 20, steps: 4 };
  const world = buildWorld(readScene(gallerySceneNamed(name)));
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
