import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archLimit } from './testing/arch-limit.js';
import { runStudy } from './testing/run-study.js';
import { thickCapstan } from './testing/thick-capstan.js';

type Json = Record<string, unknown>;
const example = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../examples/studies/${name}.json`, import.meta.url), 'utf8')) as Json;

describe('thresholds by bisection', () => {
  it('an arch: critical thickness within 1 % of a limit analysis of the same voussoirs', () => {
    const limit = archLimit(31, 0.7);
    // Milankovitch's 0.1075 is that of infinitely many voussoirs
    expect(limit).toBeGreaterThan(0.1);
    expect(limit).toBeLessThan(0.108);
    const study = example('arch');
    const { plan, runs } = runStudy(study, study.scene);
    const [{ status, holds, fails }] = plan.thresholds;
    console.log(`arch: limit analysis ${limit}, simulation stands at ${holds}, falls at ${fails}, ${runs} runs`);
    expect(status).toBe('found');
    expect(Math.abs(holds / limit - 1)).toBeLessThan(0.01);
    expect(Math.abs(fails / limit - 1)).toBeLessThan(0.01);
  });

  it('a ladder on a wall: as the closed form says', () => {
    const study = example('ladder');
    const { plan } = runStudy(study, study.scene);
    // foot and top on one face of a board of length L and thickness t: (D - c) mu² + H mu - c = 0
    const [L, t, angle] = [2, 0.05, Math.PI / 3];
    const [D, H] = [L * Math.cos(angle), L * Math.sin(angle)];
    const c = (L / 2) * Math.cos(angle) - (t / 2) * Math.sin(angle);
    const mu = (-H + Math.sqrt(H * H + 4 * (D - c) * c)) / (2 * (D - c));
    const [{ holds, fails }] = plan.thresholds;
    expect(fails).toBeLessThan(mu);
    // what creeps less than 1e-6 m in 0.2 s is taken to hold
    expect(holds).toBeGreaterThan(mu - 1e-5);
    expect(holds - mu).toBeLessThan(1e-5);
  });

  it(
    'a rope around a post: as the closed form for a rope of its thickness and stiffness says, to second order in its segments',
    { timeout: 3_600_000 },
    () => {
      // for thin ropes it is exp(mu θ), with the stiffness of VALIDATION's table: mu = 0.3, B / F R² = 0.1
      expect(thickCapstan(0.3, 0.1, 1e-7, 1e-12) / Math.exp(0.3 * Math.PI)).toBeCloseTo(1, 5);
      expect(thickCapstan(0.3, 1, 1e-4, 0.1)).toBeCloseTo(2.4918, 3);
      const post = example('post');
      const errors = [32, 64].map((elements) => {
        const study = example('capstan') as {
          scene: unknown;
          set: Json;
          measure: Json;
          stop: { when: string }[];
          find: Json;
        };
        const middle = (text: unknown): string => String(text).replaceAll('16', String(elements / 2));
        study.set['bodies[0].elements'] = elements;
        study.measure.slip = middle(study.measure.slip);
        study.stop[0].when = middle(study.stop[0].when);
        study.find.tolerance = 5e-4;
        const { plan, runs } = runStudy(study, post);
        // a chain of segments that turn by d each is off the arc by d² / 8 of its radius, inside and outside
        const d = 0.52357 / elements / 0.103;
        return plan.thresholds.map(({ point, holds, fails }) => {
          const error = Math.log((holds + fails) / 2 / thickCapstan(point.mu, 0.1, 0.003, 1e-5));
          console.log(
            `capstan: ${elements} elements, mu ${point.mu}, holds ${holds}, slips ${fails}, ln off ${error}, ${runs} runs in all`,
          );
          expect(Math.abs(error)).toBeLessThan(2 * ((d * d) / 8) * Math.PI * point.mu + 5e-4 / holds);
          return Math.abs(error);
        });
      });
      // half the length, a quarter of the error; the bisection itself is good for 1.4e-4
      errors[1].forEach((error, k) => expect(error).toBeLessThan(errors[0][k] / 3));
    },
  );
});
