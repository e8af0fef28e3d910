/** Seeded random numbers: the same seed gives the same sequence everywhere. */
import { highWord, lowWord } from './bits.js';
import { cos, log, sin } from './functions.js';

const TWO_PI = 6.283185307179586;

/**
 * Generator sfc32 (Doty-Humphrey's small fast counting generator): 128 bits of state, one of them a counter, so no cycle
 * is shorter than 2^32. The state is filled from the seed by a mixing hash, so neighbouring seeds give unrelated sequences.
 *
 * @example
 * const random = new Random(7);
 * const angle = random.range(0, Math.PI);
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;
  private spare = 0;
  private hasSpare = false;

  /** @param seed any finite number; its fraction and its size both count. */
  constructor(seed: number) {
    let h = Math.imul(lowWord(seed), 0x85ebca6b) ^ (highWord(seed) + 0x9e3779b9);
    const next = (): number => {
      h = (h + 0x9e3779b9) | 0;
      let t = h ^ (h >>> 16);
      t = Math.imul(t, 0x21f0aaad);
      t ^= t >>> 15;
      t = Math.imul(t, 0x735a2d97);
      return t ^ (t >>> 15);
    };
    this.a = next();
    this.b = next();
    this.c = next();
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 random bits as an integer in [0, 2^32). */
  bits(): number {
    const t = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** Uniform in [0, 1), all 53 bits random. */
  uniform(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Uniform in [a, b). */
  range(a: number, b: number): number {
    return a + (b - a) * this.uniform();
  }

  /** Uniform integer in 0 .. n-1. */
  int(n: number): number {
    return Math.floor(n * this.uniform());
  }

  /** Normal deviate of mean 0 and variance 1 (Box-Muller). */
  normal(): number {
    if (this.hasSpare) {
      this.hasSpare = false;
      return this.spare;
    }
    const radius = Math.sqrt(-2 * log(1 - this.uniform()));
    const angle = TWO_PI * this.uniform();
    this.spare = radius * sin(angle);
    this.hasSpare = true;
    return radius * cos(angle);
  }

  /** Shuffles an array in place (Fisher-Yates). */
  shuffle<T extends Int32Array | Uint32Array | Float64Array | unknown[]>(array: T): T {
    for (let i = array.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      const t = array[i];
      array[i] = array[j];
      array[j] = t;
    }
    return array;
  }

  /** A point uniform on the unit sphere, written to out[offset .. offset+2]. */
  onSphere(out: Float64Array, offset = 0): void {
    const z = this.range(-1, 1);
    const angle = TWO_PI * this.uniform();
    const radius = Math.sqrt((1 - z) * (1 + z));
    out[offset] = radius * cos(angle);
    out[offset + 1] = radius * sin(angle);
    out[offset + 2] = z;
  }
}
