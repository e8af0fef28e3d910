import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of shared test data: STICKSLIP_SHARED, or `shared` beside the repository or further up; undefined if absent. */
export function sharedFolder(): string | undefined {
  const named = process.env.STICKSLIP_SHARED;
  if (named) return existsSync(named) ? named : undefined;
  for (let folder = path.dirname(path.resolve(root)); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'shared');
    if (existsSync(path.join(candidate, 'data'))) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Path of a shared file, e.g. `data/fclib/Rover4516.hdf5`; undefined where there is none. */
export function sharedFile(name: string): string | undefined {
  const folder = sharedFolder();
  const file = folder && path.join(folder, name);
  return file && existsSync(file) ? file : undefined;
}

/** Bytes of a shared file; throws where it is absent (guard tests with `describe.skipIf(!sharedFolder())`). */
export function sharedBytes(name: string): Uint8Array {
  const file = sharedFile(name);
  if (!file) throw new Error(`shared data ${name} not found`);
  return new Uint8Array(readFileSync(file));
}

/** The 14 FCLib files that can be solved; Chute (rolling friction) is left out. */
export const usableFclib = [
  'Box_Stacks-i0122-82-5',
  'BoxesStack1-i100000-32',
  'Capsules-i125-1213',
  'Confeti-ex13-Fc3D-SBM',
  'KaplasTower-i1061-4',
  'LMGC_100_PR_PerioBox-i00361-60-03000',
  'LMGC_GlobalFrictionContactProblem00046',
  'NESpheres_10_1',
  'OneObject-i100000-316',
  'RockPile_tob1',
  'Rover4516',
  'Spheres-i099-356-679',
  'fclib_local_problem_test',
  'spheres-in-a-box-98-i10000-256-10',
] as const;
