import { describe, expect, it } from 'vitest';
import { answersOf, shownBy } from './testing.js';
import { lessons } from './lessons.js';

describe('lessons', () => {
  // those that run in a moment; ropes, knots and stacks take longer
  it.each(['stick-and-slip', 'the-cone'])('%s: the runs show what the texts say', (name) => {
    expect(shownBy(lessons.find((lesson) => lesson.name === name)!)).toEqual(answersOf[name]);
  });

  // a page that is slow to draw has other frames, unevenly
  it.each([
    ['late', (share: number) => share > 0.7],
    ['early', (share: number) => share < 0.55],
  ])('the answer is the same where most of what is seen is %s', (_, keeps) => {
    const lesson = lessons.find(({ name }) => name === 'stick-and-slip')!;
    expect(shownBy(lesson, keeps)).toEqual(answersOf['stick-and-slip']);
  });
});
