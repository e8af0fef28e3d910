import type { Body } from '../../bodies/body.js';
import { BlockFactor, MassFactor } from '../../friction/delassus/mass-factor.js';
import type { BlockDiagonalMatrix } from '../../linalg/block-diagonal.js';

/**
 * M⁻¹ of the bodies in the present step. A body is factored when somebody first asks for it, once for each time that it is linearised;
 * groups, free bodies, hands, cloth, repair and reports share the factor.
 */
export class BodyFactors {
  readonly #bodies: readonly Body[];
  readonly #blocks: BlockFactor[] = [];
  /** the factor in the present step, null where M has none, undefined until it is asked for */
  readonly #present: (BlockFactor | null | undefined)[] = [];

  constructor(bodies: readonly Body[]) {
    this.#bodies = bodies;
  }

  /** The bodies have been linearised again. */
  reset(): void {
    this.#present.length = this.#bodies.length;
    this.#present.fill(undefined);
  }

  /** One of them has been. */
  forget(body: number): void {
    this.#present[body] = undefined;
  }

  /** The factor of a body; undefined where M is not positive definite. */
  of(body: number): BlockFactor | undefined {
    if (this.#present[body] === undefined) this.#present[body] = this.#factor(body);
    return this.#present[body] ?? undefined;
  }

  /** The factor of M of several bodies; throws `InputError` where a body's is not positive definite. */
  ofAll(bodies: Int32Array, M: BlockDiagonalMatrix): MassFactor {
    const known: (BlockFactor | undefined)[] = [];
    for (let k = 0; k < bodies.length; k++) known.push(this.of(bodies[k]));
    return new MassFactor(M, known);
  }

  #factor(body: number): BlockFactor | null {
    const { M, f, factor } = this.#bodies[body].system;
    if (factor) return factor;
    // bodies may come and go, and others have their numbers then
    if (this.#blocks[body]?.size !== f.length) this.#blocks[body] = new BlockFactor(f.length);
    return this.#blocks[body].factor(M) ? this.#blocks[body] : null;
  }
}
