/**
 * ESLint rule: a file of src/ imports only from its own layer and from layers below it, and only the packages its layer
 * may use. To add a folder to src/, give it a rank here.
 */
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Lower ranks may not see higher ones; folders of the same rank do not see each other. */
export const RANKS = {
  math: 0,
  linalg: 1,
  friction: 2,
  bodies: 3,
  collision: 3,
  dynamics: 4,
  scene: 5,
  record: 6,
  io: 6,
  cli: 7,
  studio: 7,
};

/** Packages outside the core, and the layers that may import them; cli and studio may also import Node's own modules. */
const PACKAGES = {
  h5wasm: ['io'],
  zod: ['scene', 'record', 'io', 'cli', 'studio'],
  commander: ['cli'],
  three: ['studio'],
  uplot: ['studio'],
  'lil-gui': ['studio'],
};

const isTest = (file) => /\.(test|bench)\.ts$/.test(file) || file.split('/').includes('testing');

/** The path inside src/ with forward slashes, or null for a file that is not part of src/. */
export function insideSource(filename, cwd) {
  const file = path.relative(cwd, filename).split(path.sep).join('/');
  return file.startsWith('src/') ? file.slice(4) : null;
}

const layerOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');

/** What is wrong with importing `source` in `file` (a path inside src/), or null. */
export function layerViolation(file, source) {
  if (isTest(file)) return null;
  const from = layerOf(file);
  if (from !== '' && !(from in RANKS))
    return `src/${from} has no place in the layers: give it a rank in scripts/lint/layers.mjs`;
  if (source.startsWith('.')) {
    const target = layerOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), source)));
    if (target === from) return null;
    if (target === '..') return `${file} imports ${source}, which is outside src`;
    if (target === '' && RANKS[from] >= RANKS.cli) return null;
    if (target === '') return `src/${from} must not import the package's entry; import the module itself`;
    if (!(target in RANKS))
      return `src/${target} has no place in the layers: give it a rank in scripts/lint/layers.mjs`;
    if (from === '') return RANKS[target] < RANKS.cli ? null : `the library must not import src/${target}`;
    return RANKS[target] < RANKS[from]
      ? null
      : `src/${from} must not import from src/${target}: it is not a layer below it`;
  }
  if (source.startsWith('node:') || isBuiltin(source)) {
    return from === 'cli' || from === 'studio' ? null : `only cli and studio may import Node's modules ('${source}')`;
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
