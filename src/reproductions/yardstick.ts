import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { duration, short } from '../present/format.js';
import type { Surroundings } from './reproduction.js';
import { sharedFile } from './shared-files.js';

/** Seconds that the native yardstick takes on the machine that speeds are asked for on. */
const reference = 0.36;

/**
 * How fast this machine is, by a native program (`yardstick/gs.cpp` of the shared folder) on the hair problem `pony.bin`.
 * It is run between measurements; the fastest run counts, the one that other work on the machine held up least.
 */
export class Yardstick {
  readonly #binary: string | undefined;
  readonly #problem: string;
  readonly #folder: string | undefined;
  readonly seconds: number[] = [];

  private constructor(binary: string | undefined, problem: string, folder: string | undefined) {
    this.#binary = binary;
    this.#problem = problem;
    this.#folder = folder;
  }

  /** Compiles the yardstick where its source, a problem and a compiler are there. */
  static async open({ read, quick }: Surroundings): Promise<Yardstick> {
    const source = quick ? undefined : await sharedFile({ read }, 'yardstick/gs.cpp');
    const problem = quick ? undefined : await sharedFile({ read }, 'data/onestep/pony.bin');
    if (!source || !problem) return new Yardstick(undefined, '', undefined);
    const folder = mkdtempSync(path.join(tmpdir(), 'stickslip-'));
    const binary = path.join(folder, 'gs');
    const built = spawnSync('g++', ['-O3', '-march=native', '-o', binary, source.path]);
    return new Yardstick(built.status === 0 ? binary : undefined, problem.path, folder);
  }

  /** Runs it once: the time of its sweeps, less what other programs held it up. */
  measure(): void {
    if (this.#binary === undefined) return;
    // bash prints what processor time the program had
    const timed = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U"; time "$0" "$1"', this.#binary, this.#problem], {
      encoding: 'utf8',
    });
    if (timed.status !== 0) return;
    const { sweepSeconds } = JSON.parse(timed.stdout.trim().split('\n').at(-1)!) as { sweepSeconds: number };
    const [real, user] = timed.stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
    this.seconds.push(sweepSeconds * (user > 0 && user < real ? user / real : 1));
  }

  /** How many times slower this machine is than the reference; 1 where that is not known. */
  get slowness(): number {
    return this.seconds.length === 0 ? 1 : Math.min(...this.seconds) / reference;
  }

  remark(): string {
    if (this.seconds.length === 0) {
      return 'No yardstick here (shared folder, C++ compiler; not in --quick): times are those of this machine as it is.';
    }
    const each = this.seconds.map((s) => duration(s)).join(', ');
    return `Yardstick on pony: ${each} (reference ${reference} s); "faster" is scaled by the fastest, ${short(this.slowness)}.`;
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
