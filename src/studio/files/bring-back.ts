import { InputError } from '../../errors.js';
import { keptFile } from './kept-files.js';
import { takeFile } from './take-file.js';

/** Brings a kept file back for the page of its number, as after a reload. */
export async function bringBack(number: string): Promise<void> {
  const kept = await keptFile(number);
  if (!kept) {
    const problem = { path: 'file', expected: 'a file that this browser has kept', found: `none of number ${number}` };
    throw new InputError('the file of this address is no longer here: bring it again', [problem]);
  }
  await takeFile(kept.file, kept.how);
}
