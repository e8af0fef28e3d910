/**
 * npm test: format, lint, types, build, then all tests (with --long also the slow ones). Other arguments go to Vitest.
 * The last line of the output is `N passed, N failed, N skipped`; the exit code is 0 only if nothing failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideBlender } from './blender.mjs';
import { hasBrowserTests, provideChromium } from './chromium.mjs';
import { provideFfmpeg } from './ffmpeg.mjs';
import { provideFirefox } from './firefox.mjs';
import { providePythons } from './python.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const long = process.argv.includes('--long');
const extra = process.argv.slice(2).filter((argument) => argument !== '--long');

/** Path of a package's command, from the `bin` entry of its package.json. */
function command(name, bin = name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  const entry = require(file).bin;
  return path.join(path.dirname(file), typeof entry === 'string' ? entry : entry[bin]);
}

/** Runs a Node script; resolves to its exit code and, unless it writes straight to the terminal, its output. */
function run(args, { live = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function runCheck([name, args]) {
  const { code, output } = await run(args);
  if (code !== 0) process.stdout.write(output);
  process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'FAILED'}\n`);
  return code === 0;
}

/** The static checks; the number that failed. */
async function runChecks() {
  const checks = [
    ['format', [command('prettier'), '--check', '--log-level', 'warn', '.']],
    ['lint', [command('eslint'), '.']],
    ['types', [command('typescript', 'tsc'), '--noEmit']],
    ['build', [path.join(root, 'scripts/build.mjs')]],
  ];
  let failed = 0;
  // two at a time: the machines that run this have two cores
  for (let i = 0; i < checks.length; i += 2) {
    const results = await Promise.all(checks.slice(i, i + 2).map(runCheck));
    failed += results.filter((ok) => !ok).length;
  }
  return failed;
}

/** Counts from Vitest's JSON report. A file that could not be loaded, or an error outside of tests, is one failure. */
function readCounts(report, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'));
    const broken = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    counts.passed = json.numPassedTests;
    counts.failed = json.numFailedTests + broken.length;
    counts.skipped = json.numPendingTests + json.numTodoTests;
  } catch {
    process.stdout.write('test: Vitest left no report\n');
    counts.failed = 1;
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Programs that some tests need, as environment variables; those tests are skipped where a program is missing. */
function foreignPrograms() {
  const env = {};
  const provide = (name, program, what) => {
    if (program === null) process.stdout.write(`test: ${what}\n`);
    else env[name] = program;
  };
  if (hasBrowserTests(root)) {
    provide('STICKSLIP_CHROMIUM', provideChromium(), 'no Chromium found, the browser tests are skipped');
    provide('STICKSLIP_FIREFOX', provideFirefox(), 'no Firefox newer than 140 found, the tests in it are skipped');
  }
  const { numpy, vtk } = providePythons();
  provide('STICKSLIP_NUMPY', numpy, 'no Python with NumPy found, npz exports are not read back with it');
  provide('STICKSLIP_VTK', vtk, 'no Python with VTK found, vtp exports are not read back with it');
  if (long && provideFfmpeg() === null) process.stdout.write('test: no ffmpeg found, mp4 exports are not tested\n');
  if (long) provide('STICKSLIP_BLENDER', provideBlender(), 'no Blender found, the tests with it are skipped');
  return env;
}

async function runTests() {
  const env = { STICKSLIP_LONG: long ? '1' : '', ...foreignPrograms() };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stickslip-test-'));
  const report = path.join(folder, 'report.json');
  const args = [
    command('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...extra,
  ];
  const { code } = await run(args, { live: true, env });
  const counts = readCounts(report, code);
  rmSync(folder, { recursive: true, force: true });
  return counts;
}

const failedChecks = await runChecks();
const counts = await runTests();
const failed = counts.failed + failedChecks;
process.stdout.write(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
