import { decodeContacts, noContacts } from '../../record/contacts.js';
import { type FrameLayout, decodeFrame } from '../../record/frame.js';
import { type Listener, type Player, type Progress, type Request, type Response, shownLayout } from './messages.js';
import SimulationWorker from './worker.js?worker&inline';

/** Threads beside the simulation's own; the page needs a processor too. */
const threadCount = Math.max(1, Math.min(4, navigator.hardwareConcurrency - 2));

/** A simulation in a worker, seen from the page. */
export class SimulationClient implements Player {
  readonly #worker = new SimulationWorker();
  readonly #listener: Listener;
  readonly #threads: Worker[] = [];
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
    for (const worker of [this.#worker, ...this.#threads]) worker.terminate();
  }

  #receive(answer: Response): void {
    switch (answer.type) {
      case 'opened':
        this.#layout = shownLayout(answer.bodies, answer.obstacles);
        return this.#listener.opened(answer);
      case 'frame':
        // the next frame comes only after this one could be drawn
        requestAnimationFrame(() => this.send({ type: 'drawn' }));
        return this.#show(answer);
      case 'threads':
        return this.#startThreads();
      case 'failed':
        return this.#listener.failed(answer);
      case 'contact':
        return this.#listener.contact?.(answer);
      case 'file':
        return this.#listener.file?.(answer);
    }
  }

  /** Further workers, connected with the simulation's own: it waits for them, which it must not do for the page. */
  #startThreads(): void {
    const ports = Array.from({ length: threadCount }, () => {
      const { port1, port2 } = new MessageChannel();
      const thread = new SimulationWorker();
      this.#threads.push(thread);
      thread.postMessage({ type: 'serve', port: port1 }, [port1]);
      return port2;
    });
    this.#worker.postMessage({ type: 'threads', ports }, ports);
  }

  #show(progress: Progress): void {
    const frame = this.#layout && decodeFrame(progress.frame, this.#layout);
    if (frame)
      this.#listener.progress({ ...progress, frame, contacts: decodeContacts(progress.contacts) ?? noContacts });
  }
}
