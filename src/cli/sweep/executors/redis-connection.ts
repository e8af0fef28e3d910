import type * as bullmqModule from 'bullmq';
import type * as ioredisModule from 'ioredis';
import type { Redis } from 'ioredis';
import { InputError } from '../../../errors.js';

/** The packages behind the queue, loaded where a queue is asked for: they are optional. */
export interface QueuePackages {
  readonly bullmq: typeof bullmqModule;
  readonly connect: (options?: Record<string, unknown>) => Redis;
}

/** Environment variable that holds the address, so that a password need not stand on the command line. */
export const redisVariable = 'STICKSLIP_REDIS';

/** How long a Redis may take to answer at first (ms). */
const patience = 5000;

/** The address given, or that of the environment; an `InputError` where there is none or it makes no sense. */
export function redisAddress(given: string | undefined): URL {
  const text = given ?? process.env[redisVariable];
  const hint = `--redis redis://127.0.0.1:6379, or ${redisVariable} in the environment; rediss:// is TLS`;
  const wrong = (found: string): InputError =>
    new InputError('no queue to use', [{ path: '--redis', expected: 'the address of a Redis', found, hint }]);
  if (text === undefined || text === '') throw wrong('nothing');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('something that is no address');
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw wrong(url.protocol);
  return url;
}

/** The address without its password, for messages. */
export function publicAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}

/** What is unwise about an address, or undefined. */
export function securityWarning(url: URL): string | undefined {
  if (['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return undefined;
  if (url.protocol === 'rediss:' && url.password !== '') return undefined;
  const lacks = [url.password === '' ? 'a password' : '', url.protocol === 'rediss:' ? '' : 'TLS (rediss://)'];
  return `warning: a Redis on a network without ${lacks.filter(Boolean).join(' and ')}: whoever reaches it can read and change studies (docs/studies-redis.md)`;
}

/** Loads the packages and makes sure that the Redis answers; throws an `InputError` that says what to do. */
export async function openQueue(url: URL): Promise<QueuePackages> {
  let bullmq: typeof bullmqModule;
  let redis: Pick<typeof ioredisModule, 'Redis'>;
  try {
    bullmq = await import('bullmq');
    redis = await import('ioredis');
  } catch (cause) {
    const problem = { path: 'bullmq', expected: 'the packages bullmq and ioredis', found: 'not installed' };
    throw new InputError(
      'the redis executor needs two packages',
      [{ ...problem, hint: 'npm install bullmq ioredis' }],
      { cause },
    );
  }
  // blocking commands of workers must not be given up while a Redis restarts
  const connect = (options: Record<string, unknown> = {}): Redis => {
    const connection = new redis.Redis(url.href, { maxRetriesPerRequest: null, ...options });
    // told by those who wait; without a listener the process would end
    connection.on('error', () => {});
    return connection;
  };
  await greet(
    new redis.Redis(url.href, { lazyConnect: true, retryStrategy: () => null, connectTimeout: patience }),
    url,
  );
  return { bullmq, connect };
}

async function greet(connection: Redis, url: URL): Promise<void> {
  let fault: unknown;
  connection.on('error', (error: unknown) => (fault ??= error));
  try {
    await connection.connect();
    await connection.ping();
  } catch (cause) {
    const text = [fault, cause].map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
    const password = /WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(text);
    const found = password ? 'a refusal: wrong or missing user or password' : text.split(';', 1)[0];
    const hint = password
      ? `redis://:PASSWORD@host:port in ${redisVariable}`
      : 'is it running there, and may this machine reach it? redis-cli -u ADDRESS ping';
    throw new InputError(
      'the queue cannot be used',
      [{ path: publicAddress(url), expected: 'an answer of Redis', found, hint }],
      { cause },
    );
  } finally {
    connection.disconnect();
  }
}
