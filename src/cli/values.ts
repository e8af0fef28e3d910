import { InvalidArgumentError } from 'commander';
import { nearest } from '../nearest.js';

/** A number >= 0 given on the command line. */
export function nonNegative(text: string): number {
  const x = Number(text);
  if (text.trim() === '' || !(x >= 0 && x < Infinity)) throw new InvalidArgumentError('Expected a number >= 0.');
  return x;
}

/** A number > 0 given on the command line. */
export function positive(text: string): number {
  const x = Number(text);
  if (text.trim() === '' || !(x > 0 && x < Infinity)) throw new InvalidArgumentError('Expected a number > 0.');
  return x;
}

/** A number > 0 and at most 1. */
export function share(text: string): number {
  const x = Number(text);
  if (text.trim() === '' || !(x > 0 && x <= 1)) throw new InvalidArgumentError('Expected a number > 0, at most 1.');
  return x;
}

/** A number by which something is multiplied, 1 or more. */
export function factor(text: string): number {
  const x = Number(text);
  if (text.trim() === '' || !(x >= 1 && x < Infinity)) throw new InvalidArgumentError('Expected a number >= 1.');
  return x;
}

/** An integer of at least `least`. */
export function integerFrom(least: number): (text: string) => number {
  return (text) => {
    const x = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(x) || x < least)
      throw new InvalidArgumentError(`Expected an integer >= ${least}.`);
    return x;
  };
}

/** One of a list of words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    const similar = nearest(text, words);
    throw new InvalidArgumentError(`Expected ${words.join(', ')}.${similar ? ` Did you mean ${similar}?` : ''}`);
  };
}

/** A list of words with commas between them. */
export function list(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.some((word) => word === '')) throw new InvalidArgumentError('Expected names with commas between them.');
  return words;
}

/** Values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
