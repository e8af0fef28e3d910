import { describe, expect, it } from 'vitest';
import { contactStates } from './contact-state.js';
import type { MeasureData } from './measures.js';

const data = (mu: number[]): MeasureData => ({
  n: mu.length,
  d: 3,
  mu: Float64Array.from(mu),
  trace: new Float64Array(mu.length).fill(3),
  b: new Float64Array(3 * mu.length).fill(-1),
});

describe('states of contacts', () => {
  it('are those of exact solutions', () => {
    const r = Float64Array.of(0, 0, 0, 1, 0.2, 0, 1, 0.3, 0, 1, 0, 0);
    const u = Float64Array.of(1, 2, 0, 0, 0, 0, 0, -0.5, 0, 0, 0.5, 0);
    expect(contactStates(data([0.3, 0.3, 0.3, 0]), r, u)).toEqual(['takeOff', 'stick', 'slide', 'slide']);
  });

  it('are those of solutions to a coarse tolerance', () => {
    // well inside the cone and creeping: sticks; on the cone and as slow: slides
    const r = Float64Array.of(1, 0.2, 0, 1, 0.3, 0, 1, 0, 0);
    const u = Float64Array.of(0, -1e-3, 0, 0, -1e-3, 0, 0, 1e-3, 0);
    expect(contactStates(data([0.3, 0.3, 0]), r, u)).toEqual(['stick', 'slide', 'slide']);
  });
});
