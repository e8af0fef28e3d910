import { describe, expect, it } from 'vitest';
import { answersOf, shownBy } from './testing.js';
import { lessons } from './lessons.js';

describe('lessons', () => {
  // those that run in a moment; ropes, knots and stacks take longer
  it.each(['stick-and-slip', 'the-cone'])('%s: the runs show what the texts say', (name) => {
    expect(shownBy(lessons.find((lesson) => lesson.name === name)!)).toEqual(answersOf[name]);
  });
});
