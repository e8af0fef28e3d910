/**
 * Makes the clips that heavy scenes of the studio's gallery open on, from real runs: src/studio/clips/NAME.clip (gzip of
 * src/record/clip.ts). Needs a build. Runs are kept in the folder --runs and made where they are missing:
 * npm run build, then node scripts/gallery-clips.mjs [--runs DIR] [--frames 45] [--rods 3] [--set bodies.0.count=300] NAME...
 * What is set for the run, or that a clip has one of every so many rods, is said in the clip's description.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Recording, encodeClip, memorySource } from '../dist/record/index.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const target = path.join(root, 'src/studio/clips');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: path.join(os.tmpdir(), 'stickslip-gallery-runs') },
    frames: { type: 'string', default: '45' },
    rods: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
  },
});

for (const name of positionals) {
  const folder = path.join(values.runs, name);
  const file = path.join(folder, 'recording.ssr');
  if (!existsSync(file)) {
    mkdirSync(values.runs, { recursive: true });
    const command = [path.join(root, 'bin/stickslip.js'), 'run', name, '--out', folder];
    for (const setting of values.set) command.push('--set', setting);
    spawnSync(process.execPath, command, { stdio: 'inherit' });
  }
  const recording = new Recording(memorySource(new Uint8Array(readFileSync(file))), file);
  if (values.set.length > 0) recording.header.scene.description += ` (this clip with ${values.set.join(', ')})`;
  if (values.rods !== '1') recording.header.scene.description += ` (this clip has one of every ${values.rods} strands)`;
  const count = Math.min(Number(values.frames), recording.frames);
  const frames = Array.from({ length: count }, (_, k) => Math.round((k * (recording.frames - 1)) / (count - 1)));
  const clip = gzipSync(encodeClip(recording, frames, Number(values.rods)), { level: 9 });
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, `${name}.clip`), clip);
  process.stdout.write(`${name}: ${count} frames, ${clip.length} bytes\n`);
}
