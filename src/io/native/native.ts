import { InputError } from '../../errors.js';
import type { ContactProblem } from '../../friction/problem.js';
import { Findings } from '../findings.js';
import type { ReadProblem } from '../problem-file.js';
import { ByteReader } from './cursor.js';
import { headerBytes, magic } from './header.js';
import type { Header } from './version-1.js';
import { fitsVersion1, readVersion1, writeVersion1 } from './version-1.js';
import { readVersion2, writeVersion2 } from './version-2.js';

/** Reads a native binary file of any version; throws `InputError` for anything damaged. */
export function readNative(bytes: Uint8Array, name: string): ReadProblem {
  const findings = new Findings(`${name} is not a usable native problem file`);
  const file = new ByteReader(bytes, findings);
  file.need(headerBytes, 'header');
  if (file.i32('header') !== magic) findings.fail('header: magic', '0x43504846', 'another number');
  const version = file.i32('header');
  const header = Array.from({ length: 6 }, () => file.i32('header')) as unknown as Header;
  if (version !== 1 && version !== 2 && version !== 3) findings.add('header: version', '1, 2 or 3', String(version));
  // a number that version 2 leaves at zero
  if (version === 2 && header[4] !== 0) findings.add('header: equations', '0 in version 2', String(header[4]));
  if (header[0] < 0) findings.add('header: bodies', 'a number >= 0', String(header[0]));
  if (header[1] < 0) findings.add('header: contacts', 'a number >= 0', String(header[1]));
  findings.settle();
  const read = version === 1 ? readVersion1 : readVersion2;
  return { problem: read(file, header, findings), format: 'bin', variant: `version ${version}`, notes: [] };
}

/** A native file: version 1 where the problem fits it, else version 2, or 3 with equations. Dual problems have no native form. */
export function writeNative(problem: ContactProblem, version?: 1 | 2 | 3): Uint8Array {
  if (problem.kind === 'dual') {
    throw new InputError('the native format holds problems with velocities', [
      {
        path: 'problem',
        expected: 'M, f, H, w, mu',
        found: 'W, b, mu',
        hint: 'write .hdf5, .json or .npz: W cannot be turned back into M and H',
      },
    ]);
  }
  if (problem.bilateral ? version !== undefined && version < 3 : version === 3) {
    const found = problem.bilateral ? 'a problem with equations' : 'a problem without equations';
    const hint = problem.bilateral ? 'write version 3' : 'write version 2';
    const expected = problem.bilateral ? `contacts alone in version ${version}` : 'equations in version 3';
    throw new InputError('the problem does not fit the version of the native format', [
      { path: 'problem', expected, found, hint },
    ]);
  }
  return (version ?? (fitsVersion1(problem) ? 1 : 2)) === 1 ? writeVersion1(problem) : writeVersion2(problem);
}
