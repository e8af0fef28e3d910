import { describe, expect, it } from 'vitest';
import type { InputError } from '../errors.js';
import { checkStudyScene } from './check-scene.js';
import { inspectStudy, readStudy } from './read-study.js';
import { resultFromJson, resultHash, resultToJson } from './task.js';
import { csvOf, npzOf, runsTable, thresholdsTable } from './table.js';
import { boxScene } from './testing/box-scene.js';
import { runStudy } from './testing/run-study.js';

const g = 9.81;
/** gravity leans by `tilt` degrees: the floor is a slope */
const slope = { 'gravity[0]': `=${g}*sin(radians(tilt))`, 'gravity[1]': 0, 'gravity[2]': `=-${g}*cos(radians(tilt))` };
const scene = boxScene({ gravity: [0, 0, -g] });
const study = (extra: Record<string, unknown>): Record<string, unknown> => ({
  version: 1,
  name: 'slope',
  scene: 'scene.json',
  measure: { moved: 'travel(box)', v: 'velocity(box).x' },
  ...extra,
});

describe('a study', () => {
  it('measures a box that slides as the closed form says', () => {
    const parameters = { tilt: { values: [10, 40] }, mu: { path: 'materials.grip.friction', values: [0.1, 0.5] } };
    const { plan, lookup } = runStudy(study({ set: slope, parameters }), scene);
    expect(plan.runs.length).toBe(4);
    for (const { point, task } of plan.runs) {
      const a = (point.tilt * Math.PI) / 180;
      const v = Math.max(0, 0.2 * g * (Math.sin(a) - point.mu * Math.cos(a)));
      // the law is solved to 1e-12, velocities add up exactly
      expect(lookup(task)!.values.v).toBeCloseTo(v, 9);
    }
  });

  it('comes to the same bits when every run is broken off and continued', () => {
    const measure = {
      v: 'velocity(box).x',
      top: 'maximum(speed)',
      mean: 'mean(kinetic)',
      at: 'at(0.105, displacement(box).x)',
    };
    const stop = [{ when: 'travel(box) > 0.1' }];
    const input = study({ set: slope, parameters: { tilt: { values: [20, 60] } }, measure, stop });
    const [straight, broken] = [false, true].map((interrupt) => {
      const { plan, lookup, tasks } = runStudy(input, scene, interrupt);
      return csvOf(runsTable(tasks.study, plan, lookup));
    });
    expect(broken).toBe(straight);
    expect(straight).toContain('stopped');
    expect(straight).toContain('done');
  });

  it('finds the angle at which a box begins to slide to 1e-9 degrees', () => {
    // 1e-9 degrees above the threshold a box slides 3e-12 m in 0.2 s; one that sticks creeps less than 1e-13 m
    const find = { parameter: 'tilt', between: [10, 30], holds: 'moved < 1e-12', tolerance: 1e-9 };
    const parameters = { tilt: {}, mu: { path: 'materials.grip.friction', values: [0.2, 0.3] } };
    for (const sections of [2, 5]) {
      const { plan, runs } = runStudy(study({ set: slope, parameters, find: { ...find, sections } }), scene);
      expect(plan.thresholds.map(({ status }) => status)).toEqual(['found', 'found']);
      plan.thresholds.forEach(({ holds, fails, point }) => {
        const exact = (Math.atan(point.mu) * 180) / Math.PI;
        expect(Math.abs(holds - exact)).toBeLessThan(1.5e-9);
        expect(fails - holds).toBeLessThanOrEqual(1e-9);
      });
      // 20 degrees to 1e-9: 35 halvings and two ends, twice; in fifths 15 rounds of four
      expect(runs).toBe(sections === 2 ? 2 * 37 : 2 * (2 + 15 * 4));
    }
  });

  it('says where there is no threshold', () => {
    const find = { parameter: 'tilt', between: [1, 2], holds: 'moved < 1e-9', tolerance: 1e-3 };
    const { plan, tasks } = runStudy(study({ set: slope, parameters: { tilt: {} }, find }), scene);
    expect(plan.thresholds[0]).toMatchObject({ status: 'none', runs: 2 });
    expect(csvOf(thresholdsTable(tasks.study, plan))).toContain('none');
  });

  it('refines a grid where the answer changes, and only there', () => {
    const parameters = {
      tilt: { range: { from: 0, to: 40, count: 3 } },
      mu: { path: 'materials.grip.friction', range: { from: 0.1, to: 0.9, count: 3 } },
    };
    const refine = { where: 'moved < 1e-9', levels: 3 };
    const { plan } = runStudy(study({ time: 0.02, set: slope, parameters, refine }), scene);
    const whole = (2 * 8 + 1) ** 2;
    expect(plan.runs.length).toBeGreaterThan(40);
    expect(plan.runs.length).toBeLessThan(whole / 2);
    // every point of the last level is within a few cells of the line mu = tan(tilt)
    const fine = plan.runs.slice(-20).map(({ point }) => Math.abs(Math.tan((point.tilt * Math.PI) / 180) - point.mu));
    expect(Math.max(...fine)).toBeLessThan(0.25);
  });

  it('keeps a run that fails as a result', () => {
    const parameters = { mu: { path: 'materials.grip.friction', values: [0.1, -1] } };
    const { plan, lookup } = runStudy(study({ parameters }), scene);
    const [good, bad] = plan.runs.map(({ task }) => lookup(task)!);
    expect(good.status).toBe('done');
    expect(bad).toMatchObject({ status: 'failed', message: expect.stringContaining('materials.grip.friction') });
  });

  it('results survive JSON, NaN and infinities included', () => {
    const { plan, lookup } = runStudy(study({ measure: { never: 'when(t > 9)', nan: '0/0' } }), scene);
    const result = lookup(plan.runs[0].task)!;
    expect(result.values.never).toBe(Infinity);
    const back = resultFromJson(JSON.parse(resultToJson(result)))!;
    expect(back).toEqual(result);
    expect(resultHash(back)).toBe(resultHash(result));
    const columns = runsTable(readStudy(study({ measure: { never: 't', nan: 't' } })), plan, lookup);
    expect(csvOf(columns)).toMatch(/^run,never,nan,status.*\n0,inf,nan,done,0\.2/);
    expect(npzOf(columns).length).toBeGreaterThan(500);
  });

  it('gives other tasks to other scenes, parameters, measures and programs, and the same to the same', () => {
    const id = (input: Record<string, unknown>, own: unknown = scene): string =>
      runStudy(study({ time: 0.02, ...input }), own).plan.runs[0].task.id;
    const first = id({});
    expect(id({})).toBe(first);
    const others = [id({ time: 0.03 }), id({ measure: { a: 't' } }), id({}, boxScene({ duration: 1 }))];
    expect(new Set([first, ...others]).size).toBe(4);
  });
});

describe('a bad study', () => {
  const complaints = (extra: Record<string, unknown>): string => {
    const { study: sound, problems } = inspectStudy(study(extra));
    try {
      if (sound) checkStudyScene(sound, scene);
    } catch (error) {
      return (error as InputError).message;
    }
    return problems.map(({ path, expected, found, hint }) => `${path}: ${expected}, ${found} ${hint}`).join('\n');
  };
  const mu = (path: string) => ({ parameters: { mu: { path, values: [1] } } });
  it.each([
    ['an unknown key', { mesure: {} }, 'did you mean measure?'],
    ['an unknown material', mu('materials.grib.friction'), 'did you mean grip?'],
    ['an unknown key of the scene', mu('materials.grip.fricton'), 'did you mean friction?'],
    ['an entry too far', mu('bodies[3].density'), 'bodies[0] to [0]'],
    ['no path at all', mu('..'), 'a path such as'],
    ['no such quantity', { measure: { a: 'velocty(box).x' } }, 'did you mean velocity?'],
    ['no such body', { measure: { a: 'velocity(bax).x' } }, 'did you mean box?'],
    ['no such node', { measure: { a: 'position(box, 3).x' } }, 'a node from 0 to 0'],
    ['a vector', { measure: { a: 'velocity(box)' } }, 'add .x, .y, .z or .length'],
    ['a stop rule without sense', { stop: [{ when: 'sped < 1' }] }, 'did you mean speed?'],
    ['two forms', { parameters: { a: { values: [1], range: { from: 1, to: 2, count: 2 } } } }, 'values and range'],
    ['no form', { parameters: { a: {} } }, 'none of them'],
    ['bounds in a grid', { parameters: { a: { between: [1, 2] } } }, 'bounds alone'],
    ['factors from 0', { parameters: { a: { log: { from: 0, to: 1, count: 3 } } } }, 'ends > 0'],
    ['a name taken', { parameters: { speed: { values: [1] } } }, 'a quantity or function of that name'],
    [
      'a threshold of nothing',
      { find: { parameter: 'x', between: [0, 1], holds: '1', tolerance: 1 } },
      'one of the parameters',
    ],
    [
      'an unknown measure',
      { parameters: { x: {} }, find: { parameter: 'x', between: [0, 1], holds: 'movd', tolerance: 1 } },
      'did you mean moved?',
    ],
    [
      'too many runs',
      {
        parameters: {
          a: { range: { from: 0, to: 1, count: 100000 } },
          b: { range: { from: 0, to: 1, count: 100000 } },
        },
      },
      'at most 1000000 runs',
    ],
    [
      'lists of different length',
      { design: { type: 'list' }, parameters: { a: { values: [1, 2] }, b: { values: [1] } } },
      'a has 2, b has 1',
    ],
    [
      'an expression',
      { set: { 'gravity[0]': '=2*tild' }, parameters: { tilt: { values: [1] } } },
      'did you mean tilt?',
    ],
  ])('is told of %s', (_, extra, part) => expect(complaints(extra)).toContain(part));
});
