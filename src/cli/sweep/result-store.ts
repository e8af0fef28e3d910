import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TaskResult, resultFromJson, resultHash, resultToJson } from '../../study/task.js';
import { OutputError } from '../run/out-folder.js';

/** What is known of how a result came about; not part of it. */
export interface Provenance {
  /** wall time (s) */
  readonly seconds: number;
  /** machine and process */
  readonly where: string;
}

let writes = 0;

/**
 * Results in a folder, each in a file named by its task's identity. A file is written aside and renamed, so that it is
 * there as a whole or not at all; a second execution of a task must come to the same result, or both are kept and told.
 */
export class ResultStore {
  readonly folder: string;
  readonly #known = new Map<string, TaskResult>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The result of a task, where there is a sound one. */
  find(id: string): TaskResult | undefined {
    const known = this.#known.get(id);
    if (known) return known;
    let text: string;
    try {
      text = readFileSync(this.#file(id, 'json'), 'utf8');
    } catch {
      return undefined;
    }
    const result = parseResult(text, id);
    if (result) this.#known.set(id, result);
    return result;
  }

  /** Whether a result is known, without a look at the disk. */
  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Keeps a result; false where there is another one of the same task already. */
  put(id: string, result: TaskResult, provenance: Provenance, picture?: Uint8Array): boolean {
    const before = this.find(id);
    const hash = resultHash(result);
    if (before) {
      if (resultHash(before) === hash) return true;
      this.#write(path.join('conflicts', `${id}-${hash.slice(0, 16)}.json`), contentOf(id, result, hash, provenance));
      return false;
    }
    if (picture) this.#write(this.#name(id, 'png'), picture);
    this.#write(this.#name(id, 'json'), contentOf(id, result, hash, provenance));
    this.#known.set(id, result);
    return true;
  }

  picture(id: string): Uint8Array | undefined {
    try {
      return new Uint8Array(readFileSync(this.#file(id, 'png')));
    } catch {
      return undefined;
    }
  }

  /** Tasks that came to different results in different executions. */
  conflicts(): string[] {
    const folder = path.join(this.folder, 'conflicts');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return [...new Set(names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, 64)))].sort();
  }

  /** Where a task that is broken off keeps what it needs to go on. */
  partial(id: string): string {
    return path.join(this.folder, 'partial', `${id}.bin`);
  }

  /** Writes a file of the study as a whole or not at all. */
  write(name: string, content: string | Uint8Array): string {
    return this.#write(name, content);
  }

  #name(id: string, ending: string): string {
    return path.join('results', id.slice(0, 2), `${id}.${ending}`);
  }

  #file(id: string, ending: string): string {
    return path.join(this.folder, this.#name(id, ending));
  }

  #write(name: string, content: string | Uint8Array): string {
    return writeWhole(path.join(this.folder, name), content);
  }
}

/** Writes a file aside and renames it, so that readers see all of it or nothing. */
export function writeWhole(file: string, content: string | Uint8Array): string {
  const aside = `${file}.${process.pid}-${writes++}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(aside, content, { flush: true });
    renameSync(aside, file);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw new OutputError(file, 'a file that can be written', cause);
  }
  return file;
}

function contentOf(id: string, result: TaskResult, hash: string, provenance: Provenance): string {
  return `{"task":"${id}","hash":"${hash}","provenance":${JSON.stringify(provenance)},"result":${resultToJson(result)}}\n`;
}

/** The result in a file's text; undefined where it is damaged or of another task. */
function parseResult(text: string, id: string): TaskResult | undefined {
  try {
    const { task, hash, result: json } = JSON.parse(text) as Record<string, unknown>;
    const result = resultFromJson(json);
    return task === id && result && resultHash(result) === hash ? result : undefined;
  } catch {
    return undefined;
  }
}
