import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.js';
import { boxScene } from '../testing/box-scene.js';
import { runIdentification } from '../testing/run-identification.js';

const g = 9.81;
/** gravity leans by `tilt` degrees: the floor is a slope */
const leaning = (tilt: number): Record<string, unknown> => ({
  gravity: [g * Math.sin((tilt * Math.PI) / 180), 0, -g * Math.cos((tilt * Math.PI) / 180)],
});
const mu = { path: 'materials.grip.friction', between: [0.01, 1.5] };
const h = 0.01;

/** A box that slides down a slope, by the law of the steps: x_n = a h² n (n + 1) / 2. */
function slid(tilt: number, friction: number, noise: number, seed: number, end = 0.4): Record<string, number[]> {
  const random = new Random(seed);
  const angle = (tilt * Math.PI) / 180;
  const a = g * (Math.sin(angle) - friction * Math.cos(angle));
  const time = Array.from({ length: Math.round(end / h / 2) }, (_, k) => 2 * (k + 1) * h);
  return { time, x: time.map((t) => 0.5 * a * t * (t + h) + noise * random.normal()) };
}

const problem = (extra: Record<string, unknown>): Record<string, unknown> => ({
  version: 1,
  name: 'slope',
  scene: 'scene.json',
  parameters: { mu },
  ...extra,
});

describe('identify', () => {
  const scene = boxScene({ ...leaning(30), step: { length: h }, duration: 0.4 });

  it('finds the friction of a sliding box, exactly from exact data, and says how well', () => {
    const exact = { type: 'trajectory', body: 'box', rows: slid(30, 0.2345, 0, 1) };
    const near = { parameters: { mu: { ...mu, start: 0.4 } }, starts: 1 };
    const { fit } = runIdentification(problem({ ...near, observe: [exact] }), scene);
    expect(fit.status).toBe('converged');
    expect(fit.estimates[0].value).toBeCloseTo(0.2345, 9);
    const noisy = { type: 'trajectory', body: 'box', rows: slid(30, 0.2345, 1e-3, 1), error: 1e-3 };
    const [{ value, low, high, kind, standardError }] = runIdentification(problem({ ...near, observe: [noisy] }), scene)
      .fit.estimates;
    // dx/dmu = g cos(tilt) t (t + h) / 2
    const square = noisy.rows.time.reduce((sum, t) => sum + (0.5 * g * Math.cos(Math.PI / 6) * t * (t + h)) ** 2, 0);
    expect(standardError).toBeCloseTo(1e-3 / Math.sqrt(square), 6);
    expect(kind).toBe('interval');
    expect(high! - low!).toBeCloseTo(2 * 1.95996 * standardError, 6);
    expect(Math.abs(value - 0.2345)).toBeLessThan(4 * standardError);
  });

  it('takes the error from the residuals where none is given, and leaves a start where nothing slides', () => {
    const rows = slid(30, 0.2345, 1e-3, 5);
    const { fit } = runIdentification(
      problem({ observe: [{ type: 'trajectory', body: 'box', rows }], starts: 1 }),
      scene,
    );
    expect(fit.residualError! / 1e-3).toBeGreaterThan(0.6);
    expect(fit.residualError! / 1e-3).toBeLessThan(1.4);
    expect(fit.starts[0]).toMatchObject({ start: { mu: 0.755 }, end: { mu: 0.755 } });
    expect(Math.abs(fit.estimates[0].value - 0.2345)).toBeLessThan(4 * fit.estimates[0].standardError);
  });

  it('a box that sticks throughout gives a lower bound', () => {
    const still = boxScene({ ...leaning(15), step: { length: h }, duration: 0.4 });
    const random = new Random(3);
    const time = Array.from({ length: 20 }, (_, k) => 0.02 * (k + 1));
    const rows = { time, x: time.map(() => 1e-3 * random.normal()) };
    const { fit } = runIdentification(
      problem({ observe: [{ type: 'trajectory', body: 'box', rows, error: 1e-3 }] }),
      still,
    );
    const [{ kind, low, high }] = fit.estimates;
    expect(kind).toBe('at least');
    expect(high).toBeUndefined();
    // it may have slid unseen by a part of the noise
    const limit = Math.tan(Math.PI / 12);
    expect(low!).toBeLessThan(limit);
    expect(low!).toBeGreaterThan(limit - 0.01);
    expect(fit.notes.join()).toContain('no contact slides beyond it');
  });

  it('slipped or not at several angles gives the interval between them', () => {
    const experiments = [10, 14, 16, 25].map((tilt) => ({
      set: leaning(tilt),
      observe: [{ type: 'threshold', holds: 'travel(box) < 1e-6', observed: tilt < 15 }],
    }));
    const { fit } = runIdentification(problem({ experiments, scene: 'scene.json' }), boxScene({ duration: 0.05 }));
    const [{ kind, low, high }] = fit.estimates;
    expect([kind, fit.contradicted]).toEqual(['interval', []]);
    // ends are searched to 1e-4 of the range
    expect(Math.abs(low! - Math.tan((14 * Math.PI) / 180))).toBeLessThan(2e-4);
    expect(Math.abs(high! - Math.tan((16 * Math.PI) / 180))).toBeLessThan(2e-4);
  });

  it('names observations that contradict each other', () => {
    const experiments = [10, 25].map((tilt) => ({
      set: leaning(tilt),
      observe: [{ type: 'threshold', holds: 'travel(box) < 1e-6', observed: tilt > 15 }],
    }));
    const { fit } = runIdentification(problem({ experiments }), boxScene({ duration: 0.05 }));
    expect(fit.contradicted.length).toBe(1);
    expect(fit.notes.join()).toContain('no values were found that agree');
  });

  it('says which parameters it cannot tell apart, and what the fit leaves out', () => {
    // friction of floor and box count by their product alone
    const scene2 = {
      ...scene,
      materials: { grip: { preset: 'wood', friction: 0.3 }, base: { preset: 'wood', friction: 0.3 } },
      obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'base' }],
    };
    const rows = slid(30, 0.2345, 1e-3, 2);
    const both = {
      a: { path: 'materials.grip.friction', between: [0.05, 1] },
      b: { path: 'materials.base.friction', between: [0.05, 1] },
    };
    const observe = [{ type: 'trajectory', body: 'box', rows, error: 1e-3 }];
    const { fit } = runIdentification(problem({ parameters: both, observe, starts: 1 }), scene2);
    expect(fit.notes.join('\n')).toContain('do not tell a and b apart');
    const bent = { ...rows, x: rows.x.map((x, k) => x + 0.02 * Math.sin(k)) };
    const bad = runIdentification(problem({ observe: [{ ...observe[0], rows: bent }], starts: 1 }), scene).fit;
    expect(bad.notes.join('\n')).toContain('worse than the errors allow');
  });
});
