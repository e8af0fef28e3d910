import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { gallerySceneNamed } from './gallery/gallery.js';
import { migrateScene } from './migrate.js';
import { parseSceneText, readScene } from './read-scene.js';
import { overrideScene, pathKeys } from './set.js';

type Json = Record<string, unknown>;

const problemsOf = (scene: unknown) => {
  try {
    readScene(scene);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
};

const ball = { type: 'rigid', shape: { type: 'sphere', radius: 1 }, material: 'wood' };
const small = { version: 1, name: 'small', duration: 1, bodies: [ball] };

describe('reading a scene', () => {
  it('fills in the defaults', () => {
    const scene = readScene(small);
    expect(scene.gravity).toEqual([0, 0, -9.81]);
    expect(scene.step).toEqual({ length: 0.01, theta: 1 });
    expect(scene.solver).toEqual({ name: 'auto', tolerance: 1e-3 });
  });

  it('lists every error at once, with place, expectation and hint', () => {
    const scene = gallerySceneNamed('rod-drop') as Json & { bodies: Json[]; obstacles: Json[] };
    scene.duration = -1;
    scene.gravitty = [0, 0, 1];
    scene.bodies[0].lenght = 3;
    scene.bodies[0].elements = 2.5;
    scene.bodies[0].material = 'ruber';
    scene.bodies.push({ type: 'rigd', shape: { type: 'sphere', radius: 1 }, material: 'wood' });
    scene.bodies.push({ ...ball, shape: { type: 'sphere', radius: '1' } });
    scene.bodies.push({ ...ball, position: [1, 2] });
    scene.obstacles[0].orientation = { axis: [0, 0, 1], degres: 3 };
    const problems = problemsOf(scene);
    const at = (path: string) => problems.find((problem) => problem.path === path);
    expect(at('duration')).toMatchObject({ expected: 'a number, more than 0', found: '-1' });
    expect(at('gravitty')).toMatchObject({ hint: 'did you mean gravity?' });
    expect(at('bodies[0].lenght')).toMatchObject({ hint: 'did you mean length?' });
    expect(at('bodies[0].elements')).toMatchObject({ expected: 'a whole number', found: '2.5' });
    expect(at('bodies[0].material')).toMatchObject({ hint: 'did you mean rubber?' });
    expect(at('bodies[1].type')).toMatchObject({ found: '"rigd"', hint: 'did you mean rigid?' });
    expect(at('bodies[2].shape.radius')).toMatchObject({ expected: 'a number', hint: 'numbers stand without quotes' });
    expect(at('bodies[3].position')).toMatchObject({ expected: 'three numbers', found: '[1,2]' });
    expect(at('obstacles[0].orientation.degres')).toMatchObject({ hint: 'did you mean degrees?' });
    expect(problems.every(({ expected, found }) => expected !== '' && found !== '')).toBe(true);
  });

  it('knows what rods are made of', () => {
    const rod = { type: 'rod', model: 'der', elements: 3, length: 1, radius: 0.01, material: 'goo' };
    const problems = problemsOf({ ...small, materials: { goo: { friction: 1 } }, bodies: [rod] });
    expect(problems.map(({ path }) => path)).toEqual([
      'materials.goo.density',
      'materials.goo.youngModulus',
      'materials.goo.poissonRatio',
    ]);
  });

  it.each([
    [null],
    [3],
    ['x'],
    [[]],
    [{}],
    [{ version: 7 }],
    [{ ...small, bodies: {} }],
    [{ ...small, bodies: [null] }],
  ])('refuses %j', (scene) => expect(problemsOf(scene).length).toBeGreaterThan(0));

  it('says what a value may be where it may be of several kinds', () => {
    const rod = { type: 'rod', model: 'der', elements: 4, length: 1, radius: 0.01, material: 'rubber' };
    const [{ path, expected }] = problemsOf({ ...small, bodies: [{ ...rod, rest: 'straight' }] });
    expect([path, expected]).toEqual(['bodies[0].rest', '"equilibrium" or an object']);
  });

  it('names the line of a file that is no JSON', () => {
    expect(() => parseSceneText('{\n  "a": 1,\n}')).toThrow(/line 3, column 1/);
    expect(() => parseSceneText('{\n  "a": [', 'x.json', 'study')).toThrow(
      /x\.json is not a usable study\n  line 2, column 9/,
    );
  });

  it('migrates older versions step by step', () => {
    const steps = {
      1: (scene: Json) => ({ ...scene, second: true }),
      2: (scene: Json) => ({ ...scene, third: scene.second }),
    };
    expect(migrateScene({ version: 1 }, steps, 3).scene).toEqual({ version: 3, second: true, third: true });
    expect(migrateScene({ version: 4 }, steps, 3).problems[0].hint).toMatch(/newer/);
  });
});

describe('overriding a scene', () => {
  it('understands paths', () => {
    expect(pathKeys('a.b[2].c')).toEqual(['a', 'b', 2, 'c']);
    expect(pathKeys('a.0["x.y"]')).toEqual(['a', 0, 'x.y']);
    expect(pathKeys('a..b[')).toEqual([]);
  });

  it('replaces values and makes what is missing', () => {
    const scene = overrideScene(small, ['bodies[0].shape.radius=2', 'solver.tolerance=1e-6', 'name=other']);
    expect(scene).toMatchObject({ name: 'other', solver: { tolerance: 1e-6 }, bodies: [{ shape: { radius: 2 } }] });
    expect(small.bodies[0].shape.radius).toBe(1);
    expect(readScene(scene).solver.tolerance).toBe(1e-6);
  });

  it.each(['x', '=1', 'bodies[7].x=1', 'name.x=1', '__proto__.x=1', 'bodies.shape=1'])('refuses %s', (setting) => {
    expect(() => overrideScene(small, [setting])).toThrow(InputError);
  });
});
