import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { InputError } from '../../errors.js';
import { eliminateVelocities } from '../../friction/eliminate.js';
import { denseDual } from '../../friction/testing/dense-dual.js';
import { Findings } from '../findings.js';
import { readProblem } from '../read-problem.js';
import { writeProblem } from '../write-problem.js';
import { mixedProblem } from '../testing/mixed-problem.js';
import { crc32 } from '../../record/crc32.js';
import { readNpy, writeNpy } from './npy.js';
import { writeNpz } from './npz.js';
import { readZip, writeZip } from './zip.js';

const decode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Written by NumPy 2.4: savez_compressed of a CSR matrix, b, mu, r. */
const deflated = decode(
  'UEsDBC0AAAAIAAAAIQBWxQIU//////////8IABQAZGF0YS5ucHkBABAAuAAAAAAAAABVAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GuY6mjoKtQoUAC4GCHCAUA/sUekPUPoCGs3hAABQSwMELQAAAAgAAAAhAOt8ToX//////////wsAFABpbmRpY2VzLm5weQEAEACcAAAAAAAAAE8AAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNpoq6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvka5jqaOgq1ChQALgYgYGSAABDNhEQDAFBLAwQtAAAACAAAACEAQDgnJv//////////CgAUAGluZHB0ci5ucHkBABAAkAAAAAAAAABOAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TaaKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GiY6mjoKtQoUAC4GIGACYlYgZgdiAFBLAwQtAAAACAAAACEA8dkWov//////////CQAUAHNoYXBlLm5weQEAEACQAAAAAAAAAEkAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNpoa6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaRjqaOgq1ChQALmYGCIDRAFBLAwQtAAAACAAAACEAo8N0l///////////CgAUAGZvcm1hdC5ucHkBABAAgwAAAAAAAABFAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loF4TbKyuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5Gpo6CrUKFAGu5OIiAFBLAwQtAAAACAAAACEAwgqR/v//////////BQAUAGIubnB5AQAQAJgAAAAAAAAAUAAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2ahrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RrGOpo6CrUKFAAuBjD4sB9CMzhAKA4HAFBLAwQtAAAACAAAACEAmpeF5v//////////BgAUAG11Lm5weQEAEACIAAAAAAAAAEoAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNmoa6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkahjqaOgq1ChQArlkzQWCnPQBQSwMELQAAAAgAAAAhAC7j+bz//////////wUAFAByLm5weQEAEACYAAAAAAAAAEcAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNmoa6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaxjqaOgq1ChQALgYcAABQSwECLQMtAAAACAAAACEAVsUCFFUAAAC4AAAACAAAAAAAAAAAAAAAgAEAAAAAZGF0YS5ucHlQSwECLQMtAAAACAAAACEA63xOhU8AAACcAAAACwAAAAAAAAAAAAAAgAGPAAAAaW5kaWNlcy5ucHlQSwECLQMtAAAACAAAACEAQDgnJk4AAACQAAAACgAAAAAAAAAAAAAAgAEbAQAAaW5kcHRyLm5weVBLAQItAy0AAAAIAAAAIQDx2RaiSQAAAJAAAAAJAAAAAAAAAAAAAACAAaUBAABzaGFwZS5ucHlQSwECLQMtAAAACAAAACEAo8N0l0UAAACDAAAACgAAAAAAAAAAAAAAgAEpAgAAZm9ybWF0Lm5weVBLAQItAy0AAAAIAAAAIQDCCpH+UAAAAJgAAAAFAAAAAAAAAAAAAACAAaoCAABiLm5weVBLAQItAy0AAAAIAAAAIQCal4XmSgAAAIgAAAAGAAAAAAAAAAAAAACAATEDAABtdS5ucHlQSwECLQMtAAAACAAAACEALuP5vEcAAACYAAAABQAAAAAAAAAAAAAAgAGzAwAAci5ucHlQSwUGAAAAAAgACACwAQAAMQQAAAAA',
);

/** Written by NumPy 2.4: savez of a dense W in Fortran order, b in big-endian single precision, mu. */
const dense = decode(
  'UEsDBC0AAAAAAAAAIQAeZ4Al//////////8FABQAVy5ucHkBABAAyAAAAAAAAADIAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmOCcsICdmb3J0cmFuX29yZGVyJzogVHJ1ZSwgJ3NoYXBlJzogKDMsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAAAAAAAAAEAAAAAAAADQPwAAAAAAAAAAAAAAAAAA4D8AAAAAAADwPwAAAAAAAMA/AAAAAAAAAAAAAAAAAADQPwAAAAAAAAhAUEsDBC0AAAAAAAAAIQBEEPya//////////8FABQAYi5ucHkBABAAjAAAAAAAAACMAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJz5mNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgxLCAzKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKv4AAAEAAAABAQAAAUEsDBC0AAAAAAAAAIQCal4Xm//////////8GABQAbXUubnB5AQAQAIgAAAAAAAAAiAAAAAAAAACTTlVNUFkBAHYAeydkZXNjcic6ICc8ZjgnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMSwpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgCpqZmZmZmbk/UEsBAi0DLQAAAAAAAAAhAB5ngCXIAAAAyAAAAAUAAAAAAAAAAAAAAIABAAAAAFcubnB5UEsBAi0DLQAAAAAAAAAhAEQQ/JqMAAAAjAAAAAUAAAAAAAAAAAAAAIAB/wAAAGIubnB5UEsBAi0DLQAAAAAAAAAhAJqXheaIAAAAiAAAAAYAAAAAAAAAAAAAAIABwgEAAG11Lm5weVBLBQYAAAAAAwADAJoAAACCAgAAAAA=',
);

/** Members of a sound archive of one contact, with changes; undefined leaves a member out. */
function archive(changes: Record<string, Uint8Array | undefined> = {}): Uint8Array {
  const members: Record<string, Uint8Array | undefined> = {
    format: writeNpy('csr'),
    shape: writeNpy(Int32Array.of(3, 3)),
    indptr: writeNpy(Int32Array.of(0, 1, 2, 3)),
    indices: writeNpy(Int32Array.of(0, 1, 2)),
    data: writeNpy(Float64Array.of(1, 2, 3)),
    b: writeNpy(Float64Array.of(1, 2, 3)),
    mu: writeNpy(Float64Array.of(0.5)),
    ...changes,
  };
  return writeZip(Object.entries(members).flatMap(([name, bytes]) => (bytes ? [[`${name}.npy`, bytes] as const] : [])));
}

async function message(bytes: Uint8Array): Promise<string> {
  const error = await readProblem(bytes, 'x.npz').catch((error: InputError) => error);
  expect(error).toMatchObject({ name: 'InputError' });
  return (error as InputError).message;
}

describe('NumPy archives', () => {
  it('reads what NumPy wrote, deflated', async () => {
    const { problem, solution } = await readProblem(deflated, 'x.npz');
    expect([...denseDual(problem).W]).toEqual([2, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 3]);
    expect(problem.kind === 'dual' && [...problem.b, ...problem.mu]).toEqual([-1, 2, 3, 0.1]);
    expect([...solution!.r]).toEqual([0, 0, 0]);
  });

  it('reads a dense W in Fortran order and other number types', async () => {
    const { problem } = await readProblem(dense, 'x.npz');
    expect([...denseDual(problem).W]).toEqual([2, 0.5, 0, 0.25, 1, 0.25, 0, 0.125, 3]);
    expect(problem.kind === 'dual' && [...problem.b]).toEqual([-1, 2, 3]);
  });

  it('reads compressed columns and triplets', async () => {
    const columns = archive({ format: writeNpy('csc'), indices: writeNpy(Int32Array.of(0, 0, 2)) });
    expect([...denseDual((await readProblem(columns, 'x')).problem).W]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 3]);
    const places = { row: writeNpy(Int32Array.of(0, 0, 2)), col: writeNpy(Int32Array.of(0, 1, 2)) };
    const triplets = archive({ format: writeNpy('coo'), ...places });
    expect([...denseDual((await readProblem(triplets, 'x')).problem).W]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 3]);
  });

  it('reads the strings of NumPy, four bytes a letter, in both byte orders', async () => {
    const unicode = (type: string, first: number): Uint8Array => {
      const bytes = writeNpy('c\0\0\0s\0\0\0r\0\0\0');
      if (first === 3) bytes.set([0, 0, 0, 0x63, 0, 0, 0, 0x73, 0, 0, 0, 0x72], bytes.length - 12);
      // the header is padded with blanks, so that it may change its length by one
      const header = Buffer.from(bytes).toString('latin1');
      return Uint8Array.from(header.replace("'|S12'", `'${type}' `), (letter) => letter.charCodeAt(0));
    };
    for (const format of [unicode('<U3', 0), unicode('>U3', 3)]) {
      const { problem } = await readProblem(archive({ format }), 'x.npz');
      expect([...denseDual(problem).W]).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 3]);
    }
  });

  it('holds M, f, H, w, mu and reads them back, as entries, dense and as a diagonal', async () => {
    const problem = mixedProblem();
    const bytes = await writeProblem({ problem }, 'npz', { form: 'primal' });
    const read = await readProblem(bytes, 'x.npz');
    expect(read).toMatchObject({ format: 'npz', variant: 'primal', notes: [] });
    expect(denseDual(eliminateVelocities(read.problem as typeof problem))).toEqual(
      denseDual(eliminateVelocities(problem)),
    );

    const members = await readZip(bytes, new Findings('x'));
    const entries = [...members].filter(([name]) => !/_(row|col|data)\.npy$/.test(name));
    const dense = await readProblem(writeZip(entries), 'x.npz');
    expect(denseDual(eliminateVelocities(dense.problem as typeof problem))).toEqual(
      denseDual(eliminateVelocities(problem)),
    );

    const point = {
      ...{ M: writeNpy(Float64Array.of(1, 4, 16)), f: writeNpy(Float64Array.of(-1, 0, 0)) },
      ...{ H: writeNpy(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), [3, 3]), w: writeNpy(new Float64Array(3)) },
      mu: writeNpy(Float64Array.of(0.5)),
    };
    const zip = (changes: object): Uint8Array =>
      writeZip(Object.entries({ ...point, ...changes }).map(([name, array]) => [`${name}.npy`, array as Uint8Array]));
    const diagonal = await readProblem(zip({}), 'x.npz');
    expect([...denseDual(eliminateVelocities(diagonal.problem as typeof problem)).W]).toEqual([
      1, 0, 0, 0, 0.25, 0, 0, 0, 0.0625,
    ]);
    expect(await message(zip({ M: writeNpy(Float64Array.of(1, 2)) }))).toMatch(
      /M: expected 3 numbers \(the length of f\), found 2/,
    );
    expect(await message(zip({ H: writeNpy(new Float64Array(6), [2, 3]) }))).toMatch(/H: expected 3 x 3, found 2 x 3/);
    expect(await message(zip({ M: writeNpy(Float64Array.of(1, 2, -4)) }))).toMatch(/M/);
  });

  it('has the checksum of ZIP', () => {
    // the check value of CRC-32 in every table of checksums
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('holds W dense too, equal to the sparse one', async () => {
    const problem = eliminateVelocities(mixedProblem());
    const members = await readZip(writeNpz(problem), new Findings('x'));
    const { data, shape } = readNpy(members.get('W.npy')!, 'W', new Findings('x'))!;
    expect(shape).toEqual([problem.b.length, problem.b.length]);
    expect(data).toEqual(Float64Array.from(denseDual(problem).W));
  });

  it('is the same for the same problem', () => {
    const problem = eliminateVelocities(mixedProblem());
    expect(writeNpz(problem)).toEqual(writeNpz(problem));
  });

  const python = spawnSync('python3', ['-c', 'import numpy, scipy.sparse']).status === 0;
  it.skipIf(!python)('is read by NumPy and SciPy (skipped where they are absent)', () => {
    const problem = eliminateVelocities(mixedProblem());
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-npz-'));
    try {
      const file = path.join(folder, 'x.npz');
      writeFileSync(file, writeNpz(problem, { r: problem.b, u: problem.b }));
      const script = `
import sys, json, numpy, scipy.sparse
W = scipy.sparse.load_npz(sys.argv[1]); z = numpy.load(sys.argv[1])
assert (z['W'] == W.toarray()).all()
print(json.dumps({'u': (W @ z['r'] + z['b']).tolist(), 'mu': z['mu'].tolist(), 'd': int(z['d'])}))`;
      const { stdout } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
      const read = JSON.parse(stdout) as { u: number[]; mu: number[]; d: number };
      const { W, b } = denseDual(problem);
      expect(read.mu).toEqual([...problem.mu]);
      expect(read.d).toBe(3);
      read.u.forEach((x, i) => {
        const expected = b.reduce((sum, r, j) => sum + W[i * b.length + j] * r, b[i]);
        // sums of 21 products in another order
        expect(Math.abs(x - expected)).toBeLessThan(1e-10);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const flipped = archive();
  flipped[200] ^= 1;
  it.each([
    ['no directory', archive().subarray(0, 500), /archive: expected a ZIP directory at its end/],
    ['a flipped bit', flipped, /expected data that match their checksum/],
    ['no mu', archive({ mu: undefined }), /mu: expected an array of numbers, found no array of that name/],
    ['text for b', archive({ b: writeNpy('abc') }), /b: expected an array of numbers, found text/],
    ['NaN in b', archive({ b: writeNpy(Float64Array.of(1, NaN, 3)) }), /b\[1\]: expected a finite number, found NaN/],
    [
      'NaN in W',
      archive({ data: writeNpy(Float64Array.of(1, NaN, 3)) }),
      /data\[1\]: expected a finite number, found NaN/,
    ],
    [
      'a short b',
      archive({ b: writeNpy(Float64Array.of(1, 2)), d: writeNpy(Int32Array.of(3), []) }),
      /b: expected 3 numbers/,
    ],
    [
      'rolling friction',
      archive({ b: writeNpy(new Float64Array(5)) }),
      /d: expected 2 or 3, found 5 .*rolling friction/,
    ],
    ['another shape', archive({ shape: writeNpy(Int32Array.of(3, 2)) }), /shape: expected 3 x 3, found 3 x 2|indices/],
    ['falling pointers', archive({ indptr: writeNpy(Int32Array.of(0, 2, 1, 3)) }), /indptr: expected 4 pointers/],
    [
      'an index outside',
      archive({ indices: writeNpy(Int32Array.of(0, 1, 3)) }),
      /indices: expected 3 indices within 3 x 3/,
    ],
    ['a format unknown', archive({ format: writeNpy('dia') }), /format: expected csr, csc or coo, found dia/],
    ['no NumPy array', archive({ b: new Uint8Array(100) }), /b: expected a NumPy array, found other bytes/],
    ['a shape that lies', archive({ b: writeNpy(Float64Array.of(1, 2, 3), [1e6]) }), /b: expected 1000000 x 8 bytes/],
    ['another archive', writeZip([['x.txt', new Uint8Array(3)]]), /mu: expected an array of numbers/],
  ])('refuses %s', async (_, bytes, expected) => expect(await message(bytes)).toMatch(expected));
});
