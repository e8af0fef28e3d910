import { describe, expect, it } from 'vitest';
import type { InputError } from '../../errors.js';
import { readProblem } from '../read-problem.js';
import { mixedProblem } from '../testing/mixed-problem.js';
import { writeNative } from './native.js';

/** Bytes of a problem after writing one number into them. */
function changed(version: 1 | 2, at: number, x: number, type: 'i32' | 'f64' = 'i32'): Uint8Array {
  const problem = version === 1 ? mixedProblem({ sizes: [2, 2], contacts: 2 }) : mixedProblem({ chain: 500 });
  const bytes = writeNative(problem, version);
  const view = new DataView(bytes.buffer);
  if (type === 'i32') view.setInt32(at, x, true);
  else view.setFloat64(at, x, true);
  return bytes;
}

async function message(bytes: Uint8Array): Promise<string> {
  const error = await readProblem(bytes, 'x.bin').catch((error: InputError) => error);
  expect(error).toMatchObject({ name: 'InputError' });
  return (error as InputError).message;
}

// version 1, two bodies of two dofs: header 32, M 64, f 32, then 136 bytes a contact
const contact = 128;

describe('native files that are refused', () => {
  it.each([
    ['another version', changed(1, 4, 4), /header: version: expected 1, 2 or 3, found 4/],
    ['negative counts', changed(1, 8, -1), /header: bodies: expected a number >= 0, found -1/],
    ['counts beyond the file', changed(1, 12, 1e9), /1000000000 contacts: expected \d+ bytes, found 400 bytes/],
    ['dofs beyond the file', changed(1, 16, 0x7fffffff), /expected .* bytes, found 400 bytes/],
    ['plane contacts in version 1', changed(1, 20, 2), /numbers a contact: expected 3 in version 1, found 2/],
    ['NaN in M', changed(1, 40, NaN, 'f64'), /M\[1\]: expected a finite number, found NaN/],
    ['infinite f', changed(1, 96, Infinity, 'f64'), /f\[0\]: expected a finite number, found -Infinity/],
    [
      'an unknown body',
      changed(1, contact, 2),
      /contact 0: bodyA: expected -1 \(the world\) or a body below 2, found 2/,
    ],
    ['a body twice', changed(1, contact + 136 + 4, 0), /contact 1: bodyB: expected another body.*version 2/],
    ['negative mu', changed(1, contact + 8, -1, 'f64'), /mu\[0\]: expected a finite friction coefficient >= 0/],
    ['NaN in H', changed(1, contact + 16, NaN, 'f64'), /contact 0: H_A\[0\]/],
    ['rolling friction', changed(2, 20, 5), /numbers a contact: expected 2 or 3, found 5 .*rolling friction/],
    ['bodies beyond the file', changed(2, 8, 1e9), /1000000000 bodies.*cut short/],
    ['a body of too many dofs', changed(2, 32, 0x7fffffff), /M of body 0: expected .*cut short/],
    ['a negative number of entries', changed(2, 36, -2), /body 0: expected .* -2 entries/],
  ])('%s', async (_, bytes, expected) => expect(await message(bytes)).toMatch(expected));

  it('cut short or with bytes left over, anywhere', async () => {
    for (const version of [1, 2] as const) {
      const bytes = changed(version, 28, 0);
      for (let end = 4; end < bytes.length; end += 24) await message(bytes.subarray(0, end));
      const longer = new Uint8Array(bytes.length + 8);
      longer.set(bytes);
      expect(await message(longer)).toMatch(/bytes/);
    }
  });
});

it('leaves out the columns of zeros at both ends of a side', async () => {
  const problem = mixedProblem({ sizes: [9], contacts: 1 });
  const { problem: read } = await readProblem(writeNative(problem, 1), 'x.bin');
  // contacts of the generator touch the first six dofs
  expect(read.kind === 'primal' && [...read.H.len]).toEqual([6]);
});
