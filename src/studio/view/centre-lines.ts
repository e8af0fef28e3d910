/** Rods in a frame: where their nodes are, and how finely they are drawn. */
export interface DrawnRod {
  /** body number */
  readonly body: number;
  /** first of its numbers in a frame */
  readonly offset: number;
  readonly nodes: number;
  readonly radius: number;
}

/** Samples of all rods in all, at most: more samples a segment only while there are few rods. */
const mostSamples = 60000;
const mostPerSegment = 6;

/**
 * Smooth curves through the nodes of rods, with a frame carried along them that does not twist: 12 numbers a sample
 * (centre and radius, unit normal and a value to colour by, unit tangent, padded to four).
 */
export class CentreLines {
  readonly rods: readonly DrawnRod[];
  readonly perSegment: number;
  /** first sample of each rod, and the count of all at the end */
  readonly start: Int32Array;
  /** 12 numbers a sample */
  readonly samples: Float32Array;

  constructor(rods: readonly DrawnRod[], room: (samples: number) => number = (n) => 12 * n) {
    this.rods = rods;
    const segments = rods.reduce((sum, rod) => sum + rod.nodes - 1, 0);
    this.perSegment = Math.max(1, Math.min(mostPerSegment, Math.floor(mostSamples / Math.max(1, segments))));
    this.start = new Int32Array(rods.length + 1);
    rods.forEach((rod, k) => (this.start[k + 1] = this.start[k] + (rod.nodes - 1) * this.perSegment + 1));
    this.samples = new Float32Array(room(this.start[rods.length]));
  }

  get count(): number {
    return this.start[this.rods.length];
  }

  /** Takes the places of a frame. */
  update(frame: Float32Array): void {
    this.rods.forEach((rod, k) => {
      this.#curve(rod, frame, this.start[k]);
      this.#carryFrames(this.start[k], this.start[k + 1]);
    });
  }

  /** Takes values of nodes, in the first of the three places of each in a frame. */
  takeValues(values: Float32Array): void {
    const per = this.perSegment;
    this.rods.forEach(({ nodes, offset }, k) => {
      for (let i = 0; i < nodes; i++) {
        const here = values[offset + 3 * i];
        const next = values[offset + 3 * Math.min(i + 1, nodes - 1)];
        for (let s = 0; s < (i === nodes - 1 ? 1 : per); s++) {
          this.samples[12 * (this.start[k] + i * per + s) + 7] = here + (s / per) * (next - here);
        }
      }
    });
  }

  /** Centripetal enough for rods, whose nodes stand evenly: cubic Hermite pieces with central differences. */
  #curve({ nodes, offset, radius }: DrawnRod, x: Float32Array, first: number): void {
    const per = this.perSegment;
    const out = this.samples;
    for (let i = 0; i < nodes; i++) {
      const steps = i === nodes - 1 ? 1 : per;
      const a = offset + 3 * i;
      const before = i > 0 ? a - 3 : a;
      const b = i < nodes - 1 ? a + 3 : a;
      const after = i < nodes - 2 ? b + 3 : b;
      const halfA = before === a || b === a ? 1 : 0.5;
      const halfB = after === b ? 1 : 0.5;
      for (let k = 0; k < steps; k++) {
        const u = k / per;
        const at = 12 * (first + i * per + k);
        for (let c = 0; c < 3; c++) {
          const p = x[a + c];
          const q = x[b + c];
          const m = halfA * (q - x[before + c]);
          const n = halfB * (x[after + c] - p);
          out[at + c] = p + u * (m + u * (3 * (q - p) - 2 * m - n + u * (2 * (p - q) + m + n)));
          out[at + 8 + c] = m + u * (2 * (3 * (q - p) - 2 * m - n) + u * 3 * (2 * (p - q) + m + n));
        }
        out[at + 3] = radius;
      }
    }
  }

  #carryFrames(first: number, end: number): void {
    const s = this.samples;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = first; k < end; k++) {
      const at = 12 * k;
      let tx = s[at + 8];
      let ty = s[at + 9];
      let tz = s[at + 10];
      const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
      if (length > 0) {
        tx /= length;
        ty /= length;
        tz /= length;
      } else tx = 1;
      let along = nx * tx + ny * ty + nz * tz;
      let size = Math.sqrt(Math.max(0, nx * nx + ny * ny + nz * nz - along * along));
      if (size < 1e-3) {
        // any normal will do at the start: the axis that the tangent is farthest from
        const ax = Math.abs(tx);
        const ay = Math.abs(ty);
        const az = Math.abs(tz);
        nx = ax <= ay && ax <= az ? 1 : 0;
        ny = nx === 0 && ay <= az ? 1 : 0;
        nz = nx === 0 && ny === 0 ? 1 : 0;
        along = nx * tx + ny * ty + nz * tz;
        size = Math.sqrt(1 - along * along);
      }
      nx = (nx - along * tx) / size;
      ny = (ny - along * ty) / size;
      nz = (nz - along * tz) / size;
      s[at + 4] = nx;
      s[at + 5] = ny;
      s[at + 6] = nz;
      s[at + 8] = tx;
      s[at + 9] = ty;
      s[at + 10] = tz;
    }
  }
}
