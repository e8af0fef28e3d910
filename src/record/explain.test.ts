import { describe, expect, it } from 'vitest';
import { gallerySceneNamed } from '../scene/gallery/gallery.js';
import { overrideScene } from '../scene/set.js';
import { explainRun } from './explain.js';
import { Runner } from './runner.js';
import { statusKey } from './step-counts.js';
import { Tally } from './summary.js';

describe('an explained run', () => {
  it('says how often steps were halved and why', () => {
    const scene = overrideScene(gallerySceneNamed('knot'), []);
    const run = new Runner(scene, { time: 0.1 });
    let halved = 0;
    let steps = 0;
    while (!run.done) {
      const { decisions } = run.step();
      steps++;
      halved += decisions.filter(({ kind }) => kind === 'shorten').length;
      const last = decisions[decisions.length - 1].kind;
      expect(['accept', 'repair']).toContain(last);
      expect(decisions.slice(0, -1).map(({ kind }) => kind)).not.toContain(last === 'accept' ? 'repair' : 'accept');
    }
    const summary = run.summary();
    const count = (start: string): number =>
      Object.entries(summary.decisions).reduce((sum, [key, n]) => sum + (key.startsWith(start) ? n : 0), 0);
    expect(count('shorten')).toBe(halved);
    expect(count('accept') + count('repair')).toBe(steps);
    expect(Object.values(summary.status).reduce((sum, n) => sum + n, 0)).toBe(steps);
    expect(summary.unconverged).toBe(steps - (summary.status.converged ?? 0));
    expect(explainRun(summary)).toMatch(/accept: within what is allowed +taken as solved/);
  });

  it('counts contacts by what they do, and keeps all counts over a checkpoint', () => {
    const run = new Runner(gallerySceneNamed('incline'), { time: 0.1 });
    while (!run.done) run.step();
    const { contacts, status } = run.summary();
    expect(contacts.pressing).toBeCloseTo(contacts.sticking + contacts.sliding, 12);
    expect(contacts.pressing + contacts.open).toBeCloseTo(contacts.mean, 12);
    const other = new Tally();
    other.load(run.tally.save());
    expect(other.save()).toEqual(run.tally.save());
    // one that goes on does not change what was saved
    const saved = run.tally.save();
    other.status.converged = 0;
    expect(saved.status).toEqual(status);
  });

  it('counts what touches as the papers do: not what is only near', () => {
    // two balls hover beside each other, nearer than contacts are looked for; a third lies on the plane
    const ball = (x: number, z: number) => ({
      type: 'rigid',
      shape: { type: 'sphere', radius: 0.1 },
      position: [x, 0, z],
      density: 1000,
      material: 'stone',
    });
    const scene = {
      version: 1,
      name: 'near',
      duration: 0.02,
      gravity: [0, 0, -9.81],
      materials: { stone: { friction: 0.5 } },
      obstacles: [{ shape: { type: 'plane' }, material: 'stone' }],
      bodies: [ball(0, 0.1), ball(2, 1), ball(2.2001, 1)],
      step: { length: 0.01, slack: 0.1 },
    };
    const run = new Runner(scene, {});
    while (!run.done) run.step();
    const { contacts } = run.summary();
    expect(contacts).toMatchObject({ mean: 2, pressing: 1, open: 1, touching: { mean: 1, max: 1 } });
  });

  it('reads checkpoints of runs that did not count decisions', () => {
    const tally = new Tally();
    tally.load({ steps: 3, contacts: 5 });
    expect([tally.steps, tally.decisions, tally.status]).toEqual([3, {}, {}]);
  });

  it('names statuses as JSON does', () => {
    expect(['converged', 'max-iterations', 'no-solution', 'stopped'].map((x) => statusKey(x as 'converged'))).toEqual([
      'converged',
      'maxIterations',
      'noSolution',
      'stopped',
    ]);
  });
});
