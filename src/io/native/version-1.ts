import { InputError } from '../../errors.js';
import type { PrimalProblem } from '../../friction/problem.js';
import { blockOfRow, denseBlockDiagonal } from '../../linalg/block-diagonal.js';
import { BlockRowBuilder } from '../../linalg/block-rows.js';
import { checkFinite, checkFriction } from '../checks.js';
import type { Findings } from '../findings.js';
import type { ByteReader } from './cursor.js';
import { ByteWriter } from './cursor.js';
import { headerBytes, magic } from './header.js';

/** bodies, contacts and the rest of the header, magic and version taken off */
export type Header = readonly [bodies: number, contacts: number, number, number, number, number];

const contactBytes = (size: number): number => 16 + 8 * (6 * size + 3);

/**
 * Version 1: every body has the same number of dofs, every contact touches bodies A and B (-1: the world), three numbers
 * a contact. The file states M v + f = Hᵀ r: f changes its sign on the way in and out.
 */
export function readVersion1(file: ByteReader, header: Header, findings: Findings): PrimalProblem {
  const [bodies, contacts, size, d] = header;
  if (size < 0) findings.add('header: dofs per body', 'a number >= 0', String(size));
  if (d !== 3) findings.add('header: numbers a contact', '3 in version 1', String(d));
  findings.settle();
  const bytes = 8 * bodies * size * (size + 1) + contacts * contactBytes(size);
  const says = `header: ${bodies} bodies of ${size} dofs, ${contacts} contacts`;
  if (bytes !== file.left)
    findings.fail(says, `${headerBytes + bytes} bytes`, `${headerBytes + file.left} bytes`, 'cut short or damaged');
  const M = denseBlockDiagonal(new Int32Array(bodies).fill(size));
  file.fill(M.values, 'M');
  checkFinite(findings, 'M', M.values);
  const f = file.numbers(bodies * size, 'f').map((x) => -x);
  checkFinite(findings, 'f', f);
  const w = new Float64Array(3 * contacts);
  const mu = new Float64Array(contacts);
  const rows = new BlockRowBuilder(3, bodies * size, 3 * 2 * size * contacts);
  const block = new Float64Array(3 * size);
  for (let i = 0; i < contacts; i++) {
    const sides = [file.i32('bodyA'), file.i32('bodyB')];
    mu[i] = file.f64('mu');
    if (sides[0] === sides[1] && sides[0] !== -1) {
      const hint = 'a body that touches itself needs version 2';
      findings.add(`contact ${i}: bodyB`, 'another body than bodyA', String(sides[1]), hint);
    }
    sides.forEach((body, side) => {
      const path = `contact ${i}: ${side === 0 ? 'bodyA' : 'bodyB'}`;
      file.fill(block, path);
      if (body < -1 || body >= bodies) findings.add(path, `-1 (the world) or a body below ${bodies}`, String(body));
      else if (body >= 0) {
        checkFinite(findings, `contact ${i}: ${side === 0 ? 'H_A' : 'H_B'}`, block);
        addTrimmed(rows, body * size, block, size);
      }
    });
    rows.endRow();
    file.fill(w.subarray(3 * i, 3 * i + 3), 'w');
  }
  file.end();
  checkFinite(findings, 'w', w);
  checkFriction(findings, 'mu', mu);
  findings.settle();
  return { kind: 'primal', d: 3, M, f, H: rows.finish(), w, mu };
}

/** Adds a 3 x size matrix without the zero columns at its ends: contacts near the root of a rod move few dofs. */
function addTrimmed(rows: BlockRowBuilder, col: number, block: Float64Array, size: number): void {
  const zero = (j: number): boolean => block[j] === 0 && block[size + j] === 0 && block[2 * size + j] === 0;
  let first = 0;
  let end = size;
  while (end > 0 && zero(end - 1)) end--;
  while (first < end && zero(first)) first++;
  if (first === end) return;
  const len = end - first;
  const values = new Float64Array(3 * len);
  for (let k = 0; k < 3; k++) values.set(block.subarray(k * size + first, k * size + end), k * len);
  rows.segment(col + first, len, values);
}

/** Whether version 1 can hold a problem as it is: equal dense bodies, d = 3, contacts of one segment on each of two bodies. */
export function fitsVersion1(problem: PrimalProblem): boolean {
  const { M, H, d } = problem;
  const size = M.start.length > 0 ? M.offset[1] : 0;
  if (d !== 3 || M.sparse?.size || problem.bilateral) return false;
  for (let k = 0; k < M.start.length; k++) if (M.offset[k + 1] - M.offset[k] !== size) return false;
  const owner = blockOfRow(M);
  for (let i = 0; i + 1 < H.ptr.length; i++) if (sidesOf(problem, owner, i) === undefined) return false;
  return true;
}

/** The segment on body A and the one on body B; undefined where there are more. */
function sidesOf({ H }: PrimalProblem, owner: Int32Array, i: number): number[] | undefined {
  const sides: number[] = [];
  for (let s = H.ptr[i]; s < H.ptr[i + 1]; s++) if (H.len[s] > 0) sides.push(s);
  const [a, b] = sides.map((s) => owner[H.col[s]]);
  return sides.length <= 2 && (sides.length < 2 || a !== b) ? sides : undefined;
}

/** A version 1 file; throws `InputError` where the problem does not fit (see `fitsVersion1`). */
export function writeVersion1(problem: PrimalProblem): Uint8Array {
  if (!fitsVersion1(problem)) {
    throw new InputError('the problem does not fit version 1 of the native format', [
      {
        path: 'problem',
        expected: 'bodies of equal size, d = 3, at most two different bodies a contact',
        found: 'other ones',
        hint: 'write version 2',
      },
    ]);
  }
  const { M, H, f, w, mu } = problem;
  const bodies = M.start.length;
  const size = bodies > 0 ? M.offset[1] : 0;
  const file = new ByteWriter(headerBytes + 8 * bodies * size * (size + 1) + mu.length * contactBytes(size));
  for (const x of [magic, 1, bodies, mu.length, size, 3, 0, 0]) file.i32(x);
  for (let k = 0; k < bodies; k++) file.numbers(M.values.subarray(M.start[k], M.start[k] + size * size));
  file.numbers(f.map((x) => -x));
  const owner = blockOfRow(M);
  for (let i = 0; i < mu.length; i++) {
    const sides = sidesOf(problem, owner, i)!;
    for (let side = 0; side < 2; side++) file.i32(side < sides.length ? owner[H.col[sides[side]]] : -1);
    file.f64(mu[i]);
    for (let side = 0; side < 2; side++) {
      const block = new Float64Array(3 * size);
      if (side < sides.length) {
        const s = sides[side];
        const at = H.col[s] - M.offset[owner[H.col[s]]];
        for (let k = 0; k < 3; k++)
          block.set(H.values.subarray(H.start[s] + k * H.len[s], H.start[s] + (k + 1) * H.len[s]), k * size + at);
      }
      file.numbers(block);
    }
    file.numbers(w.subarray(3 * i, 3 * i + 3));
  }
  return file.bytes;
}
