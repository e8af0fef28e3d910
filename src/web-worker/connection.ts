import { InputError } from '../errors.js';
import type { Answer, Channel, News, PlainError, Request } from './protocol.js';

interface Waiting {
  readonly done: (result: unknown) => void;
  readonly failed: (error: Error) => void;
}

/** The number of the call that opens the world. */
const opening = 0;

/** Messages to the worker, and promises of its answers. */
export class Connection {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, Waiting>();
  #next = opening;
  #dead: Error | undefined;

  /** @param receive gets everything that is no answer to a call */
  constructor(channel: Channel, receive: (news: News) => void, result: (value: unknown) => unknown) {
    this.#channel = channel;
    channel.addEventListener('message', ({ data }) => {
      const answer = data as Answer;
      if (answer.say !== 'done' && answer.say !== 'failed') return receive(answer);
      const waiting = this.#waiting.get(answer.call);
      this.#waiting.delete(answer.call);
      if (answer.say === 'done') waiting?.done(result(answer.result));
      else waiting?.failed(errorOf(answer.error));
    });
    const listen = channel.addEventListener.bind(channel) as (type: string, listener: (event: unknown) => void) => void;
    listen('error', (event) => {
      const { message } = event as { readonly message?: string };
      this.end(new Error(`the worker of the world failed: ${message ?? 'its script could not be loaded'}`));
    });
    channel.start?.();
  }

  /** Sends a request that is answered. */
  ask<T>(request: (call: number) => Request, transfer: Transferable[] = []): Promise<T> {
    if (this.#dead) return Promise.reject(this.#dead);
    const call = this.#next++;
    return new Promise<T>((done, failed) => {
      this.#waiting.set(call, { done: done as (result: unknown) => void, failed });
      try {
        this.#channel.postMessage(request(call), transfer);
      } catch (error) {
        this.#waiting.delete(call);
        failed(error as Error);
      }
    });
  }

  /** Sends a request that is not. */
  tell(request: Request, transfer: Transferable[] = []): void {
    if (!this.#dead) this.#channel.postMessage(request, transfer);
  }

  /** No answers come any more: all promises are rejected, now and later. */
  end(error: Error): void {
    this.#dead ??= error;
    for (const { failed } of this.#waiting.values()) failed(this.#dead);
    this.#waiting.clear();
  }
}

/** The error of plain values: bad arguments are `InputError`s here as they are there. */
export function errorOf({ name, message, stack, problems }: PlainError): Error {
  if (problems) {
    const error = new InputError('', problems);
    error.message = message;
    return error;
  }
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
