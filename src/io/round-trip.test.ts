import { describe, expect, it } from 'vitest';
import { eliminateVelocities } from '../friction/eliminate.js';
import type { ContactProblem, DualProblem } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { denseDual } from '../friction/testing/dense-dual.js';
import { jointedProblem } from '../friction/testing/jointed-problems.js';
import { smallProblems } from '../friction/testing/small-problems.js';
import { InputError } from '../errors.js';
import { sparseToDense } from '../linalg/sparse.js';
import type { ProblemFile, ProblemFormat } from './problem-file.js';
import { readProblem } from './read-problem.js';
import { sparseOfPrimal } from './sparse-primal.js';
import { mixedProblem } from './testing/mixed-problem.js';
import { sharedBytes, sharedFolder, usableFclib } from './testing/shared-data.js';
import type { WriteOptions } from './write-problem.js';
import { writeProblem } from './write-problem.js';

const dual = (seed: number): DualProblem => eliminateVelocities(mixedProblem({ seed, contacts: 20 }));

async function again(content: ProblemFile, format: ProblemFormat, options?: WriteOptions) {
  return readProblem(await writeProblem(content, format, options), `x.${format}`);
}

/** The problem written out, for comparison up to the way it is stored. */
function plain(problem: ContactProblem) {
  if (problem.kind === 'dual') return denseDual(problem);
  const { d, M, Ht, f, w, mu, bilateral } = sparseOfPrimal(problem);
  const equations = bilateral && { Bt: sparseToDense(bilateral.Bt), c: bilateral.c };
  return { d, M: sparseToDense(M), Ht: sparseToDense(Ht), f, w, mu, equations };
}

/** The equations of a dual problem, written out. */
function plainEquations({ bilateral }: ContactProblem) {
  if (!bilateral || !('V' in bilateral)) return undefined;
  return { V: sparseToDense(bilateral.V), R: sparseToDense(bilateral.R), c: bilateral.c };
}

describe('what is written reads back the same', () => {
  for (const format of ['fclib', 'json', 'bin'] as const) {
    it(`primal, mixed bodies, ${format}: equal part by part`, async () => {
      const problem = mixedProblem();
      const read = await again({ problem }, format);
      expect(read.problem).toEqual(problem);
      expect(read.format).toBe(format);
      expect(read.notes).toEqual([]);
    });

    it(`plane contacts, ${format}`, async () => {
      const problem = mixedProblem({ d: 2, sizes: [3, 3, 2] });
      expect((await again({ problem }, format)).problem).toEqual(problem);
    });

    it(`a body that touches itself, ${format}: the same matrices`, async () => {
      const problem = mixedProblem({ twice: true });
      expect(plain((await again({ problem }, format)).problem)).toEqual(plain(problem));
    });

    it(`equations beside the contacts, ${format}`, async () => {
      const problem = mixedProblem({ equations: 7 });
      const solution = { r: problem.w, s: problem.bilateral!.c };
      const read = await again({ problem, solution }, format);
      expect(read.problem).toEqual(problem);
      if (format === 'bin') expect(read.variant).toBe('version 3');
      else expect(read.solution).toEqual(solution);
      const none = mixedProblem({ equations: 1, contacts: 0, sizes: [2] });
      expect((await again({ problem: none }, format)).problem).toEqual(none);
    });

    it(`a large sparse body, ${format}`, async () => {
      const problem = mixedProblem({ chain: 500 });
      const read = (await again({ problem }, format)).problem;
      expect(read).toEqual(problem);
      expect(read.kind === 'primal' && [...read.M.sparse!.keys()]).toEqual([5]);
    });

    it(`problems with a known solution, ${format}`, async () => {
      for (const { name, problem } of smallProblems()) {
        if (format === 'bin' && problem.kind === 'dual') continue;
        expect(plain((await again({ problem }, format)).problem), name).toEqual(plain(problem));
      }
    });
  }

  for (const format of ['fclib', 'json', 'npz'] as const) {
    it(`dual, ${format}`, async () => {
      const problem = dual(3);
      expect((await again({ problem }, format)).problem).toEqual(problem);
    });

    it(`dual with equations, ${format}`, async () => {
      const problem = eliminateVelocities(mixedProblem({ equations: 7 }));
      const solution = { r: problem.b, s: problem.bilateral!.c };
      const read = await again({ problem, solution }, format);
      expect(plainEquations(read.problem)).toEqual(plainEquations(problem));
      expect(read.solution).toEqual(solution);
    });
  }

  it('solves to the same from every format, equations and all', async () => {
    const { problem } = jointedProblem({ contacts: 4, bodies: 3, joints: 3, loop: true, seed: 5 });
    const expected = solve(problem, { tolerance: 1e-10 });
    for (const format of ['fclib', 'json', 'npz', 'bin'] as const) {
      const result = solve((await again({ problem }, format)).problem, { tolerance: 1e-10 });
      expect(result.status).toBe('converged');
      // W through V and R, or through M: rounding and the tolerance
      result.u.forEach((x, k) => expect(Math.abs(x - expected.u[k])).toBeLessThan(1e-7));
      expect(result.s).toHaveLength(9);
    }
  });

  it('refuses a version of the native format that cannot hold the equations', async () => {
    await expect(again({ problem: mixedProblem({ equations: 1 }) }, 'bin', { version: 2 })).rejects.toThrow(
      /version 3/,
    );
    await expect(again({ problem: mixedProblem() }, 'bin', { version: 3 })).rejects.toThrow(/version 2/);
  });

  it('keeps title, guesses and solution', async () => {
    const problem = mixedProblem();
    const r = problem.w.map((x) => x / 3);
    const v = problem.f.map((x) => x / 7);
    const content = {
      problem,
      info: { title: 'A title', description: 'Größe', mathInfo: 'none' },
      solution: { r, u: problem.w, v },
      guesses: [{ r: problem.w, u: r }, { r }],
    };
    for (const format of ['fclib', 'json'] as const) expect(await again(content, format)).toMatchObject(content);
    const { solution } = await again({ problem: dual(1), solution: { r: dual(1).b, u: dual(1).b } }, 'npz');
    expect(solution).toEqual({ r: dual(1).b, u: dual(1).b });
  });

  it('keeps velocities with their dofs where bodies of a JSON file are interleaved', async () => {
    // dofs 0 and 2 are one body: they stand beside each other in the problem
    const M = { size: [3, 3], row: [0, 0, 2, 2, 1], column: [0, 2, 0, 2, 1], value: [2, 1, 1, 2, 5] };
    const file = { mu: [0.5], M, H: [[1, 2, 3], [0, 1, 0], [0, 0, 1]], f: [1, 2, 3], w: [0, 0, 0] }; // prettier-ignore
    const solution = { r: [1, 0, 0], v: [10, 20, 30] };
    const text = JSON.stringify({ ...file, solution, guesses: [solution] });
    const read = await readProblem(new TextEncoder().encode(text), 'x.json');
    const expected = { r: Float64Array.of(1, 0, 0), v: Float64Array.of(10, 30, 20) };
    expect(read).toMatchObject({ problem: { f: Float64Array.of(1, 3, 2) }, solution: expected, guesses: [expected] });
    // what is written is in the order of the problem, and stays so
    expect(await again(read, 'json')).toMatchObject({ problem: read.problem, solution: expected });
  });

  it('writes version 1 where it fits and version 2 elsewhere', async () => {
    const equal = mixedProblem({ sizes: [4, 4, 4], contacts: 2 });
    expect((await again({ problem: equal }, 'bin')).variant).toBe('version 1');
    expect((await again({ problem: equal }, 'bin')).problem).toEqual(equal);
    expect((await again({ problem: equal }, 'bin', { version: 2 })).problem).toEqual(equal);
    expect((await again({ problem: mixedProblem() }, 'bin')).variant).toBe('version 2');
    await expect(again({ problem: mixedProblem() }, 'bin', { version: 1 })).rejects.toThrow(InputError);
    await expect(again({ problem: dual(1) }, 'bin')).rejects.toThrow(/W cannot be turned back/);
  });

  it('changes the sign of f in native files, which state M v + f = Hᵀ r', async () => {
    const problem = mixedProblem({ sizes: [1], contacts: 0 });
    const bytes = await writeProblem({ problem }, 'bin');
    expect(new DataView(bytes.buffer).getFloat64(40, true)).toBe(-problem.f[0]);
  });

  it('eliminates the velocities when asked to', async () => {
    const problem = mixedProblem();
    const expected = denseDual(problem);
    for (const format of ['fclib', 'json'] as const) {
      const read = await again({ problem }, format, { form: 'dual' });
      expect(read.problem.kind).toBe('dual');
      const found = denseDual(read.problem);
      // W is computed in another order than the plain product: rounding of sums of 32 terms of size 10
      found.W.forEach((x, k) => expect(Math.abs(x - expected.W[k])).toBeLessThan(1e-12));
      found.b.forEach((x, k) => expect(Math.abs(x - expected.b[k])).toBeLessThan(1e-12));
    }
  });
});

describe.skipIf(!sharedFolder())('the shared files (skipped where ../shared is absent)', () => {
  // the large ones hold nothing that the others do not
  const names = usableFclib.filter((name) => !/Kaplas|RockPile|Capsules|Spheres-i099/.test(name));
  it.each(names)('%s is the same after writing and reading, in every format that can hold it', async (name) => {
    const content = await readProblem(sharedBytes(`data/fclib/${name}.hdf5`), name);
    const formats = content.problem.kind === 'dual' ? (['json', 'npz'] as const) : (['json', 'bin'] as const);
    for (const format of ['fclib', ...formats] as const) {
      const read = await again(content, format);
      expect(read.problem).toEqual(content.problem);
    }
    const { solution, guesses, info, dofOrder } = await again(content, 'fclib');
    expect({ solution, guesses, info, dofOrder }).toEqual({
      solution: content.solution,
      guesses: content.guesses,
      info: content.info,
      dofOrder: content.dofOrder,
    });
  });

  it('native files come back byte for byte', async () => {
    for (const name of ['wavy', 'pony']) {
      const bytes = sharedBytes(`data/onestep/${name}.bin`);
      const written = await writeProblem(await readProblem(bytes, name), 'bin');
      expect(Buffer.compare(written, bytes)).toBe(0);
    }
  });
});
