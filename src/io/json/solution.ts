import { Findings } from '../findings.js';
import type { Solution } from '../problem-file.js';
import { isObject, numbers, parseObject } from './fields.js';

/** Reads {"r": [...], "u": [...]}, or such an object under the key "solution". Throws `InputError`. */
export function readSolution(bytes: Uint8Array, name: string): Solution {
  const findings = new Findings(`${name} is not a usable solution file`);
  const file = parseObject(bytes, findings);
  const json = !('r' in file) && isObject(file.solution) ? file.solution : file;
  const r = numbers(findings, json, 'r');
  const u = 'u' in json ? numbers(findings, json, 'u') : undefined;
  const v = 'v' in json ? numbers(findings, json, 'v') : undefined;
  const s = 's' in json ? numbers(findings, json, 's') : undefined;
  findings.settle();
  return { r: r!, ...(u && { u }), ...(v && { v }), ...(s && { s }) };
}
