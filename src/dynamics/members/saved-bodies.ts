import type { Body } from '../../bodies/body.js';

/** A body as it was. */
interface Saved {
  readonly q: Float64Array;
  readonly v: Float64Array;
  own: Float64Array;
}

/** Bodies as they were, to take a step on trial back. */
export class SavedBodies {
  readonly #bodies: readonly Body[];
  readonly #saved: Saved[] = [];

  constructor(bodies: readonly Body[]) {
    this.#bodies = bodies;
  }

  /** Keeps all as they are. */
  save(): void {
    this.#bodies.forEach((body, b) => {
      const own = body.saveState();
      const saved = (this.#saved[b] ??= { q: body.q.slice(), v: body.v.slice(), own });
      saved.q.set(body.q);
      saved.v.set(body.v);
      saved.own = own;
    });
  }

  /** Puts all back. */
  restore(): void {
    this.#saved.forEach(({ q, v, own }, b) => {
      const body = this.#bodies[b];
      body.q.set(q);
      body.v.set(v);
      body.loadState(own);
    });
  }

  /** Coordinates of a body as they were. */
  coordinates(body: number): Float64Array {
    return this.#saved[body].q;
  }
}
