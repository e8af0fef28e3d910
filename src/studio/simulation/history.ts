import type { WorldState } from '../../dynamics/world.js';
import type { Scene } from '../../scene/schema/scene.js';
import type { Grip } from './messages.js';

/** A recorded moment: everything that is needed to show it and to go on from it. */
export interface Moment {
  /** the scene as it was set then */
  readonly scene: Scene;
  /** hands that acted in the step that led here */
  readonly hands: readonly {
    readonly grip: Grip;
    readonly target: readonly [number, number, number];
    readonly pin: boolean;
  }[];
  readonly t: number;
  readonly state: WorldState;
  /** bytes of the contacts of the step that led here */
  readonly contacts: Uint8Array;
  /** numbers of that step */
  readonly row: readonly number[];
  readonly warning: string | undefined;
}

/** The recorded past of a simulation, thinned out where it grows too large. Times rise. */
export class History {
  readonly moments: Moment[] = [];
  /** number of the present moment */
  at = -1;
  readonly #limit: number;
  #bytes = 0;

  /** @param limit bytes that the recorded past may take */
  constructor(limit = 192e6) {
    this.#limit = limit;
  }

  get present(): Moment {
    return this.moments[this.at];
  }

  get atEnd(): boolean {
    return this.at === this.moments.length - 1;
  }

  /** Appends after the present moment; what was recorded after it is forgotten. Returns whether there was something. */
  append(moment: Moment): boolean {
    const truncated = this.forget();
    this.moments.push(moment);
    this.at++;
    this.#bytes += sizeOf(moment);
    if (this.#bytes > this.#limit) this.#thin();
    return truncated;
  }

  /** Forgets what was recorded after the present moment. */
  forget(): boolean {
    if (this.atEnd) return false;
    for (const moment of this.moments.splice(this.at + 1)) this.#bytes -= sizeOf(moment);
    return true;
  }

  /** Goes to the last moment at or before a time, or the first. */
  seek(t: number): void {
    let low = 0;
    let high = this.moments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.moments[middle].t <= t) low = middle;
      else high = middle - 1;
    }
    this.at = low;
  }

  /** Drops every second moment of the older three quarters; the first and the last ones stay. */
  #thin(): void {
    const old = Math.floor(0.75 * this.moments.length);
    const present = this.present;
    const kept = this.moments.filter((moment, k) => k >= old || k % 2 === 0 || moment === present);
    this.moments.splice(0, this.moments.length, ...kept);
    this.#bytes = kept.reduce((sum, moment) => sum + sizeOf(moment), 0);
    this.at = this.moments.indexOf(present);
  }
}

function sizeOf({ state, contacts }: Moment): number {
  let bytes = 500 + contacts.byteLength + 36 * state.contacts.leafA.length;
  for (const { q, v, own } of state.bodies) bytes += 8 * (q.length + v.length + own.length) + 300;
  return bytes;
}
