import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeProblem } from '../../io/index.js';
import { mixedProblem } from '../../io/testing/mixed-problem.js';
import { Random } from '../../math/random.js';
import { damagedBytes } from '../../record/testing/damaged-bytes.js';
import { mixedRun } from '../../record/testing/mixed-run.js';
import { gallerySceneNamed } from '../../scene/gallery/gallery.js';
import { documentedScenes } from '../../scene/testing/documented-scenes.js';
import { mutatedScene } from '../../scene/testing/mutated-scene.js';
import { program } from './killed-runs.js';

/** A damaged input and a command that is to cope with it. */
interface Mutant {
  readonly file: string;
  readonly content: Uint8Array;
  /** arguments after which the file comes */
  readonly args: readonly string[];
  /** whether the command may also find that it does not reach what was asked */
  readonly mayFail: boolean;
}

/** What a command did with a mutant. */
export interface MutantOutcome {
  readonly what: string;
  readonly mayFail: boolean;
  readonly code: number | null;
  readonly stderr: string;
  readonly seconds: number;
}

const scenes = ['incline', 'pinch', 'knot', 'masonry', 'rod-drop', 'spheres-80', 'plectoneme'];

const documented = (random: Random): unknown => documentedScenes[random.int(documentedScenes.length)];

async function mutants(count: number, seed: number): Promise<Mutant[]> {
  const random = new Random(seed);
  const problem = mixedProblem({ contacts: 4, sizes: [3, 2], chain: 20 });
  const formats = ['bin', 'json', 'npz', 'fclib'] as const;
  const problems = await Promise.all(formats.map((format) => writeProblem({ problem }, format)));
  const recording = mixedRun(20).sink.bytes();
  return Array.from({ length: count }, (_, k): Mutant => {
    const text = (scene: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(scene, null, 1));
    const scene = random.int(3) === 0 ? documented(random) : gallerySceneNamed(scenes[random.int(scenes.length)]);
    const which = random.int(formats.length);
    const problemName = `problem.${formats[which] === 'fclib' ? 'hdf5' : formats[which]}`;
    switch (k % 8) {
      case 0:
        return { file: 's.json', content: text(mutatedScene(scene, random)), args: ['check'], mayFail: false };
      case 1:
        return { file: 's.json', content: damagedBytes(text(scene), random), args: ['check'], mayFail: false };
      case 2:
      case 3: {
        const args = ['run', '--frames', '1'];
        return { file: 's.json', content: text(mutatedScene(scene, random)), args, mayFail: true };
      }
      case 4:
        return { file: problemName, content: damagedBytes(problems[which], random), args: ['solve'], mayFail: true };
      case 5: {
        const args = ['convert'];
        return { file: problemName, content: damagedBytes(problems[which], random), args, mayFail: false };
      }
      default: {
        const args = ['export', '--to', k % 16 < 8 ? 'usda,csv,html' : 'glb,vtp,npz,report'];
        return { file: 'recording.ssr', content: damagedBytes(recording, random), args, mayFail: true };
      }
    }
  });
}

/** Seconds after which a command counts as hanging. */
const patience = 60;

/** Hands damaged files to the installed command, one process each. */
export async function runMutants(count: number, seed: number): Promise<MutantOutcome[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-mutants-'));
  try {
    return (await mutants(count, seed)).map((mutant, k) => {
      const own = path.join(folder, String(k));
      mkdirSync(own);
      const file = path.join(own, mutant.file);
      writeFileSync(file, mutant.content);
      const [command, ...options] = mutant.args;
      const args = command === 'convert' ? [command, file, path.join(own, 'out.json')] : [command, file, ...options];
      const start = Date.now();
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: own,
        encoding: 'utf8',
        timeout: 1000 * patience,
      });
      const what = `mutant ${k}: ${args[0]} ${describe(readFileSync(file))}`;
      rmSync(own, { recursive: true, force: true });
      return { what, mayFail: mutant.mayFail, code: status, stderr, seconds: (Date.now() - start) / 1000 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file itself where it is short text, so that a failure can be repeated. */
function describe(bytes: Buffer): string {
  return bytes[0] === 0x7b && bytes.length < 4000
    ? bytes.toString('utf8').replace(/\s+/g, ' ')
    : `${bytes.length} bytes`;
}

/** What is wrong with how a command took a mutant; nothing where it did well. */
export function complaint({ what, mayFail, code, stderr }: MutantOutcome): string | undefined {
  const said = `${what}\nexit code ${code}\n${stderr}`;
  if (/\n\s+at .*[:(]\d+|should not have happened|unhandled/i.test(stderr)) return `a stack trace: ${said}`;
  if (code === 2) return /^stickslip: .+\n {2}.+: expected .+, found /m.test(stderr) ? undefined : `no place: ${said}`;
  if (code === 0 || (code === 1 && mayFail)) return undefined;
  return `another exit code: ${said}`;
}
