/** Vertices at a time: writes 3 numbers a vertex (m). A function of time alone, so a run can be resumed. */
export type Deformation = (out: Float64Array, t: number) => void;

/**
 * Vertices given at several times. In between they go along cubics whose slopes at each time are those of the parabola
 * through it and its two neighbours (so that velocities do not jump at the times, as they do where motion is sampled and
 * joined linearly), or along straight lines. Before the first and after the last time they stay.
 */
export class VertexKeys {
  readonly times: Float64Array;
  /** vertices at each time, one after the other */
  readonly positions: Float32Array | Float64Array;
  readonly vertices: number;
  readonly #smooth: boolean;
  /** weights of four neighbouring times at the last time asked for, and the first number of each */
  readonly #weights = new Float64Array(4);
  readonly #from = new Int32Array(4);
  #asked = NaN;

  /** @param times rising (s) */
  constructor(times: ArrayLike<number>, positions: Float32Array | Float64Array, smooth = true) {
    this.times = Float64Array.from(times);
    this.positions = positions;
    this.vertices = positions.length / (3 * times.length);
    this.#smooth = smooth;
  }

  /** out = all vertices at a time */
  at(out: Float64Array, t: number): void {
    this.#look(t);
    for (let k = 0; k < 3 * this.vertices; k++) out[k] = this.#number(k);
  }

  /** out[o ..] = one vertex at a time */
  vertex(out: Float64Array, o: number, vertex: number, t: number): void {
    this.#look(t);
    for (let i = 0; i < 3; i++) out[o + i] = this.#number(3 * vertex + i);
  }

  #number(k: number): number {
    const { positions: x } = this;
    const w = this.#weights;
    const from = this.#from;
    // where only one counts it comes out to the last bit
    if (w[1] === 1) return x[from[1] + k];
    return w[0] * x[from[0] + k] + w[1] * x[from[1] + k] + w[2] * x[from[2] + k] + w[3] * x[from[3] + k];
  }

  /** Which times count for t, and how much. */
  #look(t: number): void {
    if (t === this.#asked) return;
    this.#asked = t;
    const { times } = this;
    const last = times.length - 1;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    for (let i = 0; i < 4; i++) {
      const k = Math.min(Math.max(low - 1 + i, 0), last);
      this.#from[i] = 3 * this.vertices * k;
    }
    const w = this.#weights.fill(0);
    const span = low < last ? times[low + 1] - times[low] : 0;
    const u = span > 0 ? Math.max(t - times[low], 0) / span : 0;
    if (u === 0) {
      w[1] = 1;
      return;
    }
    w[1] = 1 - u;
    w[2] = u;
    if (!this.#smooth) return;
    // Hermite's cubic; what its slopes add to the straight line
    const start = span * (u * u * u - 2 * u * u + u);
    const end = span * (u * u * u - u * u);
    w[1] += u * (1 - u) * (1 - 2 * u);
    w[2] -= u * (1 - u) * (1 - 2 * u);
    this.#addSlope(start, low > 0 ? times[low] - times[low - 1] : 0, span, 0);
    this.#addSlope(end, span, low + 2 <= last ? times[low + 2] - times[low + 1] : 0, 1);
  }

  /** Adds a share of the slope at the second (i = 0) or third (i = 1) of the four times. */
  #addSlope(share: number, before: number, after: number, i: number): void {
    const w = this.#weights;
    if (!(before > 0 && after > 0)) {
      // the first or the last time: the slope of the only span there is
      const span = before > 0 ? before : after;
      const from = before > 0 ? i : i + 1;
      w[from] -= share / span;
      w[from + 1] += share / span;
      return;
    }
    const a = after / (before * (before + after));
    const b = before / (after * (before + after));
    w[i] -= share * a;
    w[i + 1] += share * (a - b);
    w[i + 2] += share * b;
  }
}
