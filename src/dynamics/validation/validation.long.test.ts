import { describe, expect, it } from 'vitest';
import { columnEnergy } from './impacts.js';
import { holds } from './row.js';
import { arch, pinch, stack } from './standing.js';
import { triangle } from './triangle.js';

const suites = {
  triangle,
  pinch: () => pinch(60),
  stack: () => stack(10),
  arch: () => arch(10),
  column: () => columnEnergy([{ solver: 'auto' }, { solver: 'lemke' }, { solver: 'newton-ac-damped' }]),
};

describe.each(Object.entries(suites))('%s', (_, suite) => {
  it('holds', { timeout: 600_000 }, () => {
    expect(suite().filter((line) => !holds(line))).toEqual([]);
  });
});
