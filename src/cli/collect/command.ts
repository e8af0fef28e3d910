import { existsSync, readdirSync } from 'node:fs';
import { InputError } from '../../errors.js';
import { writeProblem } from '../../io/index.js';
import { exitCodes } from '../exit-codes.js';
import { count } from '../../present/format.js';
import type { AddCommand } from '../program.js';
import { writeInto } from '../run/out-folder.js';
import { loadScene } from '../scene-input.js';
import type { Terminal } from '../terminal.js';
import { collect, integerFrom, nonNegative } from '../values.js';
import { type FoundProblem, sceneProblems } from './scene-problems.js';
import { StratifiedSample, stratumOf, type Traits } from './stratified-sample.js';

/** Scenes of the gallery that run within some minutes and whose problems differ: bodies, rods, fibers; few contacts to many. */
const defaultScenes = [
  ...['incline', 'pinch', 'masonry', 'spheres-80', 'spheres-160', 'spheres-320', 'rod-drop', 'elastic-column'],
  ...[
    'spaghetti-7',
    'spaghetti-31',
    'self-stacking',
    'knot',
    'plectoneme',
    'rotating-ball',
    'wavy-hair',
    'double-loop',
  ],
];

const examples = `
Problems are sorted by size, by nu (3 contacts over degrees of freedom) and by the error that 50 sweeps of gauss-seidel leave, and
taken from every such class in turn. One half of each class is marked \`tune\`, the other \`report\`: methods are tuned on the
first and judged on the second. Files are FCLib (/fclib_global, with the first guess of the run); collection.json lists them.

Examples:
  stickslip collect --out problems                              400 problems of the gallery
  stickslip collect spheres-320 --count 50 --out piles          of one scene
  stickslip collect mine.json --set solver.tolerance=1e-8 --time 0.5 --out mine
  node bench/problems.mjs problems                              every solver on them: profiles, times (in the repository)`;

interface CollectOptions {
  readonly out: string;
  readonly count: number;
  readonly steps: number;
  readonly time?: number;
  readonly leastContacts: number;
  readonly mostContacts: number;
  readonly seed: number;
  readonly set?: string[];
  readonly json?: boolean;
}

/** A line of collection.json. */
export interface CollectedProblem extends Traits {
  readonly file: string;
  readonly scene: string;
  readonly step: number;
  readonly group: number;
  readonly stratum: string;
  readonly part: 'tune' | 'report';
}

/** `stickslip collect [SCENE...] --out DIR`: one-step problems of scenes as an FCLib set. */
export const addCollect: AddCommand = (program, { terminal, finish }) => {
  program
    .command('collect')
    .description('write one-step problems of scenes as an FCLib set, easy and hard ones alike')
    .argument('[SCENE...]', `gallery names or scene files (default: ${defaultScenes.length} scenes of the gallery)`)
    .requiredOption('--out <DIR>', 'folder for the problems; new or empty')
    .option('--count <N>', 'problems wanted', integerFrom(1), 400)
    .option('--steps <N>', 'steps of each scene that are looked at', integerFrom(1), 200)
    .option('--time <S>', "simulated time of each scene (default: the scene's)", nonNegative)
    .option('--least-contacts <N>', 'smallest problems taken', integerFrom(1), 2)
    .option('--most-contacts <N>', 'largest problems taken', integerFrom(1), 1000)
    .option('--seed <N>', 'of the choice among problems alike', integerFrom(0), 1)
    .option('--set <path=value>', 'replace a value of every scene; may be repeated', collect)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples)
    .action(async (scenes: string[], options: CollectOptions) =>
      finish(await collectProblems(terminal, scenes.length > 0 ? scenes : defaultScenes, options)),
    );
};

async function collectProblems(
  terminal: Terminal,
  scenes: readonly string[],
  options: CollectOptions,
): Promise<number> {
  if (existsSync(options.out) && readdirSync(options.out).length > 0) {
    const problem = { path: '--out', expected: 'a new or empty folder', found: `${options.out} has files in it` };
    throw new InputError('wrong usage', [problem]);
  }
  const loaded: unknown[] = [];
  // all are read before the first is run: a wrong name is said at once
  for (const name of scenes) loaded.push(await loadScene(terminal, name, options.set ?? []));
  const sample = new StratifiedSample<FoundProblem>(options.count, options.seed);
  const limits = { ...options, time: options.time };
  for (const [k, name] of scenes.entries()) {
    const { steps, problems } = sceneProblems(loaded[k], sceneName(name), limits, (found) =>
      sample.offer(stratumOf(found.traits), () => copy(found)),
    );
    terminal.err(`${name}: ${count(steps, 'step')}, ${count(problems, 'problem')}\n`);
  }
  const list = await write(options.out, sample);
  writeInto(options.out, 'collection.json', `${JSON.stringify({ version: 1, scenes, problems: list }, null, 1)}\n`);
  if (options.json) terminal.out(`${JSON.stringify(list)}\n`);
  else {
    const strata = new Set(list.map(({ stratum }) => stratum)).size;
    terminal.out(`${options.out}: ${count(list.length, 'problem')} of ${strata} classes\n`);
  }
  if (list.length === options.count) return exitCodes.done;
  terminal.err(`only ${list.length} of ${options.count} asked for: more --steps, --time or scenes give more\n`);
  return exitCodes.failed;
}

/** Writes the sample; every other problem of a stratum is kept for the report. */
async function write(folder: string, sample: StratifiedSample<FoundProblem>): Promise<CollectedProblem[]> {
  const list: CollectedProblem[] = [];
  const placed = new Map<string, number>();
  for (const { stratum, item } of sample.take()) {
    const { scene, step, group, problem, guess, traits } = item;
    const file = `${scene}-step-${step}-group-${group}.hdf5`;
    const place = placed.get(stratum) ?? 0;
    placed.set(stratum, place + 1);
    const info = { title: `${scene}, step ${step}, group ${group}`, description: 'one step of a stickslip scene' };
    writeInto(folder, file, await writeProblem({ problem, info, ...(guess && { guesses: [{ r: guess }] }) }, 'fclib'));
    // strata with an odd number begin with either part in turn
    const part =
      (place + (stratum.length + stratum.charCodeAt(0) + stratum.charCodeAt(2))) % 2 === 0 ? 'tune' : 'report';
    list.push({ file, scene, step, group, ...traits, stratum, part });
  }
  return list;
}

/** A scene file's name without folder and ending. */
function sceneName(given: string): string {
  return given.replace(/^.*[/\\]/, '').replace(/\.json$/, '');
}

/** The problem's numbers, since a run may use their memory again. */
function copy(found: FoundProblem): FoundProblem {
  return { ...found, problem: structuredClone(found.problem) };
}
