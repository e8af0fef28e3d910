import type { World } from '../../dynamics/world.js';
import type { FiberBody } from '../../bodies/body.js';
import type { GroomReport } from '../../dynamics/groom/groom.js';
import { now } from '../../friction/clock.js';
import { count, duration, short } from '../../present/format.js';
import { groomScene } from '../../scene/groom-scene.js';
import { exitCodes } from '../exit-codes.js';
import { Progress } from '../progress.js';
import type { AddCommand } from '../program.js';
import { outsideOption } from '../scene-input.js';
import { type Terminal, writeOutput } from '../terminal.js';
import { collect, factor, integerFrom, list, nonNegative, positive, share } from '../values.js';
import { groomInput } from './input.js';

/** Options of `groom`. */
export interface GroomCommandOptions {
  readonly out: string;
  readonly only?: string[];
  readonly stiffen?: number;
  readonly friction?: number;
  readonly settle?: number;
  readonly check?: number;
  readonly set?: string[];
  readonly scale?: number;
  readonly count?: number;
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

const examples = `
Hair that is drawn falls when the simulation begins, since its natural shape is the one drawn and weight bends it. groom finds the
natural shape with which the drawn one is at rest: weight, elastic forces and contact forces within the friction cones balance, and
the natural shape changes as little as possible. Overlaps in the drawing are removed first. A rod may be at rest and yet fall when
something disturbs it; groom says which do, and how much stiffer they would have to be.

Examples:
  stickslip groom wavy-hair --out groomed.json              then: stickslip run groomed.json
  stickslip groom mine.json --out groomed.json --stiffen 8  strands that would fall are made stiffer, at most 8 times
  stickslip groom mine.json --out groomed.json --settle 2   let it fall for 2 s, and have that shape stay
  stickslip groom mine.json --out groomed.json --only fringe,bun --check 1
  stickslip groom wavy.hair --scale 0.01 --count 500 --out groomed.json

"rest": "equilibrium" in a scene does the same whenever the scene is built; groom does it once and writes it down.
Exit code 0 where everything is at rest (with --check: has moved by less than 1e-6 m), 1 where not, 2 for bad input.`;

/** `stickslip groom IN --out OUT`: natural shapes with which what is drawn stays. */
export const addGroom: AddCommand = (program, { terminal, finish }) => {
  program
    .command('groom')
    .description('find natural shapes with which drawn hair and ropes stay as they are')
    .argument('<IN>', 'scene: a gallery name or a .json file; or a .hair file')
    .requiredOption('--out <FILE>', 'scene file to write')
    .option(
      '--only <NAMES>',
      'bodies of the scene that are groomed, with commas between them (default: all rods)',
      list,
    )
    .option('--stiffen <MOST>', 'make rods that would fall stiffer, at most so many times', factor)
    .option('--friction <SHARE>', 'share of the friction that contacts use at most (default: 0.9)', share)
    .option('--settle <S>', 'let everything fall for so long first, and take the shape it has then', nonNegative)
    .option(
      '--check <S>',
      'simulate so long afterwards and say how far anything moves, obstacles standing',
      nonNegative,
    )
    .option('--set <path=value>', 'change a value of the scene; may be repeated', collect)
    .option('--scale <FACTOR>', 'of a .hair file: metres in a unit (default: 1)', positive)
    .option('--count <N>', 'of a .hair file: strands taken, spread evenly (default: all)', integerFrom(1))
    .option(...outsideOption)
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples)
    .action(async (given: string, options: GroomCommandOptions) => finish(await groom(terminal, given, options)));
};

/** Movement up to which something has stayed (m): far less than anyone sees. */
const stayed = 1e-6;

async function groom(terminal: Terminal, given: string, options: GroomCommandOptions): Promise<number> {
  const { only, stiffen, friction, settle } = options;
  const json = await groomInput(terminal, given, options);
  const begin = now();
  const progress = new Progress(terminal);
  const tell = throttled(progress);
  const { scene, report, loose, world } = groomScene(json, {
    ...(only && { only }),
    ...(stiffen !== undefined && { stiffen }),
    ...(friction !== undefined && { friction }),
    ...(settle !== undefined && { settle }),
    progress: (share) => tell('settling', share),
  });
  progress.clear();
  const seconds = now() - begin;
  if (loose.length === 0) await writeOutput(terminal, options.out, `${JSON.stringify(scene)}\n`);
  const moved =
    options.check && loose.length === 0 ? movedIn(world, options.check, (share) => tell('checking', share)) : undefined;
  progress.clear();
  const fell = moved !== undefined && !(moved <= stayed);
  const { rods, separation, forces } = report;
  const unstable = unstableRods(report);
  if (options.json) {
    const found = { rods: rods.length, loose, unstable, separation, forces, ...(moved !== undefined && { moved }) };
    terminal.out(`${JSON.stringify({ ...found, seconds, ...(loose.length === 0 && { out: options.out }) })}\n`);
  } else terminal.out(describe(report, loose, moved, options, seconds));
  return loose.length > 0 || fell || separation.left > 0 ? exitCodes.failed : exitCodes.done;
}

function throttled(progress: Progress): (what: string, share: number) => void {
  let shown = 0;
  let [begin, doing] = [0, ''];
  return (what, share) => {
    const time = now();
    if (what !== doing) [begin, doing] = [time, what];
    if (time - shown < 1) return;
    shown = time;
    const left = share > 0 ? `, ${duration(((time - begin) * (1 - share)) / share)} left` : '';
    progress.show(`${what}: ${Math.floor(100 * share)} %${left}`);
  };
}

/** Rods that fall when disturbed, the worst first, with the stiffness that they would need. */
function unstableRods({ rods }: GroomReport): { name: string; needs: number }[] {
  return rods
    .filter(({ stableFrom, stiffened }) => stableFrom !== undefined && stableFrom > stiffened)
    .map(({ name, stableFrom }) => ({ name, needs: stableFrom! }))
    .sort((a, b) => b.needs - a.needs);
}

/** Farthest that a node of a rod is from where it began, at any whole step (m). */
function movedIn(world: World, time: number, tell: (share: number) => void): number {
  const rods = world.bodies.filter((body): body is FiberBody => body.kind === 'rod');
  const nodes = (rod: FiberBody): Float64Array => {
    const x = new Float64Array(3 * rod.nodes);
    rod.centreLine(x);
    return x;
  };
  const start = rods.map(nodes);
  const from = world.t;
  let square = 0;
  while (world.t < from + time * (1 - 1e-12)) {
    world.step();
    tell(Math.min(1, (world.t - from) / time));
    rods.forEach((rod, k) => {
      const x = nodes(rod);
      for (let i = 0; i < x.length; i += 3) {
        const [a, b, c] = [x[i] - start[k][i], x[i + 1] - start[k][i + 1], x[i + 2] - start[k][i + 2]];
        square = Math.max(square, a * a + b * b + c * c);
      }
    });
  }
  return Math.sqrt(square);
}

function describe(
  report: GroomReport,
  loose: readonly string[],
  moved: number | undefined,
  options: GroomCommandOptions,
  seconds: number,
): string {
  const { rods, separation: apart, forces } = report;
  const most = (value: (rod: (typeof rods)[number]) => number): number =>
    rods.reduce((largest, rod) => Math.max(largest, value(rod)), 0);
  const line = (name: string, text: string): string => `${name.padEnd(14)} ${text}\n`;
  const left = apart.left > 0 ? `; ${apart.left} are left, up to ${short(apart.depthLeft)} radii deep` : '';
  const overlaps =
    apart.overlaps === 0
      ? 'none in the drawing'
      : `${apart.overlaps} in the drawing, up to ${short(apart.depth)} radii deep, removed: nodes moved by up to ${short(apart.moved)} m${left}`;
  const bears = `${forces.touching} touch, ${forces.pressing} carry a force, friction up to ${short(100 * forces.frictionUsed)} % of its limit`;
  const leftOut = forces.leftOut > 0 ? `; ${forces.leftOut} with bodies that are not groomed carry none` : '';
  const stiffer = rods.filter(({ stiffened }) => stiffened > 1).length;
  const parts = [
    line('rods', `${rods.length}, in ${duration(seconds)}`),
    line('overlaps', overlaps),
    line('contacts', bears + leftOut + (forces.converged ? '' : '; other forces would change the natural shape less')),
    line('natural shape', `changed by up to ${short(most(({ change }) => change))} 1/m of curvature or twist`),
    line(
      'balance',
      `to ${short(
        most(({ unbalanced }) => unbalanced),
        1,
      )} of the weight`,
    ),
  ];
  if (stiffer > 0) {
    parts.push(
      line(
        'stiffness',
        `${count(stiffer, 'rod')} made stiffer, up to ${short(most(({ stiffened }) => stiffened))} times`,
      ),
    );
  }
  parts.push(line('stability', stability(report, options.stiffen)));
  if (moved !== undefined) parts.push(line('moved', `${short(moved)} m in ${short(options.check!)} s`));
  if (loose.length > 0) {
    const which = `${loose.slice(0, 5).join(', ')}${loose.length > 5 ? ', ...' : ''}`;
    parts.push(
      line('no equilibrium', `${count(loose.length, 'rod')}: ${which}; ${whyLoose(forces)}. Nothing was written.`),
    );
  } else parts.push(line('written', options.out));
  return parts.join('');
}

/** Why rods have no equilibrium, and what to do. */
function whyLoose({ pressing, leftOut }: GroomReport['forces']): string {
  const clamp = 'clamp an end (root, start)';
  if (leftOut > 0)
    return `what they touch moves by itself and can bear nothing: ${clamp}, or let them lie on obstacles`;
  if (pressing > 0)
    return `contacts with this friction cannot bear them where they are drawn: ${clamp}, raise --friction or the friction of the materials, or draw them where they lie on something`;
  return `nothing bears them: ${clamp}, or draw them where they lie on something`;
}

function stability(report: GroomReport, given: number | undefined): string {
  const unstable = unstableRods(report);
  const held = report.rods.filter(({ stableFrom }) => stableFrom !== undefined).length;
  if (unstable.length === 0)
    return held > 0 ? 'every rod comes back when disturbed' : 'no rod is held at an end: not looked at';
  const which = unstable.slice(0, 5).map(({ name, needs }) => `${name} (${short(needs)})`);
  const cure =
    given === undefined
      ? `--stiffen ${short(1.3 * unstable[0].needs)} would do that`
      : `more than --stiffen ${short(given)} allows`;
  return `${unstable.length} of ${held} would fall by themselves when disturbed, stiffness needed in their own: ${which.join(', ')}${
    unstable.length > 5 ? ', ...' : ''
  }; ${cure}`;
}
