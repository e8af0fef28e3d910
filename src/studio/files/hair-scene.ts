import { readHair } from '../../io/import/hair.js';

/** Strands that a page simulates without waiting. */
export const easyStrands = 120;
/** Size that the hair is given (m): files come in all units. */
const size = 0.35;

/** Strands in a .hair file, as its header says; 0 where it has none. */
export function strandCount(bytes: Uint8Array): number {
  return bytes.length >= 8 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) : 0;
}

/** A scene with the hair of a .hair file, its roots held where they are drawn; `most` strands of it, spread evenly. */
export function hairScene(bytes: Uint8Array, name: string, most = Infinity): unknown {
  const all = strandCount(bytes);
  const strands = readHair(bytes, name, { up: 'z', scale: 1 }, most).filter((strand) => strand.length > 1);
  const points = strands.flat();
  const low = [0, 1, 2].map((i) => points.reduce((least, p) => Math.min(least, p[i]), Infinity));
  const high = [0, 1, 2].map((i) => points.reduce((greatest, p) => Math.max(greatest, p[i]), -Infinity));
  const scale = size / Math.max(...[0, 1, 2].map((i) => high[i] - low[i]), 1e-9);
  const placed = strands.map((strand) =>
    strand.map((p) => [0, 1, 2].map((i) => scale * (p[i] - (i === 2 ? low[2] : 0.5 * (low[i] + high[i]))))),
  );
  return {
    version: 1,
    name: name.replace(/\.hair$/i, '') || 'hair',
    description: `${strands.length < all ? `${strands.length} of the ${all}` : all} strands of ${name}, held at their roots`,
    duration: 3,
    step: { length: 0.005 },
    materials: { hair: { preset: 'hair', youngModulus: 2e7, friction: 0.3, airDamping: 0.02 } },
    bodies: [
      {
        type: 'strands',
        name: 'hair',
        model: 'der',
        elements: 12,
        // strands stand for many hairs each
        radius: 0.0008,
        material: 'hair',
        strands: placed,
      },
    ],
  };
}
