import type { EnergySums, Movable } from '../../bodies/body.js';

/** Energies of a world (J). */
export interface WorldEnergy {
  readonly kinetic: number;
  readonly elastic: number;
  /** zero at the origin */
  readonly gravity: number;
  /** kinetic + elastic + gravity */
  readonly total: number;
  /** put in by position repair so far */
  readonly repair: number;
  /** put in by loads and moving obstacles so far */
  readonly driven: number;
  /** gone since the start: first total + repair + driven - total */
  readonly dissipated: number;
}

/** Keeps account of a world's energy: what it has, what was put in, what is gone (J). */
export class EnergyBook {
  /** put in by position repair */
  repair = 0;
  /** put in by loads, hands and moving obstacles */
  driven = 0;
  #start: number | undefined;
  readonly #bodies: readonly Movable[];
  readonly #gravity: readonly [number, number, number];
  readonly #own: EnergySums = { kinetic: 0, elastic: 0, gravity: 0 };

  constructor(bodies: readonly Movable[], gravity: readonly [number, number, number]) {
    this.#bodies = bodies;
    this.#gravity = gravity;
  }

  /** Takes the present energy as the start, the first time. */
  open(): void {
    this.#start ??= this.total();
  }

  /** Mechanical energy now. */
  total(): number {
    return this.balance().total;
  }

  /** Moves positions and books what that puts in. */
  bookRepair(move: () => void): void {
    const before = this.total();
    move();
    this.repair += this.total() - before;
  }

  /** What there is now more than `expected` (J), as a share of the energy of motion. */
  gain(expected: number): number {
    const { kinetic, total } = this.balance();
    return kinetic > 0 ? (total - expected) / kinetic : 0;
  }

  balance(): WorldEnergy {
    let kinetic = 0;
    let elastic = 0;
    let gravity = 0;
    for (const body of this.#bodies) {
      const own = body.energy(this.#gravity, this.#own);
      kinetic += own.kinetic;
      elastic += own.elastic;
      gravity += own.gravity;
    }
    const total = kinetic + elastic + gravity;
    const { repair, driven } = this;
    return {
      kinetic,
      elastic,
      gravity,
      total,
      repair,
      driven,
      dissipated: (this.#start ?? total) + repair + driven - total,
    };
  }

  save(): number[] {
    return [this.#start ?? this.total(), this.repair, this.driven];
  }

  load(state: readonly number[]): void {
    [this.#start, this.repair, this.driven] = state;
  }
}
