import { expect, it } from 'vitest';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { MemorySink } from './memory-sink.js';
import { memorySource } from './record-file.js';
import { Recording } from './recording.js';
import { Runner } from './runner.js';
import { stateHash } from './state-hash.js';

/** Scene: joints with a motor that has a bound, and one that breaks on the way. */
function winch(): unknown {
  const scene = gallerySceneNamed('winch') as { joints: Record<string, unknown>[] };
  scene.joints[2].breakForce = 85;
  return scene;
}

it('runs with joints are resumed with the same bits, broken ones as broken', () => {
  const sink = new MemorySink();
  const run = new Runner(winch(), { sink, time: 0.2 });
  for (let k = 1; !run.done; k++) {
    run.step();
    if (k === 15) run.checkpoint();
  }
  expect(run.world.joints.map(({ broken }) => broken)).toEqual([false, false, true]);
  const again = Runner.resume(new Recording(memorySource(sink.bytes())), { time: 0.2 });
  expect(again.world.t).toBeLessThan(run.world.t);
  while (!again.done) again.step();
  expect(stateHash(again.world)).toBe(stateHash(run.world));
  expect(again.world.joints.map(({ broken }) => broken)).toEqual([false, false, true]);
});
