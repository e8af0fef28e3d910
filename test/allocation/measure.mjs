/**
 * Bytes that a step of a scene (JSON, first argument) allocates once it has settled, counted without a garbage collection in between:
 *
 *     node --no-concurrent-recompilation --min-semi-space-size=128 --max-semi-space-size=128 measure.mjs SCENE STEPS-BEFORE STEPS
 *
 * Prints JSON: bodies, contacts, bytes a step on the heap and in buffers of arrays. Needs the built package.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { buildWorld, readScene } from '../../dist/scene/index.js';

const [scene, before, steps] = process.argv.slice(2).map((text) => JSON.parse(text));
const world = buildWorld(readScene(scene));
let collections = 0;
new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ['gc'] });

// until what is run often has been compiled: before that numbers are objects
for (let k = 0; k < before; k++) world.step();
for (;;) {
  await arrived();
  collections = 0;
  const start = process.memoryUsage();
  let contacts = 0;
  for (let k = 0; k < steps; k++) ({ contacts } = world.step());
  const end = process.memoryUsage();
  await arrived();
  // with a collection in between nothing is known
  if (collections > 0) continue;
  const heap = (end.heapUsed - start.heapUsed) / steps;
  const buffers = (end.arrayBuffers - start.arrayBuffers) / steps;
  console.log(JSON.stringify({ bodies: world.bodies.length, contacts, heap, buffers }));
  break;
}

/** Entries of collections come a little later. */
function arrived() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
