import type { ContactReport, Opened, Progress, Request, Response } from './messages.js';
import SimulationWorker from './worker.js?worker&inline';

type Failure = Extract<Response, { type: 'failed' }>;
type FileAnswer = Extract<Response, { type: 'file' }>;

/** What a page does with the worker's answers. */
export interface Listener {
  opened(opened: Opened): void;
  progress(progress: Progress): void;
  failed(failure: Failure): void;
  contact?(report: ContactReport): void;
  file?(file: FileAnswer): void;
}

/** A simulation in a worker, seen from the page. */
export class SimulationClient {
  readonly #worker = new SimulationWorker();
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#worker.onmessage = ({ data }: MessageEvent<Response>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      listener.failed({
        type: 'failed',
        message: event.message || 'the simulation could not be started',
        problems: [],
      });
    };
  }

  send(request: Request): void {
    this.#worker.postMessage(request);
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #receive(answer: Response): void {
    switch (answer.type) {
      case 'opened':
        return this.#listener.opened(answer);
      case 'frame':
        // the next frame comes only after this one could be drawn
        requestAnimationFrame(() => this.send({ type: 'drawn' }));
        return this.#listener.progress(answer);
      case 'failed':
        return this.#listener.failed(answer);
      case 'contact':
        return this.#listener.contact?.(answer);
      case 'file':
        return this.#listener.file?.(answer);
    }
  }
}
