import { describe, expect, it } from 'vitest';
import type { InputError } from '../../errors.js';
import { eliminateVelocities } from '../../friction/eliminate.js';
import { denseDual } from '../../friction/testing/dense-dual.js';
import { sparseToDense, sparseTranspose } from '../../linalg/sparse.js';
import { invertPermutation, sparsePermuteSymmetric } from '../../linalg/sparse-operations.js';
import { Random } from '../../math/random.js';
import { readProblem } from '../read-problem.js';
import { sparseOfPrimal } from '../sparse-primal.js';
import { mixedProblem } from '../testing/mixed-problem.js';
import { Hdf5Writer } from './hdf5.js';

type Content = Record<string, number[] | Float64Array | Int32Array | string>;

/** A file of the given datasets: .../i p m n nz nzmax spacedim integers, text as text, the rest numbers. */
async function file(content: Content): Promise<Uint8Array> {
  const out = await Hdf5Writer.create();
  for (const [path, data] of Object.entries(content)) {
    if (typeof data === 'string') out.text(path, data);
    else if (/\/(i|p|m|n|nz|nzmax|spacedim)$/.test(path)) out.integers(path, Int32Array.from(data));
    else out.numbers(path, Float64Array.from(data));
  }
  return out.finish();
}

/** One contact: the 3 x 3 W in compressed rows. */
function local(changes: Content = {}): Content {
  return {
    '/fclib_local/spacedim': [3],
    '/fclib_local/vectors/q': [-1, 2, 3],
    '/fclib_local/vectors/mu': [0.1],
    '/fclib_local/W/m': [3],
    '/fclib_local/W/n': [3],
    '/fclib_local/W/nz': [-2],
    '/fclib_local/W/nzmax': [6],
    '/fclib_local/W/p': [0, 2, 4, 6],
    '/fclib_local/W/i': [0, 1, 1, 2, 0, 2],
    '/fclib_local/W/x': [15, -1, 14, 1, -2, 16],
    ...changes,
  };
}
const W = [15, -1, 0, 0, 14, 1, -2, 0, 16];

/** Two bodies of two dofs in one dimension each, interleaved; one contact on both. */
function global(changes: Content = {}): Content {
  return {
    '/fclib_global/spacedim': [3],
    '/fclib_global/vectors/f': [1, 2, 3, 4],
    '/fclib_global/vectors/w': [0.1, 0.2, 0.3],
    '/fclib_global/vectors/mu': [0.5],
    '/fclib_global/M/m': [4],
    '/fclib_global/M/n': [4],
    '/fclib_global/M/nz': [6],
    '/fclib_global/M/i': [0, 1, 2, 3, 0, 1],
    '/fclib_global/M/p': [0, 1, 2, 3, 2, 3],
    '/fclib_global/M/x': [4, 5, 6, 7, 1, 2],
    '/fclib_global/H/m': [4],
    '/fclib_global/H/n': [3],
    '/fclib_global/H/nz': [4],
    '/fclib_global/H/i': [0, 1, 2, 3],
    '/fclib_global/H/p': [0, 1, 2, 2],
    '/fclib_global/H/x': [1, 2, 3, 4],
    ...changes,
  };
}

async function dense(content: Content): Promise<number[]> {
  const { problem } = await readProblem(await file(content), 'x.hdf5');
  return [...denseDual(problem).W];
}

/** path, expected, found and hint of the first problem of a file that must be refused */
async function refusal(content: Content): Promise<string> {
  const error = await readProblem(await file(content), 'x.hdf5').catch((error: InputError) => error);
  expect(error).toMatchObject({ name: 'InputError' });
  const { path, expected, found, hint } = (error as InputError).problems[0];
  return `${path} | ${expected} | ${found} | ${hint ?? ''}`;
}

describe('the storages of a matrix', () => {
  it('compressed rows', async () => expect(await dense(local())).toEqual(W));

  it('compressed columns', async () => {
    const columns = { '/fclib_local/W/p': [0, 2, 4, 6], '/fclib_local/W/i': [0, 2, 0, 1, 1, 2] };
    const x = { '/fclib_local/W/x': [15, -2, -1, 14, 1, 16] };
    expect(await dense(local({ ...columns, ...x, '/fclib_local/W/nz': [-1] }))).toEqual(W);
  });

  it('triplets in any order, duplicates adding up', async () => {
    const triplets = {
      '/fclib_local/W/nz': [7],
      '/fclib_local/W/i': [2, 0, 0, 1, 1, 2, 0],
      '/fclib_local/W/p': [2, 0, 1, 1, 2, 0, 0],
      '/fclib_local/W/x': [16, 10, -1, 14, 1, -2, 5],
    };
    expect(await dense(local(triplets))).toEqual(W);
  });

  it('nzmax above the length of the arrays, and arrays longer than needed', async () => {
    expect(await dense(local({ '/fclib_local/W/nzmax': [1000] }))).toEqual(W);
    const long = {
      '/fclib_local/W/i': [0, 1, 1, 2, 0, 2, 99, -7],
      '/fclib_local/W/x': [15, -1, 14, 1, -2, 16, NaN, 1],
    };
    expect(await dense(local(long))).toEqual(W);
  });

  it('a dense matrix stored as sparse, the last pointer or all of them left at zero', async () => {
    const full = {
      '/fclib_local/W/i': [0, 1, 2, 0, 1, 2, 0, 1, 2],
      '/fclib_local/W/x': W,
    };
    expect(await dense(local({ ...full, '/fclib_local/W/p': [0, 3, 6, 0] }))).toEqual(W);
    expect(await dense(local({ ...full, '/fclib_local/W/p': [0, 0, 0, 0] }))).toEqual(W);
    const transposed = [15, 0, -2, -1, 14, 0, 0, 1, 16];
    const columns = {
      ...full,
      '/fclib_local/W/p': [0, 0, 0, 0],
      '/fclib_local/W/nz': [-1],
      '/fclib_local/W/x': transposed,
    };
    expect(await dense(local(columns))).toEqual(W);
  });

  it('a triangle of W is mirrored, a slight asymmetry is kept', async () => {
    const upper = { '/fclib_local/W/p': [0, 2, 4, 5], '/fclib_local/W/i': [0, 1, 1, 2, 2] };
    expect(await dense(local({ ...upper, '/fclib_local/W/x': [15, -1, 14, 1, 16] }))).toEqual([
      15, -1, 0, -1, 14, 1, 0, 1, 16,
    ]);
    expect(await dense(local({ ...upper, '/fclib_local/W/x': [15, 1e-3, 14, 1e-3, 16] }))).toEqual([
      15, 1e-3, 0, 0, 14, 1e-3, 0, 0, 16,
    ]);
  });
});

describe('global problems', () => {
  it('mirrors a triangle of M, cuts it into blocks, keeps the order of the dofs', async () => {
    const { problem, dofOrder, notes } = await readProblem(await file(global()), 'x.hdf5');
    expect(notes).toEqual(['M holds only its upper triangle: mirrored']);
    expect(dofOrder).toEqual(Int32Array.of(0, 2, 1, 3));
    if (problem.kind !== 'primal') throw new Error('not primal');
    expect([...problem.M.offset]).toEqual([0, 2, 4]);
    expect([...problem.M.values]).toEqual([4, 1, 1, 6, 5, 2, 2, 7]);
    expect([...problem.f]).toEqual([1, 3, 2, 4]);
    // file: u = Hᵀ v + w with H 4 x 3
    const { Ht } = sparseOfPrimal(problem, dofOrder);
    expect([...sparseToDense(sparseTranspose(Ht))]).toEqual([1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 4]);
  });

  it('gives the same W however the dofs are numbered', async () => {
    const source = mixedProblem({ seed: 5 });
    const expected = eliminateVelocities(source);
    const { M, Ht, f, w, mu } = sparseOfPrimal(source);
    const random = new Random(3);
    const order = Int32Array.from({ length: f.length }, (_, k) => k);
    for (let k = order.length - 1; k > 0; k--) {
      const other = random.int(k + 1);
      [order[k], order[other]] = [order[other], order[k]];
    }
    const place = invertPermutation(order);
    const shuffled = sparsePermuteSymmetric(M, order);
    const columns = (ptr: Int32Array): Int32Array =>
      Int32Array.from({ length: ptr[ptr.length - 1] }, (_, p) => ptr.findLastIndex((start) => start <= p));
    const content = {
      '/fclib_global/spacedim': [3],
      '/fclib_global/vectors/f': f.map((_, k) => f[order[k]]),
      '/fclib_global/vectors/w': w,
      '/fclib_global/vectors/mu': mu,
      '/fclib_global/M/m': [f.length],
      '/fclib_global/M/n': [f.length],
      '/fclib_global/M/nz': [-1],
      '/fclib_global/M/i': shuffled.index,
      '/fclib_global/M/p': shuffled.ptr,
      '/fclib_global/M/x': shuffled.values,
      '/fclib_global/H/m': [f.length],
      '/fclib_global/H/n': [w.length],
      '/fclib_global/H/nz': [Ht.values.length],
      '/fclib_global/H/i': Ht.index.map((k) => place[k]),
      '/fclib_global/H/p': columns(Ht.ptr),
      '/fclib_global/H/x': Ht.values,
    };
    const { problem, dofOrder } = await readProblem(await file(content), 'x.hdf5');
    if (problem.kind !== 'primal') throw new Error('not primal');
    expect(dofOrder).toBeDefined();
    expect(problem.M.start.length).toBe(source.M.start.length);
    const found = denseDual(problem);
    const wanted = denseDual(expected);
    found.W.forEach((x, k) => expect(Math.abs(x - wanted.W[k])).toBeLessThan(1e-12));
    found.b.forEach((x, k) => expect(Math.abs(x - wanted.b[k])).toBeLessThan(1e-12));
  });

  it('takes plane contacts, a contact of the world alone, and no contacts', async () => {
    const plane = global({
      '/fclib_global/spacedim': [2],
      '/fclib_global/vectors/w': [0.1, 0.2],
      '/fclib_global/H/n': [2],
      '/fclib_global/H/p': [0, 1, 1, 1],
    });
    expect((await readProblem(await file(plane), 'x.hdf5')).problem.d).toBe(2);
    const world = global({
      '/fclib_global/H/nz': [0],
      '/fclib_global/H/i': [],
      '/fclib_global/H/p': [],
      '/fclib_global/H/x': [],
    });
    expect((await readProblem(await file(world), 'x.hdf5')).problem.mu.length).toBe(1);
    const empty = { ...world, '/fclib_global/vectors/w': [], '/fclib_global/vectors/mu': [], '/fclib_global/H/n': [0] };
    expect((await readProblem(await file(empty), 'x.hdf5')).problem.mu.length).toBe(0);
  });

  it('reads text up to its NUL, guesses and a solution in the order of the dofs', async () => {
    const content = global({
      '/fclib_global/info/title': 'Title\0rubbish',
      '/guesses/1/r': [1, 0, 0],
      '/solution/r': [0, 0, 0],
      '/solution/u': [1, 2, 3],
      '/solution/v': [10, 20, 30, 40],
    });
    const read = await readProblem(await file(content), 'x.hdf5');
    expect(read.info).toEqual({ title: 'Title' });
    expect(read.guesses).toEqual([{ r: Float64Array.of(1, 0, 0) }]);
    expect(read.solution?.v).toEqual(Float64Array.of(10, 30, 20, 40));
  });

  it('passes over a solution that does not fit', async () => {
    const read = await readProblem(await file(global({ '/solution/r': [1, 2] })), 'x.hdf5');
    expect(read.solution).toBeUndefined();
    expect(read.notes).toContain('/solution/r does not hold 3 finite numbers: passed over');
  });
});

describe('files that are refused, by the name of the dataset', () => {
  const cases: [string, Content, RegExp][] = [
    ['spacedim 5', local({ '/fclib_local/spacedim': [5] }), /spacedim \| 2 or 3 \| 5 \| .*rolling friction/],
    ['spacedim 4', local({ '/fclib_local/spacedim': [4] }), /spacedim \| 2 or 3 \| 4/],
    ['rolling coefficients', local({ '/fclib_local/vectors/mu_r': [1] }), /vectors\/mu_r .*rolling friction/],
    ['another rolling group', { '/fclib_local_rolling/spacedim': [5] }, /\/fclib_local_rolling .*rolling friction/],
    [
      'equations: V incomplete',
      local({ '/fclib_local/V/m': [3], '/fclib_local/V/n': [1] }),
      /\/fclib_local\/V\/nz .*nothing there/,
    ],
    ['equations: s without V', local({ '/fclib_local/vectors/s': [3] }), /\/fclib_local\/V .*nothing there/],
    [
      'equations: G incomplete',
      global({ '/fclib_global/G/m': [4], '/fclib_global/G/n': [1] }),
      /\/fclib_global\/G\/nz .*nothing there/,
    ],
    ['equations: b without G', global({ '/fclib_global/vectors/b': [4] }), /\/fclib_global\/G .*nothing there/],
    ['no problem', { '/other/x': [1] }, /^\/ \| a group \/fclib_local or \/fclib_global \| the groups \/other/],
    ['NaN in q', local({ '/fclib_local/vectors/q': [-1, NaN, 3] }), /vectors\/q\[1\] \| a finite number \| NaN/],
    ['NaN in x', local({ '/fclib_local/W/x': [15, NaN, 14, 1, -2, 16] }), /W\/x\[1\] \| a finite number \| NaN/],
    ['infinite f', global({ '/fclib_global/vectors/f': [1, 2, Infinity, 4] }), /vectors\/f\[2\] .* Infinity/],
    ['negative mu', local({ '/fclib_local/vectors/mu': [-0.1] }), /vectors\/mu\[0\] \| .*>= 0 \| -0.1/],
    [
      'short q',
      local({ '/fclib_local/vectors/q': [1, 2] }),
      /vectors\/q \| 3 numbers \(3 for each of 1 contacts\) \| 2/,
    ],
    ['short f', global({ '/fclib_global/vectors/f': [1] }), /vectors\/f \| 4 numbers \(the rows of M\) \| 1/],
    [
      'W of another size',
      local({ '/fclib_local/vectors/mu': [1, 1], '/fclib_local/vectors/q': [1, 2, 3, 4, 5, 6] }),
      /W \| 6 x 6 \| 3 x 3/,
    ],
    [
      'H not transposed',
      global({
        '/fclib_global/H/m': [3],
        '/fclib_global/H/n': [4],
        '/fclib_global/H/i': [0, 1, 2, 2],
        '/fclib_global/H/p': [0, 1, 2, 3],
      }),
      /H \| 4 x 3 \| 3 x 4 \| the matrix looks transposed/,
    ],
    [
      'row index too large',
      local({ '/fclib_local/W/i': [0, 1, 1, 3, 0, 2] }),
      /W\/i\[3\] \| an index from 0 to 2 \| 3/,
    ],
    ['indices from 1', local({ '/fclib_local/W/i': [1, 2, 2, 3, 1, 3] }), /W\/i\[3\] .* counted from 1/],
    ['negative index', local({ '/fclib_local/W/i': [0, -1, 1, 2, 0, 2] }), /W\/i\[1\] \| an index from 0 to 2 \| -1/],
    ['falling pointers', local({ '/fclib_local/W/p': [0, 4, 2, 6] }), /W\/p\[2\] \| pointers/],
    ['short pointers', local({ '/fclib_local/W/p': [0, 6] }), /W\/p \| 4 entries \(m \+ 1\) \| 2/],
    ['short i', local({ '/fclib_local/W/i': [0, 1] }), /W\/i \| 6 entries \(the last of p\) \| 2/],
    ['short triplets', global({ '/fclib_global/H/x': [1] }), /H\/x \| 4 entries \(nz\) \| 1/],
    ['unknown nz', local({ '/fclib_local/W/nz': [-3] }), /W\/nz \| -1 .* \| -3/],
    ['negative size', local({ '/fclib_local/W/m': [-3] }), /W\/m \| a number of rows >= 0 \| -3/],
    ['two spacedims', local({ '/fclib_local/spacedim': [3, 3] }), /spacedim \| one integer \| 2 of them/],
    ['text for numbers', local({ '/fclib_local/vectors/q': 'text' }), /vectors\/q \| numbers \| data of another type/],
    [
      'unsymmetric M',
      global({ '/fclib_global/M/i': [0, 1, 2, 3, 0, 3], '/fclib_global/M/p': [0, 1, 2, 3, 2, 1] }),
      /\/fclib_global\/M \| a symmetric matrix/,
    ],
    ['massless dof', global({ '/fclib_global/M/x': [4, 0, 6, 7, 1, 2] }), /M\[1, 1\] \| a positive number .* \| 0/],
  ];
  it.each(cases)('%s', async (_, content, message) => expect(await refusal(content)).toMatch(message));

  it('lists all that is missing at once', async () => {
    const content = local();
    for (const name of ['W/i', 'W/nz', 'vectors/q']) delete content[`/fclib_local/${name}`];
    const error = await readProblem(await file(content), 'x.hdf5').catch((error: InputError) => error);
    expect((error as InputError).problems.map(({ path }) => path)).toEqual([
      '/fclib_local/vectors/q',
      '/fclib_local/W/nz',
      '/fclib_local/W/i',
    ]);
    expect((error as InputError).message).toContain('x.hdf5 is not a usable FCLib file');
  });

  it('files that are cut short, with the reason', async () => {
    const bytes = await file(local());
    const read = readProblem(bytes.subarray(0, bytes.length - 100), 'x.hdf5');
    await expect(read).rejects.toThrow(/x.hdf5 is not a usable.*\n.*truncated file.*cut short/);
  });
});
