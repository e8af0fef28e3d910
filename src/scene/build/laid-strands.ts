/** Points of a strand are this many radii apart: closer than two strands that touch. */
const spacing = 1.5;

/** Strands that have been laid, as points in cells, to keep others out of them. All have one radius. */
export class LaidStrands {
  readonly #radius: number;
  readonly #cells = new Map<number, number[]>();

  constructor(radius: number) {
    this.#radius = radius;
  }

  /** Takes a strand in: its nodes, flat. */
  add(nodes: Float64Array): void {
    this.#visit(nodes, (x, y, z) => {
      const key = this.#key(this.#cell(x), this.#cell(y), this.#cell(z));
      const there = this.#cells.get(key);
      if (there) there.push(x, y, z);
      else this.#cells.set(key, [x, y, z]);
    });
  }

  /** How many points of a strand are inside strands that were laid before. */
  overlap(nodes: Float64Array): number {
    // neighbours at the scalp are nearer to each other there; that is where they are held
    const held = 6 * this.#radius;
    const least = 4 * this.#radius * this.#radius;
    let count = 0;
    this.#visit(nodes, (x, y, z, s) => {
      if (s > held && this.#squareDistance(x, y, z) < least) count++;
    });
    return count;
  }

  #squareDistance(x: number, y: number, z: number): number {
    let least = Infinity;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (let k = -1; k <= 1; k++) {
          const there = this.#cells.get(this.#key(this.#cell(x) + i, this.#cell(y) + j, this.#cell(z) + k));
          if (!there) continue;
          for (let p = 0; p < there.length; p += 3) {
            const [dx, dy, dz] = [there[p] - x, there[p + 1] - y, there[p + 2] - z];
            least = Math.min(least, dx * dx + dy * dy + dz * dz);
          }
        }
      }
    }
    return least;
  }

  #cell(x: number): number {
    return Math.floor(x / (2 * this.#radius));
  }

  /** Cells far from each other may share a number: their points are too far away to matter. */
  #key(i: number, j: number, k: number): number {
    return (Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791)) | 0;
  }

  #visit(x: Float64Array, take: (x: number, y: number, z: number, s: number) => void): void {
    let passed = 0;
    for (let a = 0; a + 3 < x.length; a += 3) {
      const [dx, dy, dz] = [x[a + 3] - x[a], x[a + 4] - x[a + 1], x[a + 5] - x[a + 2]];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const pieces = Math.max(1, Math.ceil(length / (spacing * this.#radius)));
      for (let p = 0; p < pieces; p++) {
        const t = p / pieces;
        take(x[a] + t * dx, x[a + 1] + t * dy, x[a + 2] + t * dz, passed + t * length);
      }
      passed += length;
    }
  }
}
