import { Random } from '../../math/random.js';

/** A half-plane about the crown in which strands lie one over the other: its azimuth, and how far from the crown hair begins there. */
export interface Lane {
  readonly azimuth: number;
  /** along the outline from the crown (m) */
  readonly from: number;
  /** share of the distance of roots by which the first one is farther on, so that no rings of roots show */
  readonly shift: number;
}

/** Distances from the axis by azimuth, at equal angles all around, and by length along the outline, `step` (m) each, as far as `ends` (m). */
export interface Spread {
  readonly distances: readonly Float64Array[];
  readonly step: number;
  readonly ends: number;
}

/** A lane begins between two others where these are at least two pitches apart, or more by up to this share: not all in one ring. */
const uneven = 0.3;
/** Fewest lanes of a ring. */
const fewest = 3;
const turn = 2 * Math.PI;

/** Lanes about the crown that are nowhere nearer to each other than a pitch: between two that part from each other others begin. */
export function lanesAbout({ distances, step, ends: far }: Spread, pitch: number, seed: number): Lane[] {
  const random = new Random(seed);
  const ends = Math.ceil(far / step);
  const at = (azimuth: number, k: number): number => {
    const along = distances[Math.floor((azimuth / turn) * distances.length) % distances.length];
    return along[Math.min(k, along.length - 1)];
  };
  const narrowest = (k: number): number =>
    distances.reduce((least, along) => Math.min(least, along[Math.min(k, along.length - 1)]), Infinity);
  const lane = (azimuth: number, k: number): Lane => ({ azimuth, from: k * step, shift: random.uniform() });
  const room = (): number => 2 * pitch * (1 + uneven * random.uniform());
  let first = 0;
  while (first < ends - 1 && turn * narrowest(first) < fewest * pitch) first++;
  const count = Math.max(fewest, Math.floor((turn * narrowest(first)) / pitch));
  let lanes = Array.from({ length: count }, (_, j) => lane((turn * j) / count, first));
  let rooms = lanes.map(room);
  for (let k = first; k < ends; k++) {
    const [next, nextRooms]: [Lane[], number[]] = [[], []];
    lanes.forEach((one, j) => {
      const to = j + 1 < lanes.length ? lanes[j + 1].azimuth : turn;
      const middle = 0.5 * (one.azimuth + to);
      const width = (to - one.azimuth) * Math.min(at(one.azimuth, k), at(middle, k), at(to, k));
      next.push(one);
      if (width < rooms[j]) {
        nextRooms.push(rooms[j]);
      } else {
        next.push(lane(middle, k));
        nextRooms.push(room(), room());
      }
    });
    [lanes, rooms] = [next, nextRooms];
  }
  return lanes;
}
