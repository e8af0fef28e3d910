// `node bench/problems.mjs [DIR|FILE...] [options]`: every solver on collected problems (stickslip collect) and on the FCLib
// files in a folder `shared` beside the repository (or in STICKSLIP_SHARED): how many each solves, times to 1e-4, 1e-6,
// 1e-8 and 1e-10, performance profiles as a page, and which stage of `auto` solves what. Needs the built package (dist).
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { solve, solvers } from '../dist/friction/index.js';
import { readProblem } from '../dist/io/index.js';
import { performanceProfiles } from '../dist/cli/compare/profile.js';
import { legendHtml, linePlotFigure } from '../dist/cli/plot/line-plot.js';
import { plotPage, tableHtml } from '../dist/cli/plot/page.js';
import { reachedAt, shuffled, stageOf, withFriction } from './lib/problem-set.mjs';
import { readArguments } from './lib/arguments.mjs';

const help = `node bench/problems.mjs [DIR|FILE...]
  --solvers a,b     solvers (default: all but lemke and mcp, whose time grows with the cube of the contacts)
  --part tune|report|all   half of a collection (default: report)
  --most N          at most so many problems, evenly over the list
  --measure NAME    error measure (default: relative)
  --shuffle SEED    contacts in another order
  --friction X      friction coefficients times X
  --iterations N    limit (default: 10000)
  --tolerance X     tightest of 1e-4, 1e-6, 1e-8, 1e-10 that is asked for (default: 1e-10)
  --keep FILE       results are added to it as they come, and those in it are not computed again
  --html FILE       page with profiles
  --json FILE       every number`;

const { values: options, positionals } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: {
    solvers: { type: 'string' },
    part: { type: 'string', default: 'report' },
    most: { type: 'string' },
    measure: { type: 'string', default: 'relative' },
    shuffle: { type: 'string' },
    friction: { type: 'string' },
    iterations: { type: 'string', default: '10000' },
    tolerance: { type: 'string', default: '1e-10' },
    keep: { type: 'string' },
    html: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (options.help) {
  console.log(help);
  process.exit(0);
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tolerances = [1e-4, 1e-6, 1e-8, 1e-10].filter((tolerance) => tolerance >= Number(options.tolerance));
const slow = ['lemke', 'mcp'];
const names = options.solvers
  ? options.solvers.split(',')
  : solvers()
      .map(({ name }) => name)
      .filter((name) => !slow.includes(name));
const measure = options.measure;

function filesOf(given) {
  if (!statSync(given).isDirectory()) return [given];
  const list = path.join(given, 'collection.json');
  if (!existsSync(list)) {
    return readdirSync(given)
      .filter((file) => file.endsWith('.hdf5'))
      .sort()
      .map((file) => path.join(given, file));
  }
  return JSON.parse(readFileSync(list, 'utf8'))
    .problems.filter(({ part }) => options.part === 'all' || part === options.part)
    .map(({ file }) => path.join(given, file));
}

const shared = [process.env.STICKSLIP_SHARED, path.join(root, '../shared'), path.join(root, '../../shared')].find(
  (folder) => folder && existsSync(path.join(folder, 'data/fclib')),
);
const given = positionals.length > 0 ? positionals : shared ? [path.join(shared, 'data/fclib')] : [];
let files = given.flatMap(filesOf);
if (options.most) {
  const keep = Math.min(files.length, Number(options.most));
  files = Array.from({ length: keep }, (_, k) => files[Math.floor((k * files.length) / keep)]);
}

const problems = [];
for (const file of files) {
  try {
    let { problem } = await readProblem(new Uint8Array(readFileSync(file)), file);
    if (options.shuffle) problem = shuffled(problem, Number(options.shuffle));
    if (options.friction) problem = withFriction(problem, Number(options.friction));
    problems.push({ name: path.basename(file), problem });
  } catch (error) {
    console.log(`left out: ${String(error.message).split('\n')[0]}`);
  }
}
console.log(`${problems.length} problems, ${names.length} solvers, measure ${measure}`);

// Ctrl-C and SIGTERM end with what there is by then
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));

// one line of JSON for each run, where infinite numbers are null
const runs = [];
if (options.keep && existsSync(options.keep)) {
  for (const line of readFileSync(options.keep, 'utf8').trim().split('\n')) {
    const run = JSON.parse(line);
    runs.push({ ...run, error: run.error ?? NaN, seconds: run.seconds.map((x) => x ?? Infinity) });
  }
}
const known = new Set(runs.map(({ problem, solver }) => `${solver} ${problem}`));

function runOf(name, problem, solver) {
  const maxIterations = Number(options.iterations);
  try {
    const result = solve(problem, { solver, measure, tolerance: tolerances.at(-1), maxIterations, trace: true });
    const seconds = tolerances.map((tolerance) => reachedAt(result, tolerance));
    const stages = solver === 'auto' ? tolerances.map((tolerance) => stageOf(result, tolerance)) : [];
    const { status, iterations } = result;
    const error = result.error[measure];
    return { problem: name, solver, contacts: problem.mu.length, status, iterations, error, seconds, stages };
  } catch (error) {
    const seconds = tolerances.map(() => Infinity);
    const status = String(error.message).split('\n')[0];
    return { problem: name, solver, status, iterations: 0, error: NaN, seconds, stages: [] };
  }
}

let done = 0;
for (const { name, problem } of problems) {
  await new Promise((resolve) => setImmediate(resolve));
  if (stopped) break;
  done++;
  for (const solver of names) {
    if (known.has(`${solver} ${name}`)) continue;
    const run = runOf(name, problem, solver);
    runs.push(run);
    if (options.keep) appendFileSync(options.keep, `${JSON.stringify(run)}\n`);
  }
}

if (stopped) console.log(`stopped: ${done} of ${problems.length} problems`);

const geometricMean = (values) =>
  Math.exp(values.reduce((sum, x) => sum + Math.log(Math.max(x, 1e-6)), 0) / values.length);
const rows = names.map((solver) => {
  const own = runs.filter((run) => run.solver === solver);
  return [
    solver,
    ...tolerances.map((_, k) => {
      const times = own.map(({ seconds }) => seconds[k]).filter((x) => x < Infinity);
      const share = ((100 * times.length) / own.length).toFixed(1);
      const mean = times.length > 0 ? (1e3 * geometricMean(times)).toPrecision(3) : '–';
      const most = times.length > 0 ? Math.max(...times).toFixed(2) : '–';
      return `${share} %, ${mean} ms, ${most} s`;
    }),
  ];
});
const head = ['solver', ...tolerances.map((tolerance) => `to ${tolerance.toExponential(0)}`)];
console.log('solved, geometric mean of the time of those, longest');
for (const row of [head, ...rows]) console.log(row.map((cell, k) => cell.padEnd(k === 0 ? 18 : 28)).join(''));

const auto = runs.filter(({ solver }) => solver === 'auto');
const stageRows = [];
if (auto.length > 0) {
  const stages = [...new Set(auto.flatMap(({ stages }) => stages))].sort();
  for (const stage of stages) {
    const shares = tolerances.map((_, k) => auto.filter((run) => run.stages[k] === stage).length / auto.length);
    stageRows.push([stage, ...shares.map((share) => `${(100 * share).toFixed(1)} %`)]);
  }
  console.log('\nauto: the stage that reached it');
  for (const row of stageRows) console.log(row.map((cell, k) => cell.padEnd(k === 0 ? 28 : 10)).join(''));
  const at = tolerances.indexOf(1e-8);
  for (const run of auto.filter(({ seconds }) => !(seconds[at] < Infinity))) {
    console.log(
      `not solved to 1e-8: ${run.problem}, ${run.contacts} contacts: ${run.status}, error ${run.error.toExponential(1)}`,
    );
  }
}

function page() {
  const color = (name) => names.indexOf(name);
  const plots = tolerances.map((tolerance, k) => {
    const cost = (run) => run.seconds[k];
    const asRuns = runs.map((run) => ({ ...run, candidate: { name: run.solver } }));
    const profiles = performanceProfiles(asRuns, (run) => Math.max(cost(run), 1e-5));
    const largest = Math.max(2, ...profiles.flatMap(({ steps }) => steps.map(([tau]) => tau)));
    const series = profiles.map(({ solver, steps }) => {
      const points = steps.map(([x, share]) => ({
        x,
        y: 100 * share,
        label: `${solver}: ${(100 * share).toFixed(1)} %`,
      }));
      if (points.length > 0) points.push({ ...points.at(-1), x: 1.2 * largest });
      return { name: solver, color: color(solver), points, steps: true };
    });
    return linePlotFigure({
      title: `To ${tolerance.toExponential(0)}`,
      x: { title: 'time, as a multiple of the best', kind: 'log', from: 1, to: 1.2 * largest },
      y: { title: 'problems solved (%)', kind: 'linear', from: 0, to: 104 },
      series,
      legend: false,
    });
  });
  const columns = head.map((title) => ({ title }));
  const sections = [
    legendHtml(names.map((name) => ({ name, color: color(name) }))),
    `<div class="grid2">${plots.join('')}</div>`,
    '<h2>Solved, geometric mean of the time of those, longest</h2>',
    tableHtml({ columns, rows }),
    ...(stageRows.length > 0
      ? ['<h2>auto: the stage that reached it</h2>', tableHtml({ columns, rows: stageRows })]
      : []),
  ];
  const lead = `${done} problems (${options.part === 'report' ? 'the half that nothing was tuned on' : options.part}), error measure “${measure}”. One thread.`;
  return plotPage('Contact solvers on a collection of problems', lead, sections.join('\n'));
}
if (options.html) writeFileSync(options.html, page());
if (options.json) writeFileSync(options.json, JSON.stringify(runs));
