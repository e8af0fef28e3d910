import { Recording } from '../recording.js';
import { memorySource } from '../record-file.js';
import { Runner } from '../runner.js';
import { stateHash } from '../state-hash.js';
import { MemorySink } from '../memory-sink.js';

/** A rod and two solids that fall on each other on a moving floor: contacts, states, driven motion. */
export const mixedScene = {
  version: 1,
  name: 'mixed',
  duration: 0.3,
  step: { length: 0.005 },
  recording: { every: 4 },
  obstacles: [
    {
      name: 'floor',
      shape: { type: 'plane' },
      material: 'wood',
      motion: { moves: [{ shake: { amplitude: [0.01, 0, 0], frequency: 3 } }] },
    },
    {
      name: 'post',
      shape: {
        type: 'tube',
        radius: 0.02,
        points: [
          [1, 0, 0],
          [1, 0, 0.2],
          [1.1, 0, 0.3],
        ],
      },
      material: 'wood',
    },
  ],
  bodies: [
    {
      type: 'rod',
      model: 'der',
      elements: 8,
      length: 0.4,
      radius: 0.01,
      material: 'rubber',
      shape: { position: [-0.2, 0, 0.02], velocity: [0, 0, -1] },
    },
    { type: 'rigid', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, material: 'wood', position: [0, 0, 0.12] },
    { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [0.01, 0.02, 0.3] },
  ],
};

/** A whole run of it with a checkpoint every `every` steps. */
export function mixedRun(every = 7): { sink: MemorySink; hash: string } {
  const sink = new MemorySink();
  const run = new Runner(mixedScene, { sink });
  for (let k = 1; !run.done; k++) {
    run.step();
    if (k % every === 0) run.checkpoint();
  }
  run.finish();
  return { sink, hash: stateHash(run.world) };
}

/** The recording of a whole run. */
export function mixedRecording(): Recording {
  return new Recording(memorySource(mixedRun().sink.bytes()));
}
