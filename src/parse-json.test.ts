import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON', () => {
  it('is parsed as ever', () => {
    for (const text of [
      '[]',
      '{"a":[1,{"b":"[[[{{{\\"["}]}',
      '"\\\\"',
      nested(200),
      `[${Array(500).fill('[]').join()}]`,
    ]) {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }
    for (const text of ['', '"', '"\\', '[', ']', '{"a"}']) expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('is refused where it is nested too deep, with the place', () => {
    expect(() => parseJson(nested(201))).toThrow('nested more than 200 deep at position 200');
    expect(() => parseJson('{"a":'.repeat(200_000))).toThrow('nested more than 200 deep at position 1000');
  });
});
