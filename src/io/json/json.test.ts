import { describe, expect, it } from 'vitest';
import type { InputError } from '../../errors.js';
import { denseDual } from '../../friction/testing/dense-dual.js';
import { readProblem } from '../read-problem.js';
import { readSolution } from './solution.js';
import { writeSolution } from './write.js';

const bytes = (text: unknown): Uint8Array =>
  new TextEncoder().encode(typeof text === 'string' ? text : JSON.stringify(text));
const read = (json: unknown) => readProblem(bytes(json), 'x.json');

async function message(json: unknown): Promise<string> {
  const error = await read(json).catch((error: InputError) => error);
  expect(error).toMatchObject({ name: 'InputError' });
  return (error as InputError).message;
}

const W = [
  [15, -1, -2],
  [-1, 14, 1],
  [-2, 1, 16],
];
const dual = { W, b: [-1, 2, 3], mu: [0.1] };
const primal = {
  M_diag: [1, 2],
  H: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  f: [1, 2],
  w: [0, 0, 0],
  mu: [0.5],
};

describe('problems as JSON', () => {
  it('W as rows or as triplets', async () => {
    const sparse = {
      size: [3, 3],
      row: [0, 0, 0, 1, 1, 1, 2, 2, 2],
      column: [0, 1, 2, 0, 1, 2, 0, 1, 2],
      value: W.flat(),
    };
    for (const json of [dual, { ...dual, W: sparse }, { ...dual, d: 3 }]) {
      const { problem, variant } = await read(json);
      expect(variant).toBe('dual');
      expect([...denseDual(problem).W]).toEqual(W.flat());
    }
  });

  it('M as a diagonal, as rows, as blocks, as triplets: the same problem', async () => {
    const expected = denseDual((await read(primal)).problem);
    const { M_diag: _, ...rest } = primal;
    const row = [
      [1, 0],
      [0, 2],
    ];
    for (const M of [
      row,
      { blocks: [[[1]], [[2]]] },
      { blocks: [row] },
      { size: [2, 2], row: [0, 1], column: [0, 1], value: [1, 2] },
    ]) {
      expect(denseDual((await read({ ...rest, M })).problem)).toEqual(expected);
    }
  });

  it('keeps the blocks it is given', async () => {
    const { M_diag: _, ...rest } = primal;
    const { problem } = await read({
      ...rest,
      M: {
        blocks: [
          [
            [1, 0],
            [0, 2],
          ],
        ],
      },
    });
    expect(problem.kind === 'primal' && [...problem.M.offset]).toEqual([0, 2]);
  });

  it('finds d from the lengths', async () => {
    expect(
      (
        await read({
          W: [
            [1, 0],
            [0, 1],
          ],
          b: [1, 2],
          mu: [1],
        })
      ).problem.d,
    ).toBe(2);
  });

  it('takes a byte order mark and blanks before the brace', async () => {
    await expect(readProblem(bytes(`\ufeff \n${JSON.stringify(dual)}`), 'x')).resolves.toMatchObject({
      format: 'json',
    });
  });

  it('notes the keys it does not know', async () => {
    expect((await read({ ...dual, author: 'x', note: 'y' })).notes).toEqual(['passed over: author']);
  });

  it.each([
    ['no JSON', '{"W": [1, 2', /x.json is not a usable problem file\n {2}file: expected JSON, found .*cut short/],
    ['NaN', '{"W": [[NaN]]}', /JSON has no NaN/],
    [
      'another object',
      { bodies: [], time: 1 },
      /expected a problem: W, b, mu, or M, H, f, w, mu, found an object with bodies, time/,
    ],
    [
      'a misspelt key',
      { W, B: [1, 2, 3], mu: [1] },
      /b: expected a list of numbers, found nothing \(is "B" meant to be "b"\?\)/,
    ],
    [
      'null for NaN',
      { ...dual, b: [null, 2, 3] },
      /b\[0\]: expected a finite number, found null \(JSON writers turn NaN/,
    ],
    ['text for a number', { ...dual, b: ['1', 2, 3] }, /b\[0\]: expected a finite number, found "1"/],
    ['a number too large', '{"W": [[1]], "mu": [1], "b": [1e999]}', /b\[0\]: expected a finite number, found Infinity/],
    [
      'ragged rows',
      {
        ...dual,
        W: [
          [1, 2, 3],
          [1, 2],
        ],
      },
      /W\[1\]: expected a row of 3 numbers, found a list of 2/,
    ],
    [
      'wrong size',
      { ...dual, mu: [1, 1] },
      /b: expected 6 numbers \(3 for each of 2 contacts\), found 3\n.*W: expected 6 x 6, found 3 x 3/,
    ],
    ['rolling friction', { ...dual, d: 5 }, /d: expected 2 or 3, found 5 .*rolling friction/],
    ['negative mu', { ...dual, mu: [-1] }, /mu\[0\]: expected a finite friction coefficient >= 0, found -1/],
    [
      'an index outside',
      { ...dual, W: { size: [3, 3], row: [3], column: [0], value: [1] } },
      /W.row\[0\]: expected an index from 0 to 2, found 3/,
    ],
    [
      'unequal lists',
      { ...dual, W: { size: [3, 3], row: [0, 1], column: [0], value: [1] } },
      /W.row: expected 1 entries/,
    ],
    [
      'a huge claim',
      { ...primal, M_diag: undefined, M: { size: [2e9, 2e9], row: [], column: [], value: [] } },
      /f: expected 2000000000 numbers/,
    ],
    ['M not positive', { ...primal, M_diag: [1, -2] }, /M\[1, 1\]: expected a positive number/],
    [
      'M not symmetric',
      {
        ...primal,
        M_diag: undefined,
        M: [
          [1, 0.5],
          [0.25, 2],
        ],
      },
      /M: expected a symmetric matrix/,
    ],
    [
      'several at once',
      { W, b: 3, mu: 'x' },
      /mu: expected a list of numbers, found "x"\n.*b: expected a list of numbers, found 3/,
    ],
  ])('refuses %s', async (_, json, expected) => expect(await message(json)).toMatch(expected));
});

describe('solutions as JSON', () => {
  it('read back as written', () => {
    const solution = { r: Float64Array.of(1, 1 / 3, -0), u: Float64Array.of(0, 1e-300, 3) };
    const written = writeSolution(solution);
    expect(JSON.parse(new TextDecoder().decode(written))).toEqual({ r: [1, 1 / 3, -0], u: [0, 1e-300, 3] });
    expect(readSolution(written, 's.json')).toEqual(solution);
  });

  it('are refused by the field', () => {
    expect(() => readSolution(bytes({ u: [1] }), 's.json')).toThrow(
      /s.json is not a usable solution file\n {2}r: expected a list/,
    );
    expect(() => readSolution(bytes({ r: [null] }), 's.json')).toThrow(/r\[0\]/);
  });
});
