import { Findings } from '../findings.js';
import { type Placement, placed } from './up-axis.js';

const headerLength = 32;

/** Places of points at several times. */
export interface PointCache {
  /** (s) */
  readonly times: readonly number[];
  readonly frames: readonly Float32Array[];
}

/**
 * A point cache of the format PC2: "POINTCACHE2", version 1, numbers of points and samples, first frame, frames from sample to
 * sample, then all points, in single precision. Throws an `InputError`.
 */
export function readPc2(bytes: Uint8Array, name: string, fps: number, placement: Placement): PointCache {
  const findings = new Findings(`${name} is not a usable .pc2 file`);
  if (bytes.length < headerLength || new TextDecoder().decode(bytes.subarray(0, 11)) !== 'POINTCACHE2') {
    findings.fail(
      'its first 32 bytes',
      'a header that begins with POINTCACHE2',
      `${bytes.length} bytes of something else`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [version, points, samples] = [12, 16, 28].map((at) => view.getInt32(at, true));
  const [first, every] = [20, 24].map((at) => view.getFloat32(at, true));
  if (version !== 1) findings.fail('its header', 'version 1', String(version));
  if (!(points > 0 && samples > 0)) findings.fail('its header', 'points and samples', `${points} and ${samples}`);
  if (!(every > 0) || !Number.isFinite(first)) findings.fail('its header', 'a sampling rate > 0', String(every));
  const needed = headerLength + 12 * points * samples;
  if (bytes.length < needed) {
    const expected = `${needed} bytes for ${samples} samples of ${points} points`;
    findings.fail('the file', expected, String(bytes.length));
  }
  const frames = Array.from({ length: samples }, (_, s) => {
    const frame = new Float32Array(3 * points);
    for (let k = 0; k < points; k++) {
      const at = headerLength + 12 * (s * points + k);
      const [x, y, z] = [0, 4, 8].map((i) => view.getFloat32(at + i, true));
      frame.set(placed(x, y, z, placement), 3 * k);
    }
    if (!frame.every(Number.isFinite)) findings.fail(`sample ${s}`, 'finite numbers', 'others');
    return frame;
  });
  return { times: frames.map((_, s) => (first + s * every) / fps), frames };
}
