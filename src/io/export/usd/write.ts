import { shortNumber } from '../exporter.js';

/** Names that are allowed and differ, within one prim. */
export class UsdNames {
  readonly #taken = new Set<string>();

  of(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?![A-Za-z_])/, '_');
    let unique = plain;
    for (let k = 2; this.#taken.has(unique); k++) unique = `${plain}_${k}`;
    this.#taken.add(unique);
    return unique;
  }
}

/** (x, y, z), ... of the numbers from `from` to `to`. */
export function triples(x: ArrayLike<number>, from = 0, to = x.length): string {
  const parts: string[] = [];
  for (let k = from; k < to; k += 3) {
    parts.push(`(${shortNumber(x[k])}, ${shortNumber(x[k + 1])}, ${shortNumber(x[k + 2])})`);
  }
  return parts.join(', ');
}

/** Directions in five digits: some seconds of arc. */
export function directions(x: ArrayLike<number>): string {
  const parts: string[] = [];
  const digit = (k: number): number => Number(x[k].toFixed(5)) + 0;
  for (let k = 0; k < x.length; k += 3) parts.push(`(${digit(k)}, ${digit(k + 1)}, ${digit(k + 2)})`);
  return parts.join(', ');
}

export function pairs(x: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let k = 0; k < x.length; k += 2) parts.push(`(${shortNumber(x[k])}, ${shortNumber(x[k + 1])})`);
  return parts.join(', ');
}

/** A text in quotes. */
export function quoted(text: string): string {
  const safe = text.replace(/[\\"]/g, (sign) => `\\${sign}`).replace(/\p{Cc}/gu, ' ');
  return `"${safe}"`;
}

/** The box around points, as USD's extent: least and greatest corner. */
export function extentOf(x: ArrayLike<number>, margin = 0, from = 0, to = x.length): string {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let k = from; k < to; k++) {
    const i = (k - from) % 3;
    if (x[k] < least[i]) least[i] = x[k];
    if (x[k] > most[i]) most[i] = x[k];
  }
  if (!least.every(Number.isFinite)) return '[(0, 0, 0), (0, 0, 0)]';
  return `[${triples([...least.map((c) => c - margin), ...most.map((c) => c + margin)])}]`;
}

/** Values over time: one line a sample, made when it is written. */
export function* timeSamples<T>(
  declaration: string,
  indent: string,
  codes: readonly number[],
  frames: readonly T[],
  value: (frame: T) => string,
): Generator<string> {
  yield `${indent}${declaration}.timeSamples = {\n`;
  for (const [k, frame] of frames.entries()) yield `${indent}    ${codes[k]}: ${value(frame)},\n`;
  yield `${indent}}\n`;
}
