import type { ServedWorld } from './served-world.js';

/** Steps are taken for at most this long before calls of the page are heard (s). */
const longestTurn = 0.012;
/** A world that is further behind than this goes on from where it is (s). */
const mostBehind = 0.1;
/** Times that the rate is averaged over (s). */
const rateSpan = 0.5;

const now = (): number => performance.now() / 1000;

/** Steps a world at the pace of the clock, or as fast as it can where that is slower. */
export class Player {
  readonly #served: ServedWorld;
  readonly #fail: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** timers of no delay take 4 ms in browsers; a message to oneself is heard after those of the page that wait already */
  #soon: MessageChannel | undefined;
  #rate = 1;
  /** clock and world when they were last together */
  #since = 0;
  #from = 0;
  /** where the present measurement of the rate began */
  #measured = 0;
  #measuredFrom = 0;

  constructor(served: ServedWorld, fail: (error: unknown) => void) {
    this.#served = served;
    this.#fail = fail;
  }

  /** Goes on, `rate` simulated seconds a second. */
  play(rate: number): void {
    this.#rate = rate;
    this.#together();
    this.#measured = this.#since;
    this.#measuredFrom = this.#from;
    if (this.#soon) return;
    this.#soon = new MessageChannel();
    this.#soon.port1.onmessage = this.#turn;
    this.#soon.port2.postMessage(0);
  }

  pause(): void {
    this.#stop();
    this.#served.show();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#soon?.port1.close();
    this.#soon = undefined;
    this.#served.rate = 0;
  }

  #together(): void {
    this.#since = now();
    this.#from = this.#served.world.t;
  }

  readonly #turn = (): void => {
    if (!this.#soon) return;
    const served = this.#served;
    const { world } = served;
    const begun = now();
    const target = (): number => this.#from + this.#rate * (now() - this.#since);
    try {
      let stepped = false;
      // a step is due once the clock has passed its middle
      while (world.t + 0.5 * world.h < target() && now() - begun < longestTurn) {
        served.step();
        stepped = true;
      }
      if (target() - world.t > this.#rate * mostBehind) this.#together();
      if (stepped) {
        this.#measure();
        served.show();
      }
    } catch (error) {
      this.#stop();
      this.#fail(error);
      return;
    }
    const wait = (world.t + 0.5 * world.h - target()) / this.#rate;
    if (wait > 0) this.#timer = setTimeout(this.#turn, 1000 * wait);
    else this.#soon.port2.postMessage(0);
  };

  #measure(): void {
    const time = now();
    const passed = time - this.#measured;
    if (passed < rateSpan && this.#served.rate > 0) return;
    this.#served.rate = passed > 0 ? (this.#served.world.t - this.#measuredFrom) / passed : 0;
    this.#measured = time;
    this.#measuredFrom = this.#served.world.t;
  }
}
