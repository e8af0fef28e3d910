import type { Opened, Request, Shown } from '../simulation/messages.js';
import { element, iconButton, setIcon } from './element.js';

const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

/** Play, pause, step, step back, reset, speed, and the recorded past as a slider. */
export class Playback {
  readonly root = element('div', { class: 'playback', role: 'group', 'aria-label': 'playback' });
  readonly #send: (request: Request) => void;
  readonly #play: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #time = element('output', { class: 'time' }, '0.00 s');
  readonly #speed: HTMLSelectElement;
  readonly #marks = element('div', { class: 'snapshots' });
  readonly #loop: HTMLButtonElement;
  #looping = false;
  #playing = false;
  #dragging = false;
  #duration = 1;

  constructor(send: (request: Request) => void) {
    this.#send = send;
    this.#play = iconButton('play', 'play or pause (Space)', () => this.toggle());
    this.#slider = element('input', {
      type: 'range',
      class: 'timeline',
      min: 0,
      max: 1,
      step: 'any',
      value: 0,
      'aria-label': 'time',
      oninput: () => {
        this.#dragging = true;
        send({ type: 'seek', t: Number(this.#slider.value) });
      },
      onchange: () => (this.#dragging = false),
    });
    this.#speed = element('select', {
      'aria-label': 'speed',
      title: 'speed: simulated seconds a second',
      onchange: () => send({ type: 'speed', speed: Number(this.#speed.value) }),
    });
    for (const speed of speeds)
      this.#speed.append(element('option', { value: speed, selected: speed === 1 }, `${speed}×`));
    this.#loop = iconButton('loop', 'again and again (O)', () => this.#toggleLoop());
    this.#loop.setAttribute('aria-pressed', 'false');
    this.root.append(
      iconButton('reset', 'back to the beginning (R)', () => send({ type: 'reset' })),
      iconButton('back', 'one step back (←)', () => send({ type: 'back' })),
      this.#play,
      iconButton('step', 'one step (→)', () => send({ type: 'step' })),
      element('div', { class: 'track' }, this.#slider, this.#marks),
      this.#time,
      this.#speed,
      this.#loop,
    );
    window.addEventListener('keydown', this.#key);
  }

  open(opened: Opened): void {
    this.#duration = opened.duration;
  }

  #toggleLoop(): void {
    this.#looping = !this.#looping;
    this.#loop.setAttribute('aria-pressed', String(this.#looping));
  }

  show(progress: Shown): void {
    const runs = progress.playing || this.#playing;
    this.#playing = progress.playing;
    if (this.#looping && runs && progress.t >= this.#duration - 1e-9) {
      // what was computed is shown again
      this.#send({ type: 'seek', t: 0 });
      this.#send({ type: 'play' });
    }
    setIcon(this.#play, progress.playing ? 'pause' : 'play');
    this.#slider.max = String(Math.max(progress.last, this.#duration));
    if (!this.#dragging) this.#slider.value = String(progress.t);
    const end = Number(this.#slider.max) || 1;
    this.#slider.style.setProperty('--recorded', `${(100 * progress.last) / end}%`);
    this.#slider.style.setProperty('--now', `${(100 * progress.t) / end}%`);
    this.#showSnapshots(progress.snapshots, end);
    this.#time.textContent = `${progress.t.toFixed(progress.t < 10 ? 3 : 2)} s`;
  }

  /** Snapshots as marks on the slider; a click goes on from one. */
  #showSnapshots(times: readonly number[], end: number): void {
    const key = `${times.join()}/${end}`;
    if (this.#marks.dataset.key === key) return;
    this.#marks.dataset.key = key;
    const marks = times.map((t, k) =>
      element('button', {
        type: 'button',
        style: `left: ${(100 * t) / end}%`,
        title: `go on from the snapshot at ${t.toFixed(3)} s`,
        'aria-label': `snapshot at ${t.toFixed(3)} s`,
        onclick: () => this.#send({ type: 'restore', snapshot: k }),
      }),
    );
    this.#marks.replaceChildren(...marks);
  }

  toggle(): void {
    this.#send({ type: this.#playing ? 'pause' : 'play' });
  }

  dispose(): void {
    window.removeEventListener('keydown', this.#key);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    // with Shift, arrows turn the view
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key.startsWith('Arrow'))) return;
    if (target.matches('input:not([type=range]), textarea, select, [contenteditable]')) return;
    const acts: Record<string, () => void> = {
      ' ': () => this.toggle(),
      ArrowRight: () => this.#send({ type: 'step' }),
      ArrowLeft: () => this.#send({ type: 'back' }),
      r: () => this.#send({ type: 'reset' }),
      o: () => this.#toggleLoop(),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
