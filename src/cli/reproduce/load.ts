import { InputError } from '../../errors.js';
import type * as Registry from '../../reproductions/registry.js';
import type * as Stored from '../../reproductions/stored.js';

/** The reproductions, or undefined where they are not there: a clone has them, the published package does not. */
export async function findReproductions(): Promise<typeof Registry | undefined> {
  try {
    return await import('../../reproductions/registry.js');
  } catch (cause) {
    const { code, message = '' } = cause as { code?: unknown; message?: string };
    // only the folder itself may be missing, not something that it imports
    if (code === 'ERR_MODULE_NOT_FOUND' && /reproductions[\\/]registry\.js'? imported/.test(message)) return undefined;
    throw cause;
  }
}

/** The reproductions; throws `InputError` with where to find them. */
export async function loadReproductions(): Promise<typeof Registry> {
  const found = await findReproductions();
  if (found) return found;
  const hint = 'clone the repository, then npm ci and node bin/stickslip.js reproduce --list';
  const problem = { path: 'reproduce', expected: 'a clone of the repository', found: 'the package from npm', hint };
  throw new InputError("the papers' tables and figures are computed in a clone", [problem]);
}

/** How results are stored; there where the reproductions are. */
export async function loadStored(): Promise<typeof Stored> {
  await loadReproductions();
  return import('../../reproductions/stored.js');
}
