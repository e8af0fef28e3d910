import { SimulationClient } from '../simulation/client.js';
import type { Opened, Request, Response, Shown } from '../simulation/messages.js';

/** What a page does with two simulations in lock step. */
export interface LockStepListener {
  opened(side: 0 | 1, opened: Opened): void;
  /** both sides stand at the same time */
  moment(sides: readonly [Shown, Shown], playing: boolean): void;
  failed(side: 0 | 1, failure: Extract<Response, { type: 'failed' }>): void;
}

/** Two simulations that take their steps together: neither goes on before the other has come as far. */
export class LockStep {
  readonly #clients: readonly [SimulationClient, SimulationClient];
  readonly #listener: LockStepListener;
  readonly #latest: [Shown | undefined, Shown | undefined] = [undefined, undefined];
  /** scenes that a side was asked to open and has not yet */
  readonly #unopened = [0, 0];
  #waiting = 0;
  #playing = false;
  #speed = 1;
  #step = 0.01;
  #duration = 1;
  #last = 0;
  #stopAtEnd = true;

  constructor(listener: LockStepListener) {
    this.#listener = listener;
    this.#clients = [this.#client(0), this.#client(1)];
  }

  /** Opens a scene on both sides. */
  open(scenes: readonly [unknown, unknown], play: boolean): void {
    this.#playing = play;
    this.#stopAtEnd = true;
    this.#latest.fill(undefined);
    this.#waiting = 2;
    this.#unopened.forEach((count, k) => (this.#unopened[k] = count + 1));
    this.#clients.forEach((client, k) => client.send({ type: 'open', scene: scenes[k], play: false }));
  }

  /** Playback for both. */
  send(request: Request): void {
    const { t } = this.#latest[0] ?? { t: 0 };
    switch (request.type) {
      case 'play':
        this.#playing = true;
        this.#last = performance.now();
        if (this.#waiting === 0) this.#advance();
        return;
      case 'pause':
        this.#playing = false;
        if (this.#waiting === 0) this.#tell();
        return;
      case 'speed':
        this.#speed = request.speed;
        return;
      case 'step':
        this.#playing = false;
        return this.#both({ type: 'advance', t: t + this.#step });
      case 'back':
        this.#playing = false;
        return this.#both({ type: 'seek', t: t - this.#step + 1e-9 });
      case 'reset':
        this.#stopAtEnd = true;
        return this.#both(request);
      case 'seek':
        this.#playing = false;
        return this.#both({ type: 'seek', t: request.t });
      default:
        return;
    }
  }

  dispose(): void {
    this.#playing = false;
    for (const client of this.#clients) client.dispose();
  }

  #client(side: 0 | 1): SimulationClient {
    return new SimulationClient({
      opened: (opened) => {
        this.#unopened[side]--;
        this.#step = side === 0 ? opened.step : Math.max(this.#step, opened.step);
        this.#duration = opened.duration;
        this.#listener.opened(side, opened);
      },
      progress: (progress) => this.#arrived(side, progress),
      failed: (failure) => {
        this.#unopened[side] = Math.max(0, this.#unopened[side] - 1);
        this.#playing = false;
        this.#listener.failed(side, failure);
      },
    });
  }

  #both(request: Request): void {
    // one request at a time; what comes in between is the next drag of a slider away
    if (this.#waiting > 0) return;
    this.#waiting = 2;
    for (const client of this.#clients) client.send(request);
  }

  #arrived(side: 0 | 1, progress: Shown): void {
    // still of what was compared before
    if (this.#unopened[side] > 0) return;
    this.#latest[side] = progress;
    this.#waiting = Math.max(0, this.#waiting - 1);
    if (this.#waiting > 0 || !this.#latest[0] || !this.#latest[1]) return;
    if (this.#stopAtEnd && progress.t >= this.#duration - 1e-9) {
      this.#playing = false;
      this.#stopAtEnd = false;
    }
    this.#tell();
    if (this.#playing) requestAnimationFrame(() => this.#advance());
  }

  #tell(): void {
    const [a, b] = this.#latest;
    if (a && b) this.#listener.moment([a, b], this.#playing);
  }

  /** To where the clock on the wall is, at least one step. */
  #advance(): void {
    if (!this.#playing || this.#waiting > 0) return;
    const now = performance.now();
    const elapsed = Math.min(0.05, (now - this.#last) / 1000) * this.#speed;
    this.#last = now;
    const steps = Math.max(1, Math.round(elapsed / this.#step));
    this.#both({ type: 'advance', t: this.#latest[0]!.t + steps * this.#step });
  }
}
