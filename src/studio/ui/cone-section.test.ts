import { describe, expect, it } from 'vitest';
import { coneWords } from './cone-section.js';

describe('words for the force at a contact', () => {
  it.each([
    ['stick', 0.5, [2, 0.3, 0.4], /inside the cone, at 50 %/],
    ['stick', 0.5, [2, 0.6, 0.799999], /very limit/],
    ['slide', 0.5, [2, 0.6, 0.8], /edge of the cone, against/],
    ['takeOff', 0.5, [0, 0, 0], /takes off/],
    ['slide', 0, [2, 0, 0], /No friction/],
  ] as const)('%s with mu %s', (state, mu, r, words) => {
    expect(coneWords({ state, mu, r })).toMatch(words);
  });
});
