import { describe, expect, it } from 'vitest';
import { decodeContacts } from '../../record/contacts.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { overrideScene } from '../../scene/set.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { History, type Moment } from './history.js';
import type { Grip } from './messages.js';
import { Simulation } from './simulation.js';

const incline = gallerySceneNamed('incline');
const box: Grip = { body: 1, index: 0, s: 0, local: [0, 0, 0] };

function run(simulation: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) simulation.forward();
}

describe('simulation with a past', () => {
  it('goes back and forth through the same states', () => {
    const simulation = new Simulation(incline);
    const hashes = [simulation.hash()];
    for (let k = 0; k < 4; k++) {
      simulation.forward();
      hashes.push(simulation.hash());
    }
    expect(new Set(hashes).size).toBe(5);
    simulation.back();
    simulation.back();
    expect(simulation.hash()).toBe(hashes[2]);
    simulation.forward();
    expect(simulation.hash()).toBe(hashes[3]);
    simulation.seek(0.0199);
    expect(simulation.hash()).toBe(hashes[1]);
    simulation.reset();
    expect(simulation.hash()).toBe(hashes[0]);
    run(simulation, 4);
    expect(simulation.hash()).toBe(hashes[4]);
  });

  it('goes on from the present state with other values', () => {
    const simulation = new Simulation(incline);
    run(simulation, 5);
    const before = simulation.hash();
    simulation.configure(overrideScene(incline, ['materials.grip.friction=0.1', 'gravity=[0,0,-20]']));
    expect(simulation.hash()).toBe(before);
    run(simulation, 20);
    // g (sin 30° - mu cos 30°) t with g = 20, mu = 0.1, t = 0.2 s: it slides now
    expect(simulation.world.bodies[1].v[0]).toBeGreaterThan(1);
  });

  it('keeps the clock where the time step changes', () => {
    const simulation = new Simulation(incline);
    run(simulation, 6);
    simulation.configure(overrideScene(incline, ['step.length=0.004']));
    expect(simulation.t).toBeCloseTo(0.06, 12);
    simulation.forward();
    expect(simulation.t).toBeCloseTo(0.064, 12);
  });

  it('refuses a scene with other bodies, and keeps the one it has', () => {
    const simulation = new Simulation(incline);
    run(simulation, 2);
    const before = simulation.hash();
    const { bodies, ...rest } = incline as { bodies: unknown[] };
    expect(() => simulation.configure({ ...rest, bodies: bodies.slice(0, 1) })).toThrow('other bodies');
    expect(simulation.hash()).toBe(before);
  });

  it('pulls, pins, and lets go', () => {
    const simulation = new Simulation(incline);
    simulation.pin({ body: 0, index: 4, s: 0.5, local: [0, 0, 0] });
    const [x, y, z] = simulation.world.bodies[1].q;
    simulation.pull(box, [x, y, z + 0.3]);
    simulation.pull(box, [x, y, z + 0.4]);
    expect(simulation.holds().map(({ pin }) => pin)).toEqual([true, false]);
    run(simulation, 60);
    expect(simulation.world.bodies[1].q[2]).toBeCloseTo(z + 0.4, 2);
    simulation.release();
    expect(simulation.holds()).toHaveLength(1);
    run(simulation, 60);
    expect(simulation.world.bodies[1].q[2]).toBeLessThan(z + 0.05);
    simulation.unpin(0);
    expect(simulation.holds()).toHaveLength(0);
  });

  it('tells what a contact did, also after stepping back to it', () => {
    const simulation = new Simulation(incline);
    run(simulation, 3);
    const fresh = simulation.inspect(0)!;
    expect(fresh.residual).toBeLessThan(1e-8);
    const hash = simulation.hash();
    run(simulation, 2);
    simulation.back();
    simulation.back();
    expect(simulation.inspect(0)).toEqual(fresh);
    expect(simulation.hash()).toBe(hash);
    expect(simulation.problem()!.mu.length).toBeGreaterThan(3);
  });

  it('makes a recording of its past', () => {
    const simulation = new Simulation(incline);
    run(simulation, 10);
    const hash = simulation.hash();
    const recording = new Recording(memorySource(simulation.recording()));
    expect(simulation.hash()).toBe(hash);
    expect(recording.stepCount()).toBe(10);
    expect(recording.frame(recording.frames - 1).t).toBeCloseTo(0.1, 9);
    expect(recording.contacts(recording.frames - 1).n).toBe(decodeContacts(simulation.history.present.contacts)!.n);
  });

  it('goes on from a snapshot', () => {
    const simulation = new Simulation(incline);
    run(simulation, 3);
    simulation.snapshot();
    const hash = simulation.hash();
    run(simulation, 3);
    simulation.restore(0);
    expect(simulation.hash()).toBe(hash);
    expect(simulation.history.atEnd).toBe(true);
  });
});

describe('history', () => {
  it('thins out what is old when it grows too large, keeping ends and order', () => {
    const history = new History(1e5);
    const state = new Simulation(incline).world.save();
    for (let k = 0; k < 200; k++) {
      const moment = { t: k, state, contacts: new Uint8Array(0), row: [], warning: undefined };
      history.append(moment as unknown as Moment);
    }
    const times = history.moments.map(({ t }) => t);
    expect(times.length).toBeLessThan(100);
    expect(times[0]).toBe(0);
    expect(history.present.t).toBe(199);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });
});
