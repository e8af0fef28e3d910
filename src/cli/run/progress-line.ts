import type { StepRecord } from '../../dynamics/report/step-record.js';
import { now } from '../../friction/clock.js';
import type { Runner } from '../../record/runner.js';
import { count, duration, short } from '../../present/format.js';
import { Progress } from '../progress.js';
import type { Terminal } from '../terminal.js';

/** Seconds between lines: on a screen, where they replace each other, and in a log. */
const pause = { screen: 0.25, log: 5 };

/** Says now and then how far a run is: time, contacts, error, step, time left. */
export class ProgressLine {
  readonly #progress: Progress;
  readonly #pause: number;
  readonly #begin = now();
  readonly #from: number;
  #last = now();

  constructor(terminal: Terminal, run: Runner) {
    this.#progress = new Progress(terminal);
    this.#pause = terminal.screen ? pause.screen : pause.log;
    this.#from = run.progress;
  }

  /** Shows a line if it is time for one. */
  update(run: Runner, step: StepRecord): void {
    const time = now();
    if (time - this.#last < this.#pause) return;
    this.#last = time;
    const done = run.progress - this.#from;
    const left = done > 0 ? ((time - this.#begin) * (1 - run.progress)) / done : Infinity;
    const end = run.wholeSteps * run.scene.step.length;
    const parts = [
      `${(100 * run.progress).toFixed(0).padStart(3)} %`,
      `t ${short(step.t, 3)} of ${short(end, 3)} s`,
      count(step.contacts, 'contact'),
      `error ${short(step.error, 1)}`,
      `step ${duration(step.h)}`,
      Number.isFinite(left) ? `${duration(left)} left` : '',
    ];
    this.#progress.show(parts.filter((part) => part !== '').join('  '));
  }

  clear(): void {
    this.#progress.clear();
  }
}
