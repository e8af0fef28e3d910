import type { InputProblem } from '../errors.js';
import { InputError } from '../errors.js';

/** More than this are not listed one by one. */
const listed = 20;

/** Collects everything that is wrong with a file, to be thrown at once. */
export class Findings {
  readonly #what: string;
  readonly #problems: InputProblem[] = [];
  #cause: unknown;

  /** `what`: the first line of the error, e.g. "x.hdf5 is not a usable FCLib file" */
  constructor(what: string) {
    this.#what = what;
  }

  add(path: string, expected: string, found: string, hint?: string): void {
    this.#problems.push(hint === undefined ? { path, expected, found } : { path, expected, found, hint });
  }

  /** As `add`, keeping the error that a library threw. */
  addCaused(path: string, expected: string, cause: unknown, hint?: string): void {
    this.#cause ??= cause;
    this.add(path, expected, reasonOf(cause), hint);
  }

  get count(): number {
    return this.#problems.length;
  }

  /** Throws the `InputError` if anything was found wrong. */
  settle(): void {
    if (this.#problems.length === 0) return;
    const problems = this.#problems.slice(0, listed);
    const more = this.#problems.length - problems.length;
    if (more > 0) problems.push({ path: '...', expected: 'a sound file', found: `${more} more problems` });
    throw new InputError(this.#what, problems, this.#cause === undefined ? undefined : { cause: this.#cause });
  }

  /** Adds one problem and throws. */
  fail(path: string, expected: string, found: string, hint?: string): never {
    this.add(path, expected, found, hint);
    this.settle();
    throw new Error('unreachable');
  }
}

/** The innermost reason of an error, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // HDF5 prints its call stack, the innermost call last: "#006: file.c line 577 in f(): reason"
  const stack = [...text.matchAll(/^\s*#\d+: .*? in \S+\(\): (.*)$/gm)];
  const reason = stack.length > 0 ? stack[stack.length - 1][1] : text.split('\n', 1)[0];
  return reason.length > 200 ? `${reason.slice(0, 200)}...` : reason;
}
