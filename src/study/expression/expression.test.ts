import { describe, expect, it } from 'vitest';
import { compileNumber, numbersScope } from './compile.js';

const values: Record<string, number> = { x: 3, y: -2 };
const evaluate = (text: string): number =>
  compileNumber(
    text,
    numbersScope(Object.keys(values), (n) => values[n]),
  )();
const complaint = (text: string): string => {
  try {
    evaluate(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

describe('expressions', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 * -3', -6],
    ['8 / 4 / 2', 1],
    ['10 - 4 - 3', 3],
    ['x > 2 && y < 0', 1],
    ['!(x > 2) || y == -2', 1],
    ['!x + 1', 1],
    ['x > 5 ? 1 : y < 0 ? 2 : 3', 2],
    ['max(x, y, 7) + min(1, 2)', 8],
    ['degrees(atan(1))', 45],
    ['1e-3 * 2.5E2 + .5', 0.75],
    ['2*pi', 2 * Math.PI],
  ])('%s = %s', (text, expected) => expect(evaluate(text)).toBeCloseTo(expected, 12));

  it.each([
    ['1 +', 'column 4'],
    ['(1', 'expected )'],
    ['1 2', 'column 3'],
    ['x..y', 'x, y, z or length'],
    ['sqroot(2)', 'a function'],
    ['sqr(2)', 'did you mean sqrt?'],
    ['sqrt(1, 2)', '1 arguments of sqrt, found 2'],
    ['zz', 'a quantity or a parameter'],
    ['x.x', 'a vector before the dot'],
    ['# 1', 'column 1'],
    ['"box"', 'expected a number'],
    ['', 'found the end'],
    ['('.repeat(500), 'levels of nesting'],
    ['-'.repeat(500) + '1', 'levels of nesting'],
  ])('%s is refused', (text, part) => expect(complaint(text)).toContain(part));
});
