import type { Random } from '../../math/random.js';
import { joinBytes } from '../bytes.js';

/** A copy with one to three places cut off, cut out, overwritten, repeated, inserted into, or with a bit flipped. */
export function damagedBytes(source: Uint8Array, random: Random): Uint8Array {
  let bytes = Uint8Array.from(source);
  for (let k = 1 + random.int(3); k > 0 && bytes.length > 0; k--) bytes = damagedOnce(bytes, random);
  return bytes;
}

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(joinBytes(parts));

function damagedOnce(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const at = random.int(bytes.length);
  switch (random.int(7)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(at + 1 + random.int(40)));
    case 2:
      return joined(bytes.subarray(0, at), Uint8Array.of(random.int(256)), bytes.subarray(at));
    case 3:
      bytes.copyWithin(at, random.int(bytes.length), random.int(bytes.length));
      return bytes;
    case 4:
      bytes.fill(random.int(2) * 255, at, at + 1 + random.int(16));
      return bytes;
    case 5:
      for (let k = 0; k < 8; k++) bytes[random.int(bytes.length)] = random.int(256);
      return bytes;
    default:
      bytes[at] ^= 1 << random.int(8);
      return bytes;
  }
}
