import { describe, expect, it } from 'vitest';
import { answersOf, shownBy } from './testing.js';
import { lessons } from './lessons.js';

describe('lessons', () => {
  it.each(['the-capstan', 'why-knots-hold', 'why-stacks-stand'])('%s: the runs show what the texts say', (name) => {
    expect(shownBy(lessons.find((lesson) => lesson.name === name)!)).toEqual(answersOf[name]);
  });

  it('are all tested', () => {
    expect(lessons.map(({ name }) => name).sort()).toEqual(Object.keys(answersOf).sort());
  });
});
