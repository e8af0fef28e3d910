import { MemorySink } from '../memory-sink.js';
import { memorySource } from '../record-file.js';
import { Recording } from '../recording.js';
import { Runner } from '../runner.js';

/** Of everything that exports tell apart, one: strands, a flat twisted rod, sheets with and without a seam, glass, things that move and deform. */
export const variedScene = {
  version: 1,
  name: 'varied',
  duration: 0.1,
  step: { length: 0.005 },
  recording: { every: 4, velocities: true },
  materials: { paint: { preset: 'wood', colour: '#204060' } },
  obstacles: [
    { name: 'box of glass', shape: { type: 'container', size: [2, 2, 1] }, material: 'wood', position: [0, 0, -1] },
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      material: 'skin',
      colour: '#ff8000',
      position: [0, 0, 0.4],
      motion: { moves: [{ spin: { axis: [0, 0, 1], rate: 2 } }, { velocity: [0.3, 0, 0] }] },
    },
    {
      name: 'sea',
      shape: {
        type: 'mesh',
        vertices: [
          [-1, -1, -0.9],
          [1, -1, -0.9],
          [0, 1, -0.9],
        ],
        triangles: [[0, 1, 2]],
      },
      material: 'wood',
      deformation: {
        times: [0, 1],
        positions: [
          [
            [-1, -1, -0.9],
            [1, -1, -0.9],
            [0, 1, -0.9],
          ],
          [
            [-1, -1, -0.8],
            [1, -1, -0.8],
            [0, 1, -0.8],
          ],
        ],
        interpolation: 'linear',
      },
    },
  ],
  bodies: [
    {
      type: 'hair',
      name: 'curls',
      on: 'ball',
      count: 3,
      model: 'der',
      elements: 6,
      length: 0.15,
      radius: 0.0001,
      collisionRadius: 0.004,
      material: 'hair',
      scalp: { radius: 0.1, angle: 50 },
    },
    {
      type: 'rod',
      name: 'ribbon "flat"',
      model: 'der',
      elements: 10,
      length: 0.5,
      halfAxes: [0.02, 0.005],
      material: 'rubber',
      colour: '#00ff00',
      rest: { curvature: [0, 0, 3] },
      shape: { position: [-0.4, 0.5, 0], velocity: [0, 0, 1] },
    },
    {
      type: 'rigid',
      name: 'brick',
      shape: { type: 'box', size: [0.2, 0.1, 0.06] },
      material: 'paint',
      position: [-0.5, -0.5, 0.2],
      spin: [0, 0, 5],
    },
    {
      type: 'cloth',
      name: 'sheet',
      pieces: [{ type: 'sheet', vertices: [5, 4], corner: [0.3, 0.3, 0.2], u: [0.4, 0, 0], v: [0, 0.3, 0] }],
      material: 'skin',
      density: 0.2,
      stretch: 50,
      thickness: 0.01,
    },
    {
      type: 'cloth',
      name: 'sleeve',
      colour: '#ffffff',
      pieces: [
        {
          type: 'tube',
          around: 8,
          rings: 4,
          from: [0.5, -0.5, 0],
          to: [0.5, -0.5, 0.3],
          profile: [{ at: 0, radius: 0.1 }],
        },
      ],
      material: 'skin',
      density: 0.2,
      stretch: 50,
      thickness: 0.01,
    },
  ],
};

/** The recording of a whole run of it, or of the scene with other entries. */
export function variedRecording(change: object = {}): Recording {
  const sink = new MemorySink();
  const run = new Runner({ ...variedScene, ...change }, { sink });
  while (!run.done) run.step();
  run.finish();
  return new Recording(memorySource(sink.bytes()));
}
