import type { Findings } from '../findings.js';
import { nearest } from '../../nearest.js';
import { parseJson } from '../../parse-json.js';
import type { Triplets } from '../triplets.js';

/** A JSON object, keys unknown. */
export type Json = Record<string, unknown>;

export function isObject(x: unknown): x is Json {
  return typeof x === 'object' && x !== null && !Array.isArray(x);
}

/** What a JSON value is, for people. */
export function describe(x: unknown): string {
  if (x === undefined) return 'nothing';
  if (Array.isArray(x)) return `a list of ${x.length}`;
  if (x === null) return 'null';
  return typeof x === 'object' ? 'an object' : typeof x === 'string' ? `"${x.slice(0, 40)}"` : String(x);
}

/** Parses the text of a file; throws `InputError` with the reason where it is not a JSON object. */
export function parseObject(bytes: Uint8Array, findings: Findings): Json {
  let parsed: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = parseJson(text);
  } catch (error) {
    findings.addCaused('file', 'JSON', error, 'JSON has no NaN and no Infinity; the file may be cut short');
    findings.settle();
  }
  if (!isObject(parsed)) return findings.fail('file', 'a JSON object', describe(parsed));
  return parsed;
}

/** A list of finite numbers, or undefined after noting why not. `path` ends in the key; unknown keys nearby are hinted at. */
export function numbers(findings: Findings, json: Json, key: string, base = ''): Float64Array | undefined {
  const value = json[key];
  const path = base + key;
  if (Array.isArray(value)) return numberList(findings, path, value);
  const similar = value === undefined ? nearest(key, Object.keys(json)) : undefined;
  findings.add(path, 'a list of numbers', describe(value), similar && `is "${similar}" meant to be "${key}"?`);
  return undefined;
}

function numberList(findings: Findings, path: string, value: readonly unknown[]): Float64Array | undefined {
  const out = new Float64Array(value.length);
  for (let k = 0; k < out.length; k++) {
    const x = value[k];
    if (typeof x !== 'number' || !Number.isFinite(x)) {
      const hint = x === null ? 'JSON writers turn NaN into null' : undefined;
      findings.add(`${path}[${k}]`, 'a finite number', describe(x), hint);
      return undefined;
    }
    out[k] = x;
  }
  return out;
}

/** A matrix as a list of rows or as { size, row, column, value }, or undefined after noting why not. */
export function matrix(findings: Findings, json: Json, key: string): Triplets | undefined {
  const value = json[key];
  if (Array.isArray(value)) return denseMatrix(findings, key, value);
  if (isObject(value)) return sparseMatrix(findings, key, value);
  findings.add(key, 'a list of rows, or { size, row, column, value }', describe(value));
  return undefined;
}

function denseMatrix(findings: Findings, path: string, value: readonly unknown[]): Triplets | undefined {
  const row: number[] = [];
  const col: number[] = [];
  const entries: number[] = [];
  const first: unknown = value[0];
  const cols = Array.isArray(first) ? first.length : 0;
  for (let i = 0; i < value.length; i++) {
    const list = value[i];
    if (!Array.isArray(list) || list.length !== cols) {
      const row = cols > 0 ? `a row of ${cols} numbers` : 'a row: a list of numbers';
      findings.add(`${path}[${i}]`, row, describe(list));
      return undefined;
    }
    const x = numberList(findings, `${path}[${i}]`, list);
    if (!x) return undefined;
    for (let j = 0; j < cols; j++) {
      if (x[j] === 0) continue;
      row.push(i);
      col.push(j);
      entries.push(x[j]);
    }
  }
  const [i, j] = [Int32Array.from(row), Int32Array.from(col)];
  return { rows: value.length, cols, row: i, col: j, value: Float64Array.from(entries) };
}

function sparseMatrix(findings: Findings, path: string, json: Json): Triplets | undefined {
  const size = numbers(findings, json, 'size', `${path}.`);
  const row = numbers(findings, json, 'row', `${path}.`);
  const col = numbers(findings, json, 'column', `${path}.`);
  const value = numbers(findings, json, 'value', `${path}.`);
  if (!size || !row || !col || !value) return undefined;
  const before = findings.count;
  const isSize = (x: number): boolean => Number.isInteger(x) && x >= 0 && x < 2 ** 31;
  if (size.length !== 2 || !size.every(isSize))
    findings.add(`${path}.size`, 'two sizes [rows, columns]', `[${[...size]}]`);
  else {
    checkPlaces(findings, `${path}.row`, row, size[0], value.length);
    checkPlaces(findings, `${path}.column`, col, size[1], value.length);
  }
  if (findings.count > before) return undefined;
  return { rows: size[0], cols: size[1], row: Int32Array.from(row), col: Int32Array.from(col), value };
}

function checkPlaces(findings: Findings, path: string, x: Float64Array, size: number, count: number): void {
  if (x.length !== count) findings.add(path, `${count} entries, as many as "value" has`, String(x.length));
  const wrong = x.findIndex((k) => !Number.isInteger(k) || k < 0 || k >= size);
  if (wrong >= 0) findings.add(`${path}[${wrong}]`, `an index from 0 to ${size - 1}`, String(x[wrong]));
}
