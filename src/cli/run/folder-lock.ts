import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { InputError } from '../../errors.js';
import { OutputError } from './out-folder.js';
import { isAlive, thisProcess } from './process-identity.js';

/** Name of the lock inside a folder. */
export const lockName = 'run.lock';

/** Pause between heartbeats (ms). */
const heartbeatPause = 10_000;

/**
 * Silence after which an owner on another machine is taken for dead (ms): twelve heartbeats, and twice as long as network
 * file systems may show an old time (60 s by default with NFS).
 */
const longestSilence = 120_000;

const ownerSchema = z.object({
  token: z.string(),
  pid: z.int(),
  started: z.string().optional(),
  machine: z.string(),
  host: z.string(),
  doing: z.string(),
  since: z.string(),
});

type Owner = z.output<typeof ownerSchema>;

/** A lock as it was found. */
interface Found {
  readonly owner: Owner | undefined;
  /** time since the last heartbeat (ms) */
  readonly silence: number;
}

/**
 * The right to write into a folder, held by one process at a time: a file with its owner, whose time of change is the
 * heartbeat. An owner that has died is recognised, at once on the same machine and by its silence on others, and followed:
 * the successor of an owner is whoever makes the file `run.lock.after.TOKEN`, which can be made once, so two that see
 * the same dead owner do not both follow it.
 */
export class FolderLock {
  readonly #file: string;
  readonly #token: string;
  readonly #descriptor: number;
  readonly #heart: Worker;

  /**
   * Takes the lock of a folder that exists; an `InputError` where another process has it.
   * @param doing what the owner does, for messages to others
   */
  constructor(folder: string, doing: string) {
    this.#file = path.join(folder, lockName);
    this.#token = randomUUID();
    const since = new Date().toISOString();
    const text = JSON.stringify({ token: this.#token, ...thisProcess(), doing, since });
    const own = `${this.#file}.${this.#token}`;
    try {
      writeFileSync(own, text);
      while (!this.#tryToTake(own, text));
      this.#descriptor = openSync(this.#file, 'r+');
    } catch (cause) {
      if (cause instanceof InputError) throw cause;
      throw new OutputError(this.#file, 'a file that can be written', cause);
    } finally {
      rmSync(own, { force: true });
    }
    // a thread of its own: a long step must not look like death
    const workerData = { descriptor: this.#descriptor, heartbeatPause };
    this.#heart = new Worker(heart, { eval: true, execArgv: [], workerData });
    // without a heart the run is still right: whoever takes it for dead is noticed by `check`
    this.#heart.on('error', () => undefined);
    this.#heart.unref();
  }

  /** Throws an `InputError` where somebody took this process for dead and took the folder over. */
  check(): void {
    if (lookAt(this.#file)?.owner?.token === this.#token) return;
    throw new InputError('the lock of the folder is lost', [
      { path: this.#file, expected: 'the lock of this run', found: describe(lookAt(this.#file)) },
    ]);
  }

  release(): void {
    // the file is closed once the thread has ended: its number may go to another file, which must not get heartbeats
    void this.#heart.terminate().then(() => closeSync(this.#descriptor));
    if (lookAt(this.#file)?.owner?.token === this.#token) rmSync(this.#file, { force: true });
  }

  /** One attempt; false where the situation changed meanwhile. */
  #tryToTake(own: string, text: string): boolean {
    const dead: { file: string; token: string }[] = [];
    let file = this.#file;
    while (!makeOnce(own, file, text)) {
      const found = lookAt(file, statSync(own).mtimeMs);
      // released between the two looks
      if (found === undefined) return false;
      if (!isStale(found)) throw inUse(path.dirname(this.#file), this.#file, found);
      // no token: an empty file of a system without links whose owner died while making it
      dead.push({ file, token: found.owner?.token ?? 'nobody' });
      file = `${this.#file}.after.${dead.at(-1)!.token}`;
    }
    if (dead.length === 0) return true;
    // while this process has the last file of the chain, nobody else may change those before it
    const same = dead.every((link) => (lookAt(link.file)?.owner?.token ?? 'nobody') === link.token);
    if (same) {
      renameSync(own, this.#file);
      for (const link of dead.slice(1)) rmSync(link.file, { force: true });
    }
    unlinkSync(file);
    return same;
  }
}

/** Makes a file with the content of `own` that was not there before; false where it was. */
function makeOnce(own: string, file: string, text: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error;
  }
  // a file system without links
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The lock in a file, or undefined where there is none. `time`: by the clock of the file system (ms). */
function lookAt(file: string, time = 0): Found | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const silence = Math.max(0, time - statSync(file).mtimeMs);
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      // not a lock, or not yet
    }
    return { owner: ownerSchema.safeParse(json).data, silence };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An owner that can be seen is asked for; of others the heartbeat tells. */
function isStale({ owner, silence }: Found): boolean {
  const alive = owner && isAlive(owner);
  return alive === undefined ? silence > longestSilence : !alive;
}

function describe(found: Found | undefined): string {
  if (!found) return 'nothing there';
  const { owner, silence } = found;
  const last = `last sign of life ${Math.round(silence / 1000)} s ago`;
  if (!owner) return `a file without an owner, ${last}`;
  return `process ${owner.pid} on ${owner.host} (${owner.doing}), since ${owner.since}, ${last}`;
}

function inUse(folder: string, file: string, found: Found): InputError {
  const seen = found.owner && isAlive(found.owner) !== undefined;
  const wait = Math.max(1, Math.ceil((longestSilence - found.silence) / 1000));
  const hint = seen
    ? 'wait for it to end, or choose another folder'
    : `wait for it to end, or choose another folder; if it is dead, the folder is free in ${wait} s, or once ${file} is deleted`;
  return new InputError('the folder is being written to', [
    { path: folder, expected: 'a folder that nobody writes to', found: describe(found), hint },
  ]);
}

/**
 * What runs in the thread of the heartbeat. It writes the first byte again rather than setting a time: so the time is that
 * of the file system's clock, which all machines share. Where that fails once the next may succeed.
 */
const heart = `
  const { workerData: { descriptor, heartbeatPause } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  setInterval(() => {
    try {
      writeSync(descriptor, '{', 0);
    } catch {}
  }, heartbeatPause);
`;
