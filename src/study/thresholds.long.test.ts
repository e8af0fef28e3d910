import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archLimit } from './testing/arch-limit.js';
import { runStudy } from './testing/run-study.js';

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

  it('a rope around a post: exp(mu pi), to the angle of one of its segments', () => {
    const study = example('capstan');
    const { plan, runs } = runStudy(study, example('post'));
    // where the rope leaves the post is known to a segment: 32 on a length of 0.52 m, at 0.103 m from the axis
    const angle = 0.52352 / 32 / 0.103;
    for (const { point, holds, fails } of plan.thresholds) {
      console.log(`capstan: mu ${point.mu}, holds ${holds}, slips ${fails}, ${runs} runs in all`);
      expect(Math.abs(Math.log(holds) - Math.PI * point.mu)).toBeLessThan(point.mu * angle);
    }
  });
});
