import { Random } from '../../math/random.js';

/** What a problem is sorted by: its size, how over-constrained it is, and how far a few sweeps leave it from its solution. */
export interface Traits {
  readonly contacts: number;
  /** 3 n over the degrees of freedom */
  readonly nu: number;
  /** error after the sweeps */
  readonly error: number;
}

/** Upper ends of the classes; what is above the last is one more. */
const sizes = [10, 30, 100, 300, 1000];
const constraints = [0.5, 1, 2, 4];
const errors = [1e-8, 1e-5, 1e-3, 1e-1];

/** The class of a problem, as text: `size.nu.error`. */
export function stratumOf({ contacts, nu, error }: Traits): string {
  const place = (ends: readonly number[], x: number): number => {
    const k = ends.findIndex((end) => x <= end);
    return k < 0 ? ends.length : k;
  };
  return `${place(sizes, contacts)}.${place(constraints, nu)}.${place(errors, error)}`;
}

/** Items that a stratum keeps at least, so that small samples are full where there is one stratum only. */
const smallestShare = 50;

/**
 * A sample of a stream of items, as even over their strata as they allow, by reservoirs [Vitter 1985]: of each stratum a
 * uniform sample without knowing beforehand how many will come. Which items are kept depends on their order and the seed.
 */
export class StratifiedSample<T> {
  readonly #size: number;
  readonly #random: Random;
  readonly #strata = new Map<string, { seen: number; kept: T[] }>();
  readonly #share: number;

  /** @param size items wanted in all; each stratum keeps up to a quarter of it, for others may stay empty */
  constructor(size: number, seed: number) {
    this.#size = size;
    this.#share = Math.max(smallestShare, Math.ceil(size / 4));
    this.#random = new Random(seed);
  }

  /** Offers an item, made by `make` only where it is kept. */
  offer(stratum: string, make: () => T): void {
    let entry = this.#strata.get(stratum);
    if (!entry) this.#strata.set(stratum, (entry = { seen: 0, kept: [] }));
    entry.seen++;
    if (entry.kept.length < this.#share) entry.kept.push(make());
    else {
      const place = this.#random.int(entry.seen);
      if (place < this.#share) entry.kept[place] = make();
    }
  }

  /** The sample: one of each stratum in turn until there are enough or none is left, strata in order of their names. */
  take(): readonly { readonly stratum: string; readonly item: T }[] {
    const strata = [...this.#strata].map(([stratum, { kept }]) => [stratum, [...kept]] as [string, T[]]).sort(byName);
    for (const [, kept] of strata) this.#random.shuffle(kept);
    const taken: { stratum: string; item: T }[] = [];
    for (let round = 0; taken.length < this.#size; round++) {
      const before = taken.length;
      for (const [stratum, kept] of strata) {
        if (round < kept.length && taken.length < this.#size) taken.push({ stratum, item: kept[round] });
      }
      if (taken.length === before) break;
    }
    return taken;
  }
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
