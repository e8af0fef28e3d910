import { main } from '../main.js';
import type { Terminal } from '../terminal.js';

/** What a command did. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** files after the command, by path */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Runs the command line in this process on files in memory; `-` is what is sent to it. */
export async function runCommand(
  args: readonly string[],
  files: Record<string, Uint8Array | string> = {},
  screen = false,
): Promise<Outcome> {
  const encoder = new TextEncoder();
  const bytes = (x: Uint8Array | string): Uint8Array => (typeof x === 'string' ? encoder.encode(x) : x);
  const disk = new Map(Object.entries(files).map(([path, content]) => [path, bytes(content)]));
  let stdout = '';
  let stderr = '';
  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  const terminal: Terminal = {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    screen,
    read: async (path) => disk.get(path) ?? fail(path.endsWith('/') ? 'EISDIR' : 'ENOENT'),
    input: async function* () {
      // in pieces, as a pipe brings them
      const sent = disk.get('-') ?? new Uint8Array(0);
      for (let at = 0; at < sent.length; at += 1000) yield sent.subarray(at, at + 1000);
    },
    write: async (path, content) =>
      void (path.startsWith('/readonly/') ? fail('EACCES') : disk.set(path, bytes(content))),
    makeFolder: async (path) => void (path.startsWith('/readonly/') && fail('EACCES')),
  };
  const code = await main(args, terminal);
  return { code, stdout, stderr, files: disk };
}
