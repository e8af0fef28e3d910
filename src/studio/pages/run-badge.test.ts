import { describe, expect, it } from 'vitest';
import type { Shown } from '../simulation/messages.js';
import { runBadge } from './run-badge.js';

const shown = (of: Partial<Shown>): Shown => ({ playing: true, rate: 0.25, t: 0.5, last: 0.5, ...of }) as Shown;

describe('the badge of a scene', () => {
  it('says whether it is recorded or live, the rate, and how long the rest takes where that is slow', () => {
    expect(runBadge(shown({}), true, 2)).toBe('recorded');
    expect(runBadge(shown({ playing: false, t: 0, last: 0 }), false, 2)).toBe('live, ready');
    expect(runBadge(shown({ rate: 0 }), false, 2)).toBe('live');
    expect(runBadge(shown({ rate: 1 }), false, 2)).toBe('live, 1.00× real time');
    expect(runBadge(shown({}), false, 2)).toBe('live, 0.25× real time · 25 % computed, 6 s left');
    expect(runBadge(shown({ rate: 0.001 }), false, 2)).toBe('live, 0.001× real time · 25 % computed, 25 min left');
    expect(runBadge(shown({ rate: 1e-5 }), false, 2)).toContain('42 h left');
    // frames that are there already are only shown
    expect(runBadge(shown({ last: 0.9 }), false, 2)).toBe('live');
  });
});
