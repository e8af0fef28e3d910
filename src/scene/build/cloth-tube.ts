import { type Surface, tube } from '../../bodies/cloth/index.js';
import { InputError } from '../../errors.js';
import { cos, sin } from '../../math/functions.js';
import type { PieceJson } from '../schema/cloth.js';

type TubeJson = Extract<PieceJson, { type: 'tube' }>;

/** A tube of cloth along an axis, its radius following a profile. */
export function tubeSurface(json: TubeJson): Surface {
  const { around, rings, from, to, flat } = json;
  const axis = to.map((x, c) => x - from[c]);
  const length = Math.sqrt(dot(axis, axis));
  if (length === 0) throw new InputError('wrong cloth', [{ path: 'to', expected: 'another place', found: '`from`' }]);
  const e = axis.map((x) => x / length);
  const along = dot(json.wide, e);
  const a = json.wide.map((x, c) => x - along * e[c]);
  const size = Math.sqrt(dot(a, a));
  if (size === 0) {
    const found = JSON.stringify(json.wide);
    throw new InputError('wrong cloth', [{ path: 'wide', expected: 'a direction across the axis', found }]);
  }
  for (let c = 0; c < 3; c++) a[c] /= size;
  const b = [e[1] * a[2] - e[2] * a[1], e[2] * a[0] - e[0] * a[2], e[0] * a[1] - e[1] * a[0]];
  const profile = [...json.profile].sort((p, q) => p.at - q.at);
  return tube({
    around,
    rings,
    place: (out, row, angle) => {
      const share = row / (rings - 1);
      const radius = radiusAt(profile, share);
      for (let c = 0; c < 3; c++) {
        out[c] = from[c] + share * axis[c] + radius * (cos(angle) * a[c] + flat * sin(angle) * b[c]);
      }
    },
  });
}

/** Radius at a share of the axis: between two rings, a cubic that is level at neither (Catmull-Rom). */
function radiusAt(profile: TubeJson['profile'], share: number): number {
  if (share <= profile[0].at) return profile[0].radius;
  const last = profile.length - 1;
  if (share >= profile[last].at) return profile[last].radius;
  let k = 0;
  while (profile[k + 1].at < share) k++;
  const p = profile[k];
  const q = profile[k + 1];
  const width = q.at - p.at;
  const slope = (i: number): number => {
    const left = profile[Math.max(0, i - 1)];
    const right = profile[Math.min(last, i + 1)];
    return (right.radius - left.radius) / (right.at - left.at);
  };
  const s = (share - p.at) / width;
  const h00 = (1 + 2 * s) * (1 - s) * (1 - s);
  const h01 = s * s * (3 - 2 * s);
  const h10 = s * (1 - s) * (1 - s);
  const h11 = -s * s * (1 - s);
  return h00 * p.radius + h01 * q.radius + width * (h10 * slope(k) + h11 * slope(k + 1));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
