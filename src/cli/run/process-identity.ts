import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/**
 * A process so that it can be told from others: numbers of processes are used again, differ between containers, and mean
 * nothing on another machine.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** when it started, in ticks since the machine did; missing where the system does not say */
  readonly started?: string;
  /** the machine since it was last started, and which numbering of processes on it */
  readonly machine: string;
  readonly host: string;
}

/** What the system says in a file, or undefined where it has no such file. */
function told(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** When a process started (field 22 of Linux's /proc/PID/stat; the name in field 2 may itself have blanks and brackets). */
function startOf(pid: number): string | undefined {
  const stat = told(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

export function thisProcess(): ProcessIdentity {
  const boot = told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const numbering = told(() => readlinkSync('/proc/self/ns/pid'));
  const started = startOf(process.pid);
  return {
    pid: process.pid,
    ...(started !== undefined && { started }),
    machine: [boot ?? os.hostname(), numbering ?? ''].join(' '),
    host: os.hostname(),
  };
}

/** Whether a process runs; undefined where that cannot be seen from here. */
export function isAlive(other: ProcessIdentity): boolean | undefined {
  if (other.machine !== thisProcess().machine) return undefined;
  try {
    // signal 0 is never delivered: it only asks
    process.kill(other.pid, 0);
  } catch (error) {
    // somebody else's process may not be signalled, but it is there
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return other.started === undefined || startOf(other.pid) === other.started;
}
