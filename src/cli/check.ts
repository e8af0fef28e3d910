import { InputError } from '../errors.js';
import { parseJson } from '../parse-json.js';
import { buildWorld } from '../scene/build/world.js';
import { estimateCost } from '../scene/estimate.js';
import { groomWarnings } from '../scene/groom-warnings.js';
import { meshWarnings } from '../scene/mesh-warnings.js';
import { readScene } from '../scene/read-scene.js';
import { sceneWarnings } from '../scene/warnings.js';
import { count } from '../present/format.js';
import { designSize } from '../study/design/points.js';
import { loadScene, outsideOption } from './scene-input.js';
import { describeEstimate } from './describe-estimate.js';
import { isIdentify, loadIdentify } from './identify/load-problem.js';
import { isStudy, loadStudy } from './sweep/load-study.js';
import type { AddCommand } from './program.js';
import type { Terminal } from './terminal.js';

const examples = `
Examples:
  stickslip check mine.json            every error at once: where, what was expected, what was found, a hint
  stickslip check mine.json --json     the same for programs
  stickslip check spaghetti-31         how large a scene of the gallery is
  stickslip check study.json           a study (stickslip sweep): its parameters, quantities and scene
  stickslip check problem.json         an identification (stickslip identify): its parameters, data and scene

Files that the scene names (meshes, hair, motion) are read too, relative to the scene; they lie in its folder.

Meshes that are open, inside out, turned over in part or cut through themselves are named, with what the simulation makes of them.

Memory and time are estimated from counts, for everything lying packed: orders of magnitude, taken from small runs of hair; guesses for solids
and cloth.

Exit code 0 where the scene can be run, 2 where it cannot.`;

/** `stickslip check SCENE.json`: everything that is wrong with a scene. */
export const addCheck: AddCommand = (program, { terminal, finish }) => {
  program
    .command('check')
    .description('check a scene, study or identification file, listing every error with its place')
    .argument('<SCENE>', 'scene, study or identification file')
    .option('--json', 'print the errors as JSON')
    .option(...outsideOption)
    .addHelpText('after', examples)
    .action(async (name: string, options: { json?: boolean; allowOutside?: boolean }) => {
      try {
        const kind = await kindOf(terminal, name);
        if (kind === 'identify') {
          const { readings } = await loadIdentify(terminal, name, options);
          const observed = readings.numbers.length + readings.yesNo.length;
          if (options.json) terminal.out(`${JSON.stringify({ valid: true, problems: [], observed })}\n`);
          else terminal.out(`${name}: a sound identification problem; ${count(observed, 'observation')}\n`);
          return;
        }
        if (kind === 'study') {
          const { study } = await loadStudy(terminal, name, options);
          const runs = designSize(study);
          if (options.json) terminal.out(`${JSON.stringify({ valid: true, problems: [], runs })}\n`);
          else terminal.out(`${name}: a sound study; ${count(runs, study.find ? 'threshold' : 'run')}\n`);
          return;
        }
        const scene = readScene(await loadScene(terminal, name, [], options), name);
        const world = buildWorld(scene);
        const estimate = estimateCost(world, scene);
        const sizes = { bodies: world.bodies.length, obstacles: world.obstacles.length, dofs: world.dofs, estimate };
        const groomed = groomWarnings(world).map((message) => ({ path: 'bodies', message }));
        const warnings = [...sceneWarnings(scene), ...meshWarnings(scene), ...groomed];
        if (options.json) terminal.out(`${JSON.stringify({ valid: true, problems: [], warnings, ...sizes })}\n`);
        else {
          const parts = [count(sizes.bodies, 'body').replace('bodys', 'bodies'), count(sizes.obstacles, 'obstacle')];
          terminal.out(`${name}: sound; ${parts.join(', ')}, ${count(sizes.dofs, 'degree')} of freedom\n`);
          terminal.out(`${describeEstimate(estimate)}\n`);
          for (const { path, message } of warnings) terminal.err(`warning: ${path}: ${message}\n`);
        }
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        if (!options.json) throw error;
        terminal.out(`${JSON.stringify({ valid: false, problems: error.problems })}\n`);
        finish(2);
      }
    });
};

/** What a file holds; what cannot be read is left to the reader of scenes to complain about. */
async function kindOf(terminal: Terminal, name: string): Promise<'identify' | 'study' | 'scene'> {
  try {
    const json: unknown = parseJson(new TextDecoder().decode(await terminal.read(name)));
    return isStudy(json) ? 'study' : isIdentify(json) ? 'identify' : 'scene';
  } catch {
    return 'scene';
  }
}
