/**
 * How the cost of a step of hair grows with its size: the head of head-10k with fewer and more strands, as thick as a whole (the collision
 * radius goes with 1 / √strands), at rest. Processor time of one thread, the least of the last steps; the exponents of time over contacts between
 * one size and the next. Needs a build: npm run build, then
 * node bench/head-growth.mjs [--strands 1000,3000,10000] [--steps 12] [--last 4]
 */
import { buildWorld, gallerySceneNamed, readScene } from '../dist/scene/index.js';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments(import.meta.url, {
  options: {
    strands: { type: 'string', default: '1000,3000,10000' },
    steps: { type: 'string', default: '12' },
    last: { type: 'string', default: '4' },
  },
});
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function measured(strands) {
  const json = gallerySceneNamed('head-10k');
  const [hair] = json.bodies;
  hair.collisionRadius *= Math.sqrt(hair.count / strands);
  hair.count = strands;
  delete json.obstacles[0].motion;
  let from = seconds();
  const world = buildWorld(readScene(json));
  const build = seconds() - from;
  let [step, unconverged, iterations, contacts, touching] = [Infinity, 0, 0, 0, 0];
  const steps = Number(values.steps);
  for (let k = 0; k < steps; k++) {
    from = seconds();
    const record = world.step();
    if (record.status !== 'converged') unconverged++;
    if (k < steps - Number(values.last)) continue;
    const took = seconds() - from;
    if (took > step) continue;
    step = took;
    ({ iterations, contacts, touching } = record);
  }
  return { strands, build, step, unconverged, iterations, contacts, touching, resident: process.memoryUsage.rss() };
}

const head = [
  'strands',
  'contacts near',
  'touching',
  'iterations',
  'unconverged',
  'build (s)',
  'step (s)',
  'resident (MB)',
  'exponent',
];
process.stdout.write(`| ${head.join(' | ')} |\n|${head.map(() => ' ---: |').join('')}\n`);
let before;
for (const strands of values.strands.split(',').map(Number)) {
  const now = measured(strands);
  const exponent = before ? Math.log(now.step / before.step) / Math.log(now.contacts / before.contacts) : undefined;
  const { contacts, touching, iterations, unconverged, build, step, resident } = now;
  const cells = [
    strands,
    contacts,
    touching,
    iterations,
    unconverged,
    build.toFixed(1),
    step.toFixed(2),
    Math.round(resident / 1e6),
  ];
  process.stdout.write(`| ${[...cells, exponent?.toFixed(2) ?? ''].join(' | ')} |\n`);
  before = now;
}
