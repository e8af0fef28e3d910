import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Whether there is a Redis that tests can start (Debian: redis-server). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A Redis of our own on 127.0.0.1, with an append-only file in a temporary folder, ended by its id. */
export class TestRedis {
  readonly port: number;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-redis-'));
  readonly #password: string | undefined;
  #process: ChildProcess | undefined;

  private constructor(port: number, password?: string) {
    this.port = port;
    this.#password = password;
  }

  static async start(password?: string): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), password);
    await redis.begin();
    return redis;
  }

  get url(): string {
    return `redis://${this.#password ? `:${this.#password}@` : ''}127.0.0.1:${this.port}`;
  }

  async begin(): Promise<void> {
    const args = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder, '--appendonly', 'yes'];
    // every write is on disk before it is answered: a kill loses nothing that was acknowledged
    args.push('--appendfsync', 'always', '--save', '', ...(this.#password ? ['--requirepass', this.#password] : []));
    this.#process = spawn('redis-server', args, { stdio: 'ignore' });
    for (let k = 0; k < 200 && !(await this.#answers()); k++) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = net.connect(this.port, '127.0.0.1', () => resolve(socket.destroy() !== undefined));
      socket.on('error', () => resolve(false));
    });
  }

  /** Ends it, by default without warning. */
  end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const own = this.#process!;
    return new Promise((resolve) => {
      if (own.exitCode !== null || own.signalCode !== null) return resolve();
      own.once('exit', () => resolve());
      own.kill(signal);
    });
  }

  async close(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
