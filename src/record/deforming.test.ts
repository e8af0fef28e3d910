import { describe, expect, it } from 'vitest';
import { rotateByQuaternion } from '../math/quaternion.js';
import { MemorySink } from './memory-sink.js';
import { memorySource } from './record-file.js';
import { Recording } from './recording.js';
import { Runner } from './runner.js';

const corners = [
  [-1, -1, 0],
  [1, -1, 0],
  [1, 1, 0],
  [-1, 1, 0],
];
const scene = {
  ...{ version: 1, name: 'swell', duration: 0.2, step: { length: 0.01 }, recording: { every: 5 } },
  obstacles: [
    { name: 'ground', shape: { type: 'plane' }, material: 'wood', position: [0, 0, -1] },
    {
      name: 'sea',
      shape: {
        type: 'mesh',
        vertices: corners,
        triangles: [
          [0, 1, 2],
          [0, 2, 3],
        ],
      },
      material: 'wood',
      motion: { moves: [{ velocity: [0.5, 0, 0] }, { spin: { axis: [0, 0, 1], rate: 2 } }] },
      deformation: { times: [0, 1], positions: [corners, corners.map(([x, y]) => [x, y, 0.2 + 0.1 * x])] },
    },
  ],
  bodies: [{ type: 'rigid', shape: { type: 'sphere', radius: 0.1 }, material: 'wood', position: [0, 0, 0.1] }],
};

describe('a recording of an obstacle that deforms', () => {
  const sink = new MemorySink();
  const run = new Runner(scene, { sink });
  while (!run.done) run.step();
  run.finish();
  const recording = new Recording(memorySource(sink.bytes()));

  it('has it among the bodies, with its vertices where they are in every frame', () => {
    const { layout } = recording;
    expect(layout.bodies.map(({ kind, name }) => [kind, name])).toEqual([
      ['rigid', 'rigid-0'],
      ['cloth', 'sea'],
    ]);
    expect(layout.bodies[1]).toMatchObject({ obstacle: 1, nodes: 4 });
    expect(layout.obstacles[1].parts).toEqual([]);
    const pose = new Float64Array(7);
    for (let k = 0; k < recording.frames; k++) {
      const { t, bodies } = recording.frame(k);
      run.world.obstacles[1].motion(pose, t);
      const x = Float64Array.of(1, 1, 0.3 * t);
      rotateByQuaternion(x, 0, pose, 3, x, 0);
      for (let i = 0; i < 3; i++) expect(bodies[7 + 6 + i]).toBeCloseTo(x[i] + pose[i], 6);
    }
    expect(recording.frames).toBe(5);
  });

  it('goes on from its checkpoint to the same state', () => {
    const first = new MemorySink();
    const half = new Runner(scene, { sink: first });
    for (let k = 0; k < 10; k++) half.step();
    half.stop();
    const again = Runner.resume(new Recording(memorySource(first.bytes())), {});
    while (!again.done) again.step();
    expect(again.summary().stateHash).toBe(run.summary().stateHash);
  });
});
