import { cos, sin } from '../../math/functions.js';

const degree = Math.PI / 180;

/** Directions of the support function (degrees above the horizontal): beyond the top on both sides, for smoothing. */
const lowest = -30;
const highest = 130;
const size = highest - lowest + 1;
/** Half width of the smoothing over directions (degrees): corners of the hull become bends that a strand can follow. */
const blur = 14;

/** Half-planes that a surface is cut by, and how many on each side are smoothed together (20 degrees: ears become gentle). */
const planes = 180;
const nearby = 10;

/** A place of a profile, and what the curve does there. */
export interface ProfilePlace {
  /** distance from the axis, height (m) */
  readonly rho: number;
  readonly z: number;
  /** radius of curvature in the half-plane (m) */
  readonly bend: number;
}

/**
 * The convex outline of a surface in a half-plane through a vertical axis, as the support function h(a): the curve at a
 * distance w outside of it is (h + w) n + h' t, so curves at different distances never meet.
 */
export class Profile {
  readonly #h: Float64Array;

  constructor(h: Float64Array) {
    this.#h = h;
  }

  /** The place whose outward normal rises by `angle` degrees above the horizontal, moved outwards by w. */
  at(angle: number, w: number): ProfilePlace {
    const h = this.#h;
    const x = Math.min(size - 3, Math.max(1, angle - lowest));
    const k = Math.min(size - 3, Math.floor(x));
    const t = x - k;
    const [a, b, c, d] = [h[k - 1], h[k], h[k + 1], h[k + 2]];
    // derivatives at both neighbours by central differences, joined: a curve without corners
    const mean = (1 - t) * b + t * c;
    const value = mean + w;
    const slope = ((1 - t) * (c - a) + t * (d - b)) / (2 * degree);
    const bend = value + ((1 - t) * (c - 2 * b + a) + t * (d - 2 * c + b)) / (degree * degree);
    const [cosine, sine] = [cos(angle * degree), sin(angle * degree)];
    return { rho: value * cosine - slope * sine, z: value * sine + slope * cosine, bend: Math.max(1e-3, bend) };
  }
}

/** Outlines of a surface in all half-planes through a vertical axis. */
export class Profiles {
  readonly #h: Float64Array[];

  /**
   * @param vertices of the surface, 3 numbers each, the axis being x = y = 0 (m)
   * @param level height below which the surface does not count, by azimuth (m)
   */
  constructor(vertices: Float64Array, level: (azimuth: number) => number) {
    const raw = Array.from({ length: planes }, () => new Float64Array(size).fill(-Infinity));
    const n = vertices.length / 3;
    const directions = Array.from({ length: size }, (_, k) => [cos((lowest + k) * degree), sin((lowest + k) * degree)]);
    for (let p = 0; p < planes; p++) {
      const azimuth = (2 * Math.PI * p) / planes;
      const [c, s] = [cos(azimuth), sin(azimuth)];
      const above = level(azimuth);
      const h = raw[p];
      for (let v = 0; v < n; v++) {
        const [x, y, z] = [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]];
        const along = c * x + s * y;
        const across = c * y - s * x;
        // a slice as wide as faces are
        if (Math.abs(across) > 0.006 || z < above) continue;
        for (let k = 0; k < size; k++) {
          const reach = along * directions[k][0] + z * directions[k][1];
          if (reach > h[k]) h[k] = reach;
        }
      }
    }
    this.#h = raw.map((_, p) => {
      const h = new Float64Array(size);
      let sum = 0;
      for (let j = -nearby; j <= nearby; j++) {
        const weight = 1 + nearby - Math.abs(j);
        sum += weight;
        const from = raw[(p + j + planes) % planes];
        for (let k = 0; k < size; k++) h[k] += weight * from[k];
      }
      for (let k = 0; k < size; k++) h[k] /= sum;
      return smooth(smooth(h));
    });
  }

  /** The outline at an azimuth. */
  at(azimuth: number): Profile {
    const turn = azimuth / (2 * Math.PI);
    const x = (turn - Math.floor(turn)) * planes;
    const p = Math.min(planes - 1, Math.floor(x));
    const t = x - p;
    const [a, b] = [this.#h[p], this.#h[(p + 1) % planes]];
    return new Profile(a.map((value, k) => (1 - t) * value + t * b[k]));
  }
}

/** The mean over directions nearby, which of a convex outline is one again. */
function smooth(h: Float64Array): Float64Array {
  const half = blur / 2;
  return h.map((_, k) => {
    let sum = 0;
    for (let j = -half; j <= half; j++) sum += h[Math.min(size - 1, Math.max(0, k + j))];
    return sum / (2 * half + 1);
  });
}
