/**
 * ESLint rule: a file of src/ imports only from its own layer and from layers below it, and only the packages its layer
 * may use. To add a folder to src/, give it a rank here.
 */
import { isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * Lower ranks may not see higher ones; folders of the same rank do not see each other. Files right in src/ (errors.ts)
 * are below all of them, except the entry index.ts, which sees everything but reproductions, cli and studio.
 */
export const RANKS = {
  math: 0,
  present: 0,
  linalg: 1,
  geometry: 1,
  friction: 2,
  bodies: 3,
  collision: 3,
  dynamics: 4,
  scene: 5,
  record: 6,
  io: 7,
  world: 7,
  study: 8,
  validation: 9,
  node: 9,
  reproductions: 10,
  cli: 11,
  studio: 11,
  three: 11,
  'web-worker': 11,
};

/** Packages outside the core, and the layers that may import them; those of NODE may also import Node's own modules. */
const PACKAGES = {
  h5wasm: ['io'],
  zod: ['scene', 'record', 'io', 'study', 'cli', 'studio'],
  commander: ['cli'],
  bullmq: ['cli'],
  ioredis: ['cli'],
  three: ['studio', 'three'],
  uplot: ['studio'],
};

const NODE = ['node', 'reproductions', 'cli', 'studio'];

export const isTest = (file) => /\.(test|bench)\.ts$/.test(file) || file.split('/').includes('testing');

/** The path inside src/ with forward slashes, or null for a file that is not part of src/. */
export function insideSource(filename, cwd) {
  const file = path.relative(cwd, filename).split(path.sep).join('/');
  return file.startsWith('src/') ? file.slice(4) : null;
}

const layerOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');

/** What is wrong with a file of layer `from` importing the module at `path` inside src/, or null. */
function relativeViolation(file, from, target) {
  const to = layerOf(target);
  const entry = file === 'index.ts';
  if (to === '..') return `${file} imports ${target}, which is outside src`;
  if (to === '' && target !== 'index.js') return null;
  if (to === '') return RANKS[from] >= RANKS.cli ? null : 'the entry is for users; import the module itself';
  if (to === from) return null;
  if (!(to in RANKS)) return `src/${to} has no place in the layers: give it a rank in scripts/lint/layers.mjs`;
  if (entry) return RANKS[to] < RANKS.reproductions ? null : `the library must not import src/${to}`;
  if (from === '') return `src/${file} is below all layers`;
  return RANKS[to] < RANKS[from] ? null : `src/${from} must not import from src/${to}: it is not a layer below it`;
}

/** What is wrong with importing `source` in `file` (a path inside src/), or null. */
export function layerViolation(file, source) {
  if (isTest(file)) return null;
  const from = layerOf(file);
  if (from !== '' && !(from in RANKS))
    return `src/${from} has no place in the layers: give it a rank in scripts/lint/layers.mjs`;
  if (source.startsWith('.')) {
    return relativeViolation(file, from, path.posix.normalize(path.posix.join(path.posix.dirname(file), source)));
  }
  if (source.startsWith('node:') || isBuiltin(source)) {
    return NODE.includes(from) ? null : `only ${NODE.join(', ')} may import Node's modules ('${source}')`;
  }
  const name = source.startsWith('@') ? source.split('/', 2).join('/') : source.split('/', 1)[0];
  const allowed = PACKAGES[name];
  if (allowed === undefined) return `'${name}' is not among the packages that scripts/lint/layers.mjs knows`;
  return allowed.includes(from) ? null : `'${name}' may be imported only in ${allowed.join(', ')}`;
}

export default {
  meta: { type: 'problem', schema: [], messages: { violation: '{{reason}}' } },
  create(context) {
    const file = insideSource(context.filename, context.cwd);
    if (file === null) return {};
    const check = (node) => {
      if (node.source?.type !== 'Literal') return;
      const reason = layerViolation(file, String(node.source.value));
      if (reason !== null) context.report({ node: node.source, messageId: 'violation', data: { reason } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
