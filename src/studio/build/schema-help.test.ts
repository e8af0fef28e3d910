import { describe, expect, it } from 'vitest';
import { jsonContext } from './json-context.js';
import { newScene } from './parts.js';
import { helpAt, keysAt, sampleAt, valuesAt } from './schema-help.js';

/** The context at the bar in a text. */
const at = (text: string): ReturnType<typeof jsonContext> => jsonContext(text.replace('|', ''), text.indexOf('|'));

describe('where a place in JSON is', () => {
  it.each([
    ['{ "na|me": 1 }', [], 'key', 'na'],
    ['{ "name": "b|ox" }', ['name'], 'value', 'b'],
    ['{ "a": { "b": [1, |] } }', ['a', 'b', 1], 'value', ''],
    ['{ "a": [{ "x": 1 }, { "y|', ['a', 1], 'key', 'y'],
    ['{ "a": 1, | }', [], 'key', ''],
    ['{ "a": { "b": 1 }, "c": |', ['c'], 'value', ''],
    ['{ "text": "with } and , and \\" in it", "n": 4|2 }', ['n'], 'value', '4'],
  ])('%s', (text, path, where, written) => {
    expect(at(text)).toMatchObject({ path, at: where, written });
  });
});

describe('help from the schema', () => {
  const scene = newScene();

  it('says what a value is, with its unit', () => {
    expect(helpAt(['duration'], scene)).toContain('simulated time (s)');
    expect(helpAt(['step', 'theta'], scene)).toContain('implicit Euler');
    expect(helpAt(['bodies', 0, 'spin'], scene)).toContain('rad/s');
    expect(helpAt(['nonsense'], scene)).toBeUndefined();
  });

  it('offers the keys of the kind of body that stands there, and no others', () => {
    const keys = keysAt(['bodies', 0], scene).map(({ text }) => text);
    expect(keys).toContain('mass');
    expect(keys).not.toContain('elements');
    const rod = { ...scene, bodies: [{ type: 'rod' }] };
    expect(keysAt(['bodies', 0], rod).map(({ text }) => text)).toContain('elements');
    expect(keysAt(['bodies', 0, 'shape'], scene).map(({ text }) => text)).toContain('size');
  });

  it('offers values: kinds, presets, names of the scene', () => {
    const texts = (path: (string | number)[]): string[] => valuesAt(path, scene).map(({ text }) => text);
    expect(texts(['bodies', 0, 'type'])).toEqual(expect.arrayContaining(['rigid', 'rod', 'cloth']));
    expect(texts(['materials', 'wood', 'preset'])).toContain('rubber');
    const made = { ...scene, materials: { felt: { friction: 0.6 } } };
    expect(valuesAt(['bodies', 0, 'material'], made).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['felt', 'rubber']),
    );
    expect(texts(['joints', 0, 'between', 1])).toEqual(['world', 'box', 'floor']);
    expect(texts(['bodies', 0, 'rotates'])).toEqual(['true', 'false']);
  });

  it('has a value to begin with for every key', () => {
    expect(sampleAt(['bodies', 0, 'velocity'], scene)).toEqual([0, 0, 0]);
    expect(sampleAt(['bodies', 0, 'mass'], scene)).toBe(1);
  });
});
