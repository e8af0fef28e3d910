// `npm run bench:peers -- [--json] [--markdown FILE] [--scene NAME]... [--engine ours|rapier|jolt|mujoco]...`: the same
// scenes in Rapier, Jolt and MuJoCo and in ours, default and best settings of each, in one table. The other engines are
// installed here on the first run.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenes } from './scenes.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values: options } = readArguments(import.meta.url, {
  options: {
    json: { type: 'boolean' },
    markdown: { type: 'string' },
    scene: { type: 'string', multiple: true },
    engine: { type: 'string', multiple: true },
  },
});
const here = path.dirname(fileURLToPath(import.meta.url));

function installPeers() {
  const require = createRequire(import.meta.url);
  try {
    for (const name of ['@dimforge/rapier3d-compat', 'jolt-physics']) require.resolve(name);
    return;
  } catch {
    console.error('installing Rapier, Jolt and MuJoCo into bench/peers (about 80 MB) ...');
  }
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: here,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) process.exit(2);
}

/** What has been measured so far is written out even if one scene takes for ever and is interrupted. */
const results = [];

async function measure() {
  for (const file of options.engine ?? ['ours', 'rapier', 'jolt', 'mujoco']) {
    const engine = await import(`./engines/${file}.mjs`);
    for (const setting of engine.settings) {
      for (const scene of scenes) {
        if (options.scene && !options.scene.includes(scene.name)) continue;
        console.error(`${engine.name}, ${setting.name}: ${scene.name}`);
        let values;
        const made = [];
        const make = (description) => {
          const world = engine.make(description, setting);
          made.push(world);
          return world;
        };
        try {
          values = scene.run(make, engine);
        } catch (error) {
          values = { failed: String(error?.message ?? error) };
        }
        for (const world of made) world.free?.();
        results.push({ engine: engine.name, setting: setting.name, what: setting.what, scene: scene.name, values });
      }
    }
  }
}

const text = (x) => (x === undefined ? '-' : typeof x === 'string' ? x : Number.isFinite(x) ? short(x) : String(x));
const short = (x) =>
  x === 0 ? '0' : Math.abs(x) >= 0.01 && Math.abs(x) < 1000 ? x.toPrecision(3) : x.toExponential(1);

function table(results) {
  const columns = [];
  const rows = new Map();
  for (const { engine, setting, scene, values } of results) {
    const column = engine === 'stickslip' ? engine : `${engine}, ${setting}`;
    if (!columns.includes(column)) columns.push(column);
    for (const [name, value] of Object.entries(values)) {
      const key = `${scene}: ${name}`;
      if (!rows.has(key)) rows.set(key, {});
      rows.get(key)[column] = value;
    }
  }
  return { columns, rows };
}

function markdown(results) {
  const { columns, rows } = table(results);
  const lines = [
    `| what | ${columns.join(' | ')} |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...[...rows].map(([name, row]) => `| ${name} | ${columns.map((column) => text(row[column])).join(' | ')} |`),
  ];
  return `${lines.join('\n')}\n`;
}

installPeers();
process.on('SIGINT', () => {
  report();
  process.exit(130);
});
await measure();
report();

function report() {
  const machine = `${os.cpus()[0].model.trim()}, ${os.cpus().length} processors, Node ${process.version}`;
  if (options.markdown) {
    const used = [...new Map(results.map((r) => [`${r.engine}, ${r.setting}: ${r.what}`, 0])).keys()];
    const notes = used.map((line) => `- ${line}`).join('\n');
    writeFileSync(options.markdown, `Measured on ${machine}, one thread.\n\n${notes}\n\n${markdown(results)}`);
  }
  console.log(options.json ? JSON.stringify({ machine, results }) : markdown(results));
}
