import { describe, expect, it } from 'vitest';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { Simulation } from './simulation.js';
import { startOf, whyNotTakenUp } from './start-frame.js';

const ground = { name: 'ground', shape: { type: 'plane' }, material: 'wood' };
const box = { type: 'rigid', shape: { type: 'box', size: [0.1, 0.06, 0.04] }, material: 'wood' };
const sheet = { type: 'sheet', vertices: [6, 6], corner: [0.5, 0, 0.3], u: [0.2, 0, 0], v: [0, 0.2, 0] };
const cloth = { type: 'cloth', pieces: [sheet], material: 'wood', density: 0.3, stretch: 200, thickness: 0.004 };

/** A box that flies and turns, and a cloth that falls beside it; nothing touches. */
const scene = {
  version: 1,
  name: 'flight',
  duration: 1,
  step: { length: 0.005 },
  obstacles: [ground],
  bodies: [{ ...box, position: [0, 0, 1], velocity: [0.5, 0.2, 1], spin: [0.5, 2, 0.3] }, cloth],
};

/** A recording of n steps. */
function recorded(input: unknown, n: number): Recording {
  const simulation = new Simulation(input);
  for (let k = 0; k < n; k++) simulation.forward();
  return new Recording(memorySource(simulation.recording()));
}

describe('a recording that is taken up', () => {
  it('goes on as it went on when it was recorded', () => {
    const recording = recorded(scene, 60);
    const k = Math.floor(recording.frames / 2);
    const from = startOf(recording, k);
    const simulation = new Simulation(scene, undefined, from);
    // the clock stands on whole steps
    expect(Math.abs(simulation.t - from.t)).toBeLessThan(0.0026);
    const target = recording.frame(recording.frames - 1);
    while (simulation.t < target.t - 1e-9) simulation.forward();
    const at = new Float64Array(7);
    (simulation.world.bodies[0] as unknown as { pose(out: Float64Array): void }).pose(at);
    // rates by differences over two frames (1/30 s): off by g times the frame's time at most, 0.16 m/s over 0.15 s
    for (let i = 0; i < 3; i++) expect(Math.abs(at[i] - target.bodies[i])).toBeLessThan(0.01);
    for (let i = 3; i < 7; i++) expect(Math.abs(at[i] - target.bodies[i])).toBeLessThan(0.01);
    const { offsets } = recording.layout;
    const { q } = simulation.world.bodies[1];
    for (let i = 0; i < q.length; i++) expect(Math.abs(q[i] - target.bodies[offsets[1] + i])).toBeLessThan(0.01);
  });

  it('is refused where rods are in it, with the reason', () => {
    const rod = { type: 'rod', model: 'der', elements: 4, length: 0.2, radius: 0.01, material: 'rubber' };
    const bodies = [{ ...rod, shape: { position: [0, 0, 1], tangent: [1, 0, 0] } }];
    expect(whyNotTakenUp(recorded({ ...scene, bodies }, 2))).toMatch(/centre lines/);
    expect(whyNotTakenUp(recorded(scene, 2))).toBeUndefined();
  });

  it('is refused where the scene has other bodies', () => {
    const from = startOf(recorded(scene, 4), 1);
    expect(() => new Simulation({ ...scene, bodies: [cloth] }, undefined, from)).toThrow(/other bodies/);
  });
});
