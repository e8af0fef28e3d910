import type { ContactParts } from '../members/contact-parts.js';

/** A rod as it ended the last try of a step. */
interface End {
  /** the velocity that led there */
  readonly velocity: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  state: Float64Array;
  /** nodes of its colliders, and how far they would go in a step, collider after collider */
  readonly nodes: readonly Float64Array[];
  readonly moves: readonly Float64Array[];
}

/**
 * Where rods ended in the last try of a step. A step that is solved again changes few of its groups: whoever goes on as before is put where
 * it ended then, instead of being moved, and its nodes found, once more. Of one wavy-hair in three that was 60 %.
 */
export class TriedEnds {
  readonly #parts: ContactParts;
  readonly #ends: End[] = [];
  /** 1 for bodies whose end of the last try is known */
  #known = new Uint8Array(0);
  /** 1 for bodies that have been put there in this try */
  #recalled = new Uint8Array(0);

  constructor(parts: ContactParts) {
    this.#parts = parts;
  }

  /** Nothing has been tried yet. */
  clear(): void {
    const count = this.#parts.bodies.length;
    if (this.#known.length !== count) {
      this.#known = new Uint8Array(count);
      this.#recalled = new Uint8Array(count);
    }
    this.#known.fill(0);
    this.#recalled.fill(0);
  }

  /** Bodies, with their colliders, stand at the end of a step that is solved again. */
  keep(velocities: readonly Float64Array[]): void {
    const { bodies, colliders } = this.#parts;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.kind !== 'rod' || this.#recalled[b] === 1) continue;
      const fibers = colliders[b].flatMap(({ fiber }) => fiber ?? []);
      const state = body.saveState();
      const end = (this.#ends[b] ??= {
        velocity: new Float64Array(body.dofs),
        q: new Float64Array(body.q.length),
        v: new Float64Array(body.v.length),
        state,
        nodes: fibers.map(({ nodes }) => new Float64Array(nodes.length)),
        moves: fibers.map(({ moves }) => new Float64Array(moves.length)),
      });
      end.velocity.set(velocities[b]);
      end.q.set(body.q);
      end.v.set(body.v);
      end.state = state;
      fibers.forEach(({ nodes, moves }, k) => {
        end.nodes[k].set(nodes);
        end.moves[k].set(moves);
      });
      this.#known[b] = 1;
    }
    this.#recalled.fill(0);
  }

  /** What body b is linearised with has changed. */
  forget(b: number): void {
    this.#known[b] = 0;
  }

  /** Puts body b where it ended the last try, if `velocity` leads there again. */
  recall(b: number, velocity: Float64Array): boolean {
    if (this.#known[b] === 0) return false;
    const end = this.#ends[b];
    // bit for bit: 0 and -0 are two
    for (let k = 0; k < velocity.length; k++) if (!Object.is(velocity[k], end.velocity[k])) return false;
    const body = this.#parts.bodies[b];
    body.q.set(end.q);
    body.v.set(end.v);
    body.loadState(end.state);
    let at = 0;
    for (const { fiber } of this.#parts.colliders[b]) {
      if (!fiber) continue;
      fiber.nodes.set(end.nodes[at]);
      fiber.moves.set(end.moves[at++]);
    }
    this.#recalled[b] = 1;
    return true;
  }

  /** Whether body b stands where it ended the last try, its colliders too. */
  isRecalled(b: number): boolean {
    return this.#recalled[b] === 1;
  }
}
