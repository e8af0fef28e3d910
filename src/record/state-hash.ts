import type { World } from '../dynamics/world.js';
import { littleEndian } from './bytes.js';
import { sha256 } from './sha256.js';

/** SHA-256 of t, then q and v of each body in order, as little-endian f64: equal hashes mean equal states, to the bit. */
export function stateHash(world: World): string {
  return sha256(littleEndian(world.stateVector()));
}
