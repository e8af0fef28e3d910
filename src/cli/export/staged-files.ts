import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { InputError } from '../../errors.js';
import type { Piece } from '../../io/export/exporter.js';
import { OutputError, makeFolder } from '../run/out-folder.js';

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files of one frame each; those of an earlier, longer export must not stay among the new ones. */
const frameFile = /^(?:\w+-)?frame-\d+\.\w+$/;

/**
 * The files of one export, written into a folder aside and moved to their places once all of them are whole and on the
 * disk: a full disk or a killed program leaves nothing under the final names.
 */
export class StagedFiles {
  readonly #folder: string;
  readonly #stage: string;
  readonly #written: { name: string; bytes: number }[] = [];

  /** @param label tells exports of one folder apart */
  constructor(folder: string, label: string) {
    this.#folder = folder;
    const prefix = `.${label}.part-`;
    this.#stage = path.join(folder, `${prefix}${process.pid}`);
    attempt(folder, () => {
      makeFolder(folder);
      for (const name of readdirSync(folder)) {
        const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN;
        if (pid === process.pid || (pid > 0 && !runs(pid))) rmSync(path.join(folder, name), { recursive: true });
      }
      mkdirSync(this.#stage);
    });
  }

  /** Where a file is to be written by others; `took` notes it then. */
  place(name: string): string {
    const file = path.join(this.#stage, name);
    attempt(path.join(this.#folder, name), () => mkdirSync(path.dirname(file), { recursive: true }));
    return file;
  }

  /** A file that others have written at its place. */
  took(name: string): void {
    attempt(path.join(this.#folder, name), () => {
      const file = path.join(this.#stage, name);
      const descriptor = openSync(file, 'r+');
      fsyncSync(descriptor);
      closeSync(descriptor);
      this.#written.push({ name, bytes: statSync(file).size });
    });
  }

  /** Writes a file piece by piece. */
  async write(name: string, pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<void> {
    const target = path.join(this.#folder, name);
    const file = this.place(name);
    const descriptor = attempt(target, () => openSync(file, 'w'));
    let total = 0;
    try {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
        attempt(target, () => {
          for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done);
        });
        total += bytes.length;
      }
      attempt(target, () => fsyncSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
    this.#written.push({ name, bytes: total });
  }

  /** Moves everything to its place, files in folders first: an index is there only once what it names is. */
  commit(replace: boolean): WrittenFile[] {
    const written = this.#written;
    if (!replace) this.#refuseExisting();
    const inner = written.filter(({ name }) => name.includes('/'));
    attempt(this.#folder, () => {
      for (const folder of new Set(inner.map(({ name }) => path.dirname(name)))) this.#clear(folder, inner);
      for (const { name } of [...inner, ...written.filter(({ name }) => !name.includes('/'))]) {
        renameSync(path.join(this.#stage, name), path.join(this.#folder, name));
      }
    });
    this.discard();
    return written.map(({ name, bytes }) => ({ path: path.join(this.#folder, name), bytes }));
  }

  /** Removes what was written aside. */
  discard(): void {
    rmSync(this.#stage, { recursive: true, force: true });
  }

  #refuseExisting(): void {
    const names = new Set(this.#written.map(({ name }) => name.split('/')[0]));
    const taken = [...names].filter((name) => existsSync(path.join(this.#folder, name)));
    if (taken.length === 0) return;
    const hint = '--overwrite replaces it, --name gives another name, --out another folder';
    const problem = { expected: 'a name that is free', found: 'a file or folder of that name', hint };
    throw new InputError(
      'there is something already',
      taken.map((name) => ({ path: path.join(this.#folder, name), ...problem })),
    );
  }

  /** Makes a folder, without frames of an earlier export. */
  #clear(folder: string, files: readonly { name: string }[]): void {
    const target = path.join(this.#folder, folder);
    mkdirSync(target, { recursive: true });
    const keep = new Set(files.map(({ name }) => name));
    for (const name of readdirSync(target)) {
      if (frameFile.test(name) && !keep.has(`${folder}/${name}`)) rmSync(path.join(target, name));
    }
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What the file system refuses becomes an `OutputError` that names the file. */
function attempt<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if ((cause as { code?: unknown }).code === undefined) throw cause;
    throw new OutputError(file, 'a file that can be written', cause);
  }
}
