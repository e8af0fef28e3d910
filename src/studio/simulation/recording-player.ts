import type { Frame } from '../../record/frame.js';
import { looksOf } from '../../record/looks.js';
import type { Recording } from '../../record/recording.js';
import { inspectScene } from '../../scene/read-scene.js';
import { type StartFrame, startOf, whyNotTakenUp } from './start-frame.js';
import type { Listener, Opened, Player, Request } from './messages.js';
import { velocitiesBetween } from './velocities.js';

/** Plays a recording as if it were a simulation, as far as that goes. */
export class RecordingPlayer implements Player {
  readonly #recording: Recording;
  readonly #listener: Listener;
  readonly #times: Float64Array;
  readonly #rows: Float64Array[];
  #at = 0;
  /** steps handed over so far */
  #told = 0;
  #playing = false;
  #speed = 1;
  #clock = 0;
  #last = 0;
  #asked = 0;

  constructor(recording: Recording, listener: Listener) {
    this.#recording = recording;
    this.#listener = listener;
    this.#times = Float64Array.from({ length: recording.frames }, (_, k) => recording.frame(k).t);
    this.#rows = Array.from(recording.steps(), (row) => row.slice());
  }

  /** Shows the first frame, and goes on from there. */
  open(play: boolean): void {
    this.#listener.opened(this.#describe());
    this.#show(true);
    if (play) this.send({ type: 'play' });
  }

  send(request: Request): void {
    switch (request.type) {
      case 'play':
        if (this.#at === this.#times.length - 1) this.#at = 0;
        this.#playing = true;
        this.#clock = this.#times[this.#at];
        this.#last = performance.now();
        return this.#next();
      case 'pause':
        return this.#stop(this.#at);
      case 'step':
        return this.#stop(this.#at + 1);
      case 'back':
        return this.#stop(this.#at - 1);
      case 'reset':
        return this.#stop(0);
      case 'seek':
        return this.#stop(this.#frameAt(request.t));
      case 'speed':
        this.#speed = request.speed;
        return;
      default:
        return;
    }
  }

  /** Why it cannot be taken up from the frame on show; undefined where it can. */
  get whyNotTakenUp(): string | undefined {
    return whyNotTakenUp(this.#recording);
  }

  /** The frame on show, to go on from. */
  get start(): StartFrame {
    return startOf(this.#recording, this.#at);
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    this.#playing = false;
  }

  #describe(): Opened {
    const { header } = this.#recording;
    const { scene } = inspectScene(header.scene);
    const last = this.#times[this.#times.length - 1] ?? 0;
    return {
      type: 'opened',
      name: scene?.name ?? 'recording',
      description: scene?.description ?? '',
      duration: last,
      step: header.frameTime,
      dofs: 0,
      gravity: scene?.gravity ?? [0, 0, -9.81],
      bodies: header.bodies,
      obstacles: header.obstacles,
      looks: looksOf(header),
      seconds: 0,
    };
  }

  #stop(at: number): void {
    this.#playing = false;
    cancelAnimationFrame(this.#asked);
    this.#at = Math.max(0, Math.min(this.#times.length - 1, at));
    this.#show();
  }

  #next(): void {
    cancelAnimationFrame(this.#asked);
    this.#asked = requestAnimationFrame(() => {
      if (!this.#playing) return;
      const now = performance.now();
      this.#clock += (Math.min(now - this.#last, 100) * this.#speed) / 1000;
      this.#last = now;
      const at = this.#frameAt(this.#clock);
      if (at === this.#times.length - 1) return this.#stop(at);
      if (at !== this.#at) {
        this.#at = at;
        this.#show();
      }
      this.#next();
    });
  }

  /** The last frame at or before a time. */
  #frameAt(t: number): number {
    let k = 0;
    while (k < this.#times.length - 1 && this.#times[k + 1] <= t + 1e-9) k++;
    return k;
  }

  /** The frame on show, with velocities: its own, or from the frame before. */
  #frame(): Frame {
    const frame = this.#recording.frame(this.#at);
    if (frame.velocities || this.#times.length < 2) return frame;
    const k = Math.max(1, this.#at);
    const { layout } = this.#recording;
    return { ...frame, velocities: velocitiesBetween(this.#recording.frame(k - 1), this.#recording.frame(k), layout) };
  }

  #show(first = false): void {
    const t = this.#times[this.#at] ?? 0;
    const from = this.#told;
    while (this.#told < this.#rows.length && this.#rows[this.#told][0] <= t + 1e-9) this.#told++;
    const fresh = this.#rows.slice(from, this.#told);
    this.#listener.progress({
      type: 'frame',
      playing: this.#playing,
      t,
      first: 0,
      last: this.#times[this.#times.length - 1] ?? 0,
      frame: this.#frame(),
      contacts: this.#recording.contacts(this.#at),
      rows: Float64Array.from(fresh.flatMap((row) => [...row])),
      row: this.#rows.findLast(([end]) => end <= t + 1e-9) ?? new Float64Array(0),
      truncated: first,
      keepUntil: -1,
      hash: this.#at === this.#times.length - 1 ? this.#recording.summary()?.stateHash : undefined,
      rate: this.#playing ? this.#speed : 0,
      stepsPerSecond: 0,
      joints: new Float64Array(0),
      pins: [],
      pull: undefined,
      snapshots: [],
      warning: undefined,
    });
  }
}
