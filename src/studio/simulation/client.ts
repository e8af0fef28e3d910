import { decodeContacts, noContacts } from '../../record/contacts.js';
import { type FrameLayout, decodeFrame, frameLayout } from '../../record/frame.js';
import type { Listener, Player, Progress, Request, Response } from './messages.js';
import SimulationWorker from './worker.js?worker&inline';

/** A simulation in a worker, seen from the page. */
export class SimulationClient implements Player {
  readonly #worker = new SimulationWorker();
  readonly #listener: Listener;
  #layout: FrameLayout | undefined;

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
        this.#layout = frameLayout(answer.bodies, answer.obstacles);
        return this.#listener.opened(answer);
      case 'frame':
        // the next frame comes only after this one could be drawn
        requestAnimationFrame(() => this.send({ type: 'drawn' }));
        return this.#show(answer);
      case 'failed':
        return this.#listener.failed(answer);
      case 'contact':
        return this.#listener.contact?.(answer);
      case 'file':
        return this.#listener.file?.(answer);
    }
  }

  #show(progress: Progress): void {
    const frame = this.#layout && decodeFrame(progress.frame, this.#layout);
    if (frame)
      this.#listener.progress({ ...progress, frame, contacts: decodeContacts(progress.contacts) ?? noContacts });
  }
}
