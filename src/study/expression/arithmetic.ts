import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from '../../math/functions.js';

/** A function of numbers that expressions may use. */
export interface ArithmeticFunction {
  readonly least: number;
  readonly most: number;
  readonly summary: string;
  apply(x: readonly number[]): number;
}

const one = (summary: string, f: (x: number) => number): ArithmeticFunction => ({
  least: 1,
  most: 1,
  summary,
  apply: ([x]) => f(x),
});

const two = (summary: string, f: (x: number, y: number) => number): ArithmeticFunction => ({
  least: 2,
  most: 2,
  summary,
  apply: ([x, y]) => f(x, y),
});

const degree = Math.PI / 180;

/** Functions of numbers; the same bits on every machine. */
export const arithmetic: Readonly<Record<string, ArithmeticFunction>> = {
  abs: one('|x|', Math.abs),
  sqrt: one('square root', Math.sqrt),
  floor: one('largest whole number not above x', Math.floor),
  round: one('nearest whole number', Math.round),
  sign: one('-1, 0 or 1', Math.sign),
  sin: one('of an angle in radians', sin),
  cos: one('of an angle in radians', cos),
  tan: one('of an angle in radians', tan),
  asin: one('in radians', asin),
  acos: one('in radians', acos),
  atan: one('in radians', atan),
  atan2: two('angle of (x, y) as atan2(y, x), in radians', atan2),
  exp: one('e to the power of x', exp),
  log: one('natural logarithm', log),
  pow: two('x to the power of y, also x^y', pow),
  radians: one('from degrees', (x) => x * degree),
  degrees: one('from radians', (x) => x / degree),
  min: { least: 1, most: Infinity, summary: 'the least of its arguments', apply: (x) => Math.min(...x) },
  max: { least: 1, most: Infinity, summary: 'the greatest of its arguments', apply: (x) => Math.max(...x) },
};

/** Names of numbers. */
export const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, inf: Infinity };
