import { describe, expect, it } from 'vitest';
import { duration } from './format.js';

describe('durations', () => {
  it.each([
    [1.2e-5, '12 µs'],
    [0.0034, '3.4 ms'],
    [0.9996, '1 s'],
    [99.9, '99.9 s'],
    [99.97, '1 min 40 s'],
    [125, '2 min 5 s'],
    [539.7, '9 min 0 s'],
    [3599.6, '1 h 0 min'],
    [12_345, '3 h 26 min'],
  ])('%f s are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
