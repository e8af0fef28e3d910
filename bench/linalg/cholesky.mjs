/**
 * Sparse Cholesky on cloth matrices, next to Eigen's SimplicialLLT in the same run where a C++ compiler and Eigen are
 * installed. Usage: npm run build, then node bench/linalg/cholesky.mjs [nx ny]...
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clothMatrix } from './cloth-matrix.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const library = new URL('../../dist/linalg/', import.meta.url);
if (!existsSync(fileURLToPath(library))) {
  console.error('dist/ is missing: npm run build first');
  process.exit(2);
}
const { SparseBuilder } = await import(new URL('sparse.js', library).href);
const { fillReducingOrder } = await import(new URL('ordering.js', library).href);
const { SupernodalCholesky } = await import(new URL('supernodal-cholesky.js', library).href);

const arguments_ = process.argv.slice(2).map(Number);
const sizes = [];
for (let k = 0; k + 1 < arguments_.length; k += 2) sizes.push([arguments_[k], arguments_[k + 1]]);
if (sizes.length === 0) sizes.push([50, 50], [224, 224], [100, 500]);

const yardstick = buildYardstick();
if (!yardstick) console.log('no C++ compiler or no Eigen: our own numbers only');
for (const [nx, ny] of sizes) {
  const a = clothMatrix(SparseBuilder, nx, ny);
  console.log(`\ncloth ${nx} x ${ny}: ${a.cols} vertices, ${a.ptr[a.cols]} entries`);
  const eigen = yardstick ? runYardstick(a) : null;
  if (eigen) print('Eigen SimplicialLLT, AMD', eigen, null);
  for (const ordering of ['minimum-degree', 'nested-dissection']) print(ordering, measure(a, ordering), eigen);
}

function measure(a, ordering) {
  const n = a.cols;
  let t = performance.now();
  const order = fillReducingOrder(a, ordering);
  const factor = new SupernodalCholesky(a, order);
  const analyse = (performance.now() - t) / 1e3;
  const b = Float64Array.from({ length: 3 * n }, (_, k) => ((k * 7919) % 1009) / 1009 - 0.5);
  const x = new Float64Array(3 * n);
  const best = (times, action) => {
    let least = Infinity;
    for (let k = 0; k < times; k++) {
      t = performance.now();
      action();
      least = Math.min(least, performance.now() - t);
    }
    return least / 1e3;
  };
  t = performance.now();
  factor.factor(a);
  const cold = (performance.now() - t) / 1e3;
  return {
    nonzeros: factor.nonzeros,
    analyse,
    cold,
    factor: best(3, () => factor.factor(a)),
    solve3: best(30, () => factor.solve3(x, b)),
    solve1: best(30, () => factor.solve(x, b)),
    gigaflops: (2e-9 * factor.supernodes.operations) / best(1, () => factor.factor(a)),
  };
}

function print(name, m, eigen) {
  const ms = (v) => `${(1e3 * v).toFixed(v < 0.01 ? 2 : 0)} ms`;
  const ratio = (key) => (eigen ? ` (${(m[key] / eigen[key]).toFixed(2)} x Eigen)` : '');
  const parts = [
    `${(m.nonzeros / 1e6).toFixed(2)} M entries${ratio('nonzeros')}`,
    `order and analyse ${ms(m.analyse)}`,
    `factor ${ms(m.factor)}${ratio('factor')}`,
    `solve 3 ${ms(m.solve3)}${ratio('solve3')}`,
    `solve 1 ${ms(m.solve1)}${ratio('solve1')}`,
  ];
  if (m.cold) parts.push(`first factor ${ms(m.cold)}, ${m.gigaflops.toFixed(1)} Gflop/s`);
  console.log(`  ${name}: ${parts.join('; ')}`);
}

/** Compiles the native yardstick into bench/build; null where that is not possible. */
function buildYardstick() {
  const include = ['/usr/include/eigen3', '/usr/local/include/eigen3', process.env.EIGEN_INCLUDE];
  const eigen = include.find((folder) => folder && existsSync(join(folder, 'Eigen', 'Sparse')));
  if (!eigen) return null;
  const folder = join(here, '..', 'build');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'eigen-yardstick');
  const source = join(here, 'eigen-yardstick.cpp');
  const flags = ['-O3', '-march=native', '-DNDEBUG', `-I${eigen}`, '-o', program, source];
  for (const compiler of [process.env.CXX, 'g++', 'clang++']) {
    if (!compiler) continue;
    try {
      execFileSync(compiler, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
      return program;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return null;
}

function runYardstick(a) {
  const n = a.cols;
  const count = a.ptr[n];
  const integers = 2 + n + 1 + count;
  const padded = integers + (integers % 2);
  const bytes = new ArrayBuffer(4 * padded + 8 * count);
  const header = new Int32Array(bytes, 0, integers);
  header[0] = n;
  header[1] = count;
  header.set(a.ptr, 2);
  header.set(a.index, 3 + n);
  new Float64Array(bytes, 4 * padded).set(a.values);
  const folder = mkdtempSync(join(tmpdir(), 'cholesky-'));
  try {
    const file = join(folder, 'matrix.bin');
    writeFileSync(file, new Uint8Array(bytes));
    return JSON.parse(execFileSync(yardstick, [file], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
