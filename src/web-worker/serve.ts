/** The worker's side of `stickslip/web-worker`. */
import { InputError } from '../errors.js';
import type { WorldEvents } from '../world/queries/events.js';
import { refuse } from '../world/parts/check.js';
import { World } from '../world/world.js';
import { SharedSink, TransferSink } from './frame-sink.js';
import { Player } from './player.js';
import { type Answer, type Channel, type PlainError, type Request, ownCalls } from './protocol.js';
import { ServedWorld } from './served-world.js';

export { World } from '../world/world.js';

/** What a worker adds to the world that it serves. */
export interface ServeOptions {
  /** called with the world once it is made: functions (fields, filters, own models) can only be given here */
  readonly setup?: (world: World) => void;
  /** functions that the page calls with `world.call(name, ...)`; handles may be handed over and returned */
  readonly calls?: Readonly<Record<string, (world: World, ...args: never[]) => unknown>>;
  /** where the page is. Default: the page that made this worker */
  readonly channel?: Channel;
}

/**
 * Makes a world when the page asks for one, and steps it here. To be called once, when the worker starts.
 *
 * @example
 * ```ts
 * import { serveWorld } from 'stickslip/web-worker/serve';
 *
 * serveWorld({
 *   setup: (world) => world.addForceField((out, x) => out.set([-x[0], -x[1], 0])),
 *   calls: { countRopes: (world) => world.handles.filter(({ kind }) => kind === 'rope').length },
 * });
 * ```
 */
export function serveWorld(options: ServeOptions = {}): void {
  const channel = options.channel ?? (globalThis as unknown as Channel);
  const server = new Server(channel, options);
  channel.addEventListener('message', ({ data }) => server.receive(data as Request));
  channel.start?.();
}

class Server {
  readonly #channel: Channel;
  readonly #options: ServeOptions;
  readonly #listening = new Set<string>();
  #served: ServedWorld | undefined;
  #player: Player | undefined;

  constructor(channel: Channel, options: ServeOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  readonly #post = (answer: Answer, transfer: Transferable[] = []): void => this.#channel.postMessage(answer, transfer);

  receive(request: Request): void {
    switch (request.do) {
      case 'open':
        this.#answer(0, () => this.#open(request));
        break;
      case 'call':
        this.#answer(request.call, () => this.#call(request));
        break;
      case 'set':
        this.#answer(request.call, () => {
          this.#served!.set(request.on, request.property, request.value);
          this.#served!.show();
        });
        break;
      case 'play':
        this.#answer(request.call, () => this.#player!.play(request.rate));
        break;
      case 'pause':
        this.#answer(request.call, () => this.#player!.pause());
        break;
      case 'listen':
        this.#listen(request.type as keyof WorldEvents);
        break;
      case 'return':
        this.#served?.giveBack(request.buffer);
        break;
      case 'forget':
        this.#served?.forget(request.key);
        break;
    }
  }

  #answer(call: number, act: () => unknown): void {
    try {
      const result = act();
      const transfer = result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : [];
      this.#post({ say: 'done', call, result }, transfer);
    } catch (error) {
      this.#post({ say: 'failed', call, error: plainError(error) });
    }
  }

  #open({ options, scene, snapshot, shared }: Extract<Request, { do: 'open' }>): void {
    if (this.#served) refuse('workerWorld', 'worker', 'a worker of its own', 'one that has a world already');
    const own = options as ConstructorParameters<typeof World>[0];
    const world = snapshot ? World.fromSnapshot(snapshot) : scene ? World.fromScene(scene, own) : new World(own);
    this.#options.setup?.(world);
    const sink = shared ? new SharedSink() : new TransferSink(this.#channel);
    const served = (this.#served = new ServedWorld(world, this.#post, sink));
    this.#player = new Player(served, (error) => {
      this.#post({ say: 'event', type: 'error', event: plainError(error) });
    });
    this.#post({ say: 'ready', h: world.h, gravity: [...world.gravity] });
    served.show();
  }

  #call({ on, method, arguments: given }: Extract<Request, { do: 'call' }>): unknown {
    const served = this.#served!;
    const result = on === ownCalls ? this.#own(method, given) : served.call(on, method, given);
    if (ServedWorld.changes(method)) served.show();
    return result;
  }

  #own(name: string, given: readonly unknown[]): unknown {
    const { calls = {} } = this.#options;
    if (!Object.hasOwn(calls, name)) {
      refuse(
        'call',
        'name',
        `a function given to serveWorld: ${Object.keys(calls).join(', ') || 'there is none'}`,
        name,
      );
    }
    const served = this.#served!;
    const args = given.map((value) => served.decode(value)) as never[];
    return served.encode(calls[name](served.world, ...args));
  }

  #listen(type: keyof WorldEvents): void {
    if (this.#listening.has(type)) return;
    this.#listening.add(type);
    const served = this.#served!;
    served.world.on(type, (event) => this.#post({ say: 'event', type, event: served.encode(event) }));
  }
}

function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  const plain = { name, message, ...(stack !== undefined && { stack }) };
  return error instanceof InputError ? { ...plain, problems: error.problems } : plain;
}
