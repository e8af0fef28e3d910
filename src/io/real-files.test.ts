import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { contactCount, dofCount } from '../friction/problem.js';
import { solve } from '../friction/solve.js';
import { readProblem } from './read-problem.js';
import { sharedBytes, sharedFolder, usableFclib } from './testing/shared-data.js';

/** contacts and dofs (3 n for local problems), as the sizes in the files say */
const sizes: Record<(typeof usableFclib)[number], [contacts: number, dofs: number]> = {
  'Box_Stacks-i0122-82-5': [82, 450],
  'BoxesStack1-i100000-32': [52, 156],
  'Capsules-i125-1213': [286, 858],
  'Confeti-ex13-Fc3D-SBM': [107, 321],
  'KaplasTower-i1061-4': [570, 1710],
  'LMGC_100_PR_PerioBox-i00361-60-03000': [60, 180],
  LMGC_GlobalFrictionContactProblem00046: [9, 162],
  NESpheres_10_1: [9, 27],
  'OneObject-i100000-316': [25, 75],
  RockPile_tob1: [463, 1389],
  Rover4516: [4, 12],
  'Spheres-i099-356-679': [356, 12000],
  fclib_local_problem_test: [48, 144],
  'spheres-in-a-box-98-i10000-256-10': [256, 588],
};

describe.skipIf(!sharedFolder())('the shared problem files (skipped where ../shared is absent)', () => {
  it.each(usableFclib)('reads %s', async (name) => {
    const { problem, format, notes } = await readProblem(sharedBytes(`data/fclib/${name}.hdf5`), `${name}.hdf5`);
    expect(format).toBe('fclib');
    expect([contactCount(problem), dofCount(problem)]).toEqual(sizes[name]);
    expect(notes).toEqual(name.startsWith('LMGC_Global') ? ['M holds only its upper triangle: mirrored'] : []);
    // the problem stands up to a solve: one sweep gives finite errors
    expect(solve(problem, { solver: 'gauss-seidel', maxIterations: 1 }).error.relative).toBeLessThan(Infinity);
  });

  it('refuses rolling friction by name', async () => {
    const read = readProblem(sharedBytes('data/fclib/Chute-ndof-768-nc-4-3.hdf5'), 'Chute.hdf5');
    await expect(read).rejects.toThrow(InputError);
    await expect(read).rejects.toThrow(/\/fclib_global_rolling.*rolling friction is not supported/s);
  });

  it.each([
    ['wavy', 84, 380],
    ['pony', 334, 9850],
  ] as const)('reads %s.bin', async (name, bodies, contacts) => {
    const { problem, variant } = await readProblem(sharedBytes(`data/onestep/${name}.bin`), `${name}.bin`);
    expect(variant).toBe('version 1');
    expect([contactCount(problem), dofCount(problem)]).toEqual([contacts, 16 * bodies]);
  });

  it('reads the two-contact example of the validation folder', async () => {
    const { problem, notes } = await readProblem(sharedBytes('validation/small_coulomb_problem.json'), 'small.json');
    expect(notes).toEqual(['passed over: solutions, one_contact', 'W passed over: M and H are there']);
    const result = solve(problem, { solver: 'gauss-seidel', tolerance: 1e-13 });
    // solution B of the file
    const u = [0, -0.9747376172945224, -5.044562679094753, 0, 0, 0];
    u.forEach((x, k) => expect(Math.abs(result.u[k] - x)).toBeLessThan(1e-9));
  });
});
