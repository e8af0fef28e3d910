import { InputError } from '../../errors.js';
import { type CodeIdentity, codeIdentity } from '../../node/code-identity.js';
import type { ValidationRow } from '../../validation/row.js';
import { type Terminal, writeOutput } from '../terminal.js';

/** What one validation gave. */
export interface Report {
  readonly name: string;
  readonly seconds: number;
  readonly passed: boolean;
  /** its lines are not all of them */
  readonly interrupted?: boolean;
  readonly lines: readonly (ValidationRow & { readonly passed: boolean })[];
}

/** A report as `--save` keeps it. */
interface StoredReport extends Report {
  readonly version: 1;
  /** whether it is of the short form */
  readonly quick: boolean;
  readonly code: CodeIdentity;
  /** when it ended, UTC */
  readonly date: string;
}

/** Reports in a folder, a file each: those of the present code need not be run again. */
export class ReportStore {
  readonly #terminal: Terminal;
  readonly #folder: string;
  readonly #quick: boolean;
  readonly #code = codeIdentity();

  constructor(terminal: Terminal, folder: string, quick: boolean) {
    this.#terminal = terminal;
    this.#folder = folder.replace(/[\\/]$/, '');
    this.#quick = quick;
  }

  /** The stored report of that name, if it is of the present code and in the same form. */
  async find(name: string): Promise<Report | undefined> {
    const file = this.#file(name);
    let bytes;
    try {
      bytes = await this.#terminal.read(file);
    } catch {
      return undefined;
    }
    const stored = parse(file, name, bytes);
    return stored.code.sources === this.#code.sources && stored.quick === this.#quick ? stored : undefined;
  }

  async keep(report: Report): Promise<void> {
    const { name, seconds, passed, lines } = report;
    const stored: StoredReport = {
      version: 1,
      name,
      quick: this.#quick,
      code: this.#code,
      date: new Date().toISOString(),
      seconds: Math.round(seconds),
      passed,
      lines,
    };
    await writeOutput(this.#terminal, this.#file(name), `${JSON.stringify(stored)}\n`);
  }

  #file(name: string): string {
    return `${this.#folder}/${name}.json`;
  }
}

function parse(file: string, name: string, bytes: Uint8Array): StoredReport {
  const unusable = (found: string): InputError => {
    const hint = 'remove it, and run validate --save again';
    return new InputError('not a stored validation', [
      { path: file, expected: 'what validate --save wrote', found, hint },
    ]);
  };
  let stored: Partial<StoredReport> | null;
  try {
    stored = JSON.parse(new TextDecoder().decode(bytes)) as Partial<StoredReport> | null;
  } catch {
    throw unusable('text that is not JSON');
  }
  if (stored?.version !== 1 || stored.name !== name || !Array.isArray(stored.lines) || !stored.code)
    throw unusable('another file, or one of another version');
  return stored as StoredReport;
}
