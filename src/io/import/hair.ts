import { Findings } from '../findings.js';
import { type Placement, type Triple, placed } from './up-axis.js';

const headerLength = 128;

/** Bits of the header: what arrays follow, in this order. */
const has = { segments: 1, points: 2 } as const;

/**
 * Strands of a .hair file [Cem Yuksel, www.cemyuksel.com/research/hairmodels]: a list of points each, root first. Takes
 * `most` of them, spread evenly over the file. Throws an `InputError`.
 */
export function readHair(bytes: Uint8Array, name: string, placement: Placement, most = Infinity): Triple[][] {
  const findings = new Findings(`${name} is not a usable .hair file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerLength || new TextDecoder().decode(bytes.subarray(0, 4)) !== 'HAIR') {
    findings.fail('its first 128 bytes', 'a header that begins with HAIR', `${bytes.length} bytes of something else`);
  }
  const [strands, points, arrays, usual] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  if ((arrays & has.points) === 0) findings.fail('its header', 'an array of points', 'none');
  const segmentsAt = headerLength;
  const pointsAt = segmentsAt + ((arrays & has.segments) !== 0 ? 2 * strands : 0);
  const needed = pointsAt + 12 * points;
  if (bytes.length < needed) {
    findings.fail('the file', `at least ${needed} bytes for ${strands} strands, ${points} points`, `${bytes.length}`);
  }
  if (strands === 0) findings.fail('its header', 'at least one strand', 'none');
  const count = (k: number): number =>
    1 + ((arrays & has.segments) !== 0 ? view.getUint16(segmentsAt + 2 * k, true) : usual);
  const taken = Math.min(most, strands);
  const out: Triple[][] = [];
  let first = 0;
  for (let k = 0; k < strands; k++) {
    const n = count(k);
    if (first + n > points) findings.fail(`strand ${k}`, `points up to ${points}`, `${first + n}`);
    // strand k is taken where its number starts a new share of the file
    if (Math.floor((k * taken) / strands) !== Math.floor(((k - 1) * taken) / strands)) {
      const strand = strandOf(view, pointsAt + 12 * first, n, placement);
      if (!strand.flat().every(Number.isFinite)) findings.fail(`strand ${k}`, 'finite numbers', 'others');
      out.push(strand);
    }
    first += n;
  }
  return out;
}

function strandOf(view: DataView, at: number, n: number, placement: Placement): Triple[] {
  const number = (k: number): number => view.getFloat32(at + 4 * k, true);
  return Array.from({ length: n }, (_, k) => placed(number(3 * k), number(3 * k + 1), number(3 * k + 2), placement));
}
