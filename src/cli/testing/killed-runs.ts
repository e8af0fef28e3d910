import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../math/random.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
/** The installed command. */
export const program = path.join(root, 'bin/stickslip.js');

/** Runs the installed command; its exit code and outputs. */
export function command(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

/** Starts the installed command after some milliseconds; resolves to its exit code and outputs. */
export async function started(
  after: number,
  ...args: string[]
): Promise<{ code: number | null; pid: number; stdout: string; stderr: string }> {
  await new Promise((resolve) => setTimeout(resolve, after));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, pid: child.pid!, stdout, stderr }));
  });
}

/**
 * Starts the command and sends it a signal, after some milliseconds or once a condition holds; resolves to its exit code,
 * or null where it was killed.
 */
export function signalled(
  signal: NodeJS.Signals,
  when: number | (() => boolean),
  ...args: string[]
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    // once only: a second Ctrl-C ends the program at once
    const send = (): void => {
      clearInterval(timer);
      child.kill(signal);
    };
    const timer = typeof when === 'number' ? setTimeout(send, when) : setInterval(() => void (when() && send()), 50);
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ code, stderr });
    });
  });
}

/**
 * Kills a run again and again at random moments, resuming it each time; the state hash in the end. `kills` counts those
 * that met a running program.
 */
export async function killedRun(
  scene: string,
  folder: string,
  wanted: number,
  longest: number,
  seed: number,
): Promise<{ kills: number; hash: string }> {
  const random = new Random(seed);
  const args = ['run', scene, '--out', folder, '--resume', '--json'];
  let kills = 0;
  while (kills < wanted) {
    const { code } = await signalled('SIGKILL', Math.round(random.range(150, longest)), ...args);
    if (code !== null) break;
    kills++;
  }
  const { stdout } = command(...args);
  return { kills, hash: (JSON.parse(stdout) as { stateHash: string }).stateHash };
}
