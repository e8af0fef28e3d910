import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { Random } from '../../math/random.js';
import { Meter } from '../measure/meter.js';
import type { TaskResult } from '../task.js';
import { boxScene } from '../testing/box-scene.js';
import { ropeScene } from '../testing/rope-scene.js';
import { runIdentification } from '../testing/run-identification.js';

const g = 9.81;

describe('intervals', () => {
  it('of a sliding box from places with noise of 1 mm hold the truth in 90 to 99 of 100 trials', () => {
    const h = 0.01;
    const tilt = Math.PI / 6;
    const scene = boxScene({
      gravity: [g * Math.sin(tilt), 0, -g * Math.cos(tilt)],
      step: { length: h },
      duration: 0.4,
      solver: { tolerance: 1e-9 },
    });
    const truth = 0.2345;
    const a = g * (Math.sin(tilt) - truth * Math.cos(tilt));
    const time = Array.from({ length: 20 }, (_, k) => 2 * (k + 1) * h);
    const known = new Map<string, TaskResult>();
    let [hits, runs] = [0, 0];
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed);
      // the sum of the steps: x_n = a h² n (n + 1) / 2
      const rows = { time, x: time.map((t) => 0.5 * a * t * (t + h) + 1e-3 * random.normal()) };
      const { fit } = runIdentification(
        {
          version: 1,
          name: 'box',
          scene: 'box.json',
          parameters: { mu: { path: 'materials.grip.friction', between: [0.01, 1.5], start: 0.4 } },
          observe: [{ type: 'trajectory', body: 'box', rows, error: 1e-3 }],
          starts: 1,
        },
        scene,
        known,
      );
      const [{ kind, low, high }] = fit.estimates;
      expect([fit.status, kind]).toEqual(['converged', 'interval']);
      if (low! <= truth && truth <= high!) hits++;
      runs += fit.runs;
    }
    console.log(`the truth is in ${hits} of 100 intervals; ${runs / 100} runs a trial`);
    expect(hits).toBeGreaterThanOrEqual(90);
    expect(hits).toBeLessThanOrEqual(99);
  });

  it('of friction and bending stiffness of a rope together hold the truth', () => {
    const [mu, modulus] = [0.32, 2e6];
    const nodes = [0, 8, 14, 20];
    const times = Array.from({ length: 10 }, (_, k) => 0.03 * (k + 1));
    const places = nodes.flatMap((node) => times.flatMap((t) => ['x', 'z'].map((axis) => ({ node, t, axis }))));
    const measure = Object.fromEntries(
      places.map(({ node, t, axis }, k) => [`p${k}`, `at(${t}, position(rope, ${node}).${axis})`]),
    );
    const world = buildWorld(readScene(ropeScene(mu, modulus)));
    const meter = new Meter(world, measure);
    meter.begin();
    while (world.t < 0.3) meter.note(world.step());
    const values = meter.values();
    const random = new Random(11);
    const of = (axis: string): number[] =>
      nodes.flatMap((node) =>
        times.map((t) => {
          const k = places.findIndex((own) => own.node === node && own.t === t && own.axis === axis);
          return values[`p${k}`] + 1e-3 * random.normal();
        }),
      );
    const rows = {
      time: nodes.flatMap(() => times),
      point: nodes.flatMap((node) => times.map(() => node)),
      x: of('x'),
      z: of('z'),
    };
    const { fit } = runIdentification(
      {
        version: 1,
        name: 'rope',
        scene: 'rope.json',
        parameters: {
          mu: { path: 'materials.cord.friction', between: [0.05, 1] },
          modulus: { path: 'materials.cord.youngModulus', between: [2e5, 2e7], scale: 'log', start: 6e5 },
        },
        observe: [{ type: 'trajectory', body: 'rope', rows, error: 1e-3 }],
        starts: 2,
      },
      ropeScene(0.5, 1e6),
    );
    console.log(JSON.stringify({ ...fit, fitted: undefined }));
    expect([fit.status, fit.notes]).toEqual(['converged', []]);
    for (const [k, truth] of [mu, modulus].entries()) {
      const { low, high, value } = fit.estimates[k];
      expect(low!).toBeLessThan(truth);
      expect(high!).toBeGreaterThan(truth);
      expect(Math.abs(value / truth - 1)).toBeLessThan(0.1);
    }
  });
});
