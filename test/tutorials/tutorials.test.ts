import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import { nodeTerminal } from '../../src/cli/node-terminal.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** npm run test:long sets it */
const long = process.env.STICKSLIP_LONG === '1';
const out = mkdtempSync(path.join(os.tmpdir(), 'stickslip-tutorials-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

async function stickslip(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const terminal = {
    ...nodeTerminal(),
    screen: false,
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  };
  const code = await main(args, terminal);
  return { code, stdout, stderr };
}

const files = ['studies', 'identify', 'groom'].flatMap((folder) =>
  readdirSync(path.join(root, 'examples', folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join('examples', folder, name)),
);

/** Commands of a tutorial, with the lines that it says they print. */
function commandsOf(tutorial: string): { args: string[]; prints: string[] }[] {
  const text = readFileSync(path.join(root, 'docs/tutorials', tutorial), 'utf8');
  const parts = text.split('```sh\n').slice(1);
  return parts.flatMap((part) => {
    const [block, after] = part.split('```\n', 2);
    const lines = block.trim().split('\n');
    const prints = after
      .split('\n')
      .filter((line) => line.startsWith('    ') && /holds at|^ {4}mu |moved|stability/.test(line));
    return lines.map((line, k) => ({
      args: line.replace(/^npx stickslip /, '').split(/\s+/),
      prints: k === lines.length - 1 ? prints : [],
    }));
  });
}

/** Files of the examples where they are, results in a folder of our own. */
const placed = (args: readonly string[]): string[] =>
  args.map((arg, k) => {
    if (arg.startsWith('examples/')) return path.join(root, arg);
    return args[k - 1] === '--out' || arg === 'groomed.json' ? path.join(out, arg) : arg;
  });

describe('the files of the tutorials', () => {
  it.each(files)('%s is sound', async (file) => {
    const { code, stderr } = await stickslip(['check', path.join(root, file)]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('stickslip:')]);
  });

  // those of groom take a moment, the studies minutes
  it.each(long ? ['groom.md', 'wall.md', 'capstan.md'] : ['groom.md'])(
    '%s: its commands print what it says',
    async (tutorial) => {
      const commands = commandsOf(tutorial);
      expect(commands.length).toBeGreaterThan(1);
      for (const { args, prints } of commands) {
        const { code, stdout } = await stickslip(placed(args));
        expect([args.join(' '), code]).toEqual([args.join(' '), 0]);
        for (const line of prints) expect(stdout).toContain(line.trim());
      }
    },
    1_800_000,
  );
});
