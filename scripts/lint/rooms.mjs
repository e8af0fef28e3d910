/**
 * ESLint rule: inside src/dynamics a folder imports only from folders before it in this list, so that the folders show the
 * order of a step and never depend on each other in a circle. To add a folder, give it a place here.
 */
import path from 'node:path';
import { insideSource, isTest } from './layers.mjs';

/** Folders of src/dynamics, lowest first; '' are the files right in it (the world). */
export const ROOMS = [
  'members',
  'policy',
  'energy',
  'contacts',
  'groups',
  'joints',
  'hands',
  'repair',
  'report',
  'cloth',
  'step',
  'groom',
  '',
];

const inside = 'dynamics/';

/** What is wrong with importing `source` in `file` (a path inside src/), or null. */
export function roomViolation(file, source) {
  if (isTest(file) || !file.startsWith(inside) || !source.startsWith('.')) return null;
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), source));
  if (!target.startsWith(inside)) return null;
  const [from, to] = [file, target].map((name) => path.posix.dirname(name).slice(inside.length));
  if (from === to) return null;
  const missing = [from, to].find((room) => !ROOMS.includes(room));
  if (missing !== undefined)
    return `src/dynamics/${missing} has no place among the folders: see scripts/lint/rooms.mjs`;
  if (ROOMS.indexOf(to) < ROOMS.indexOf(from)) return null;
  return `src/dynamics/${from} must not import from src/dynamics/${to}: it comes later in scripts/lint/rooms.mjs`;
}

export default {
  meta: { type: 'problem', schema: [], messages: { violation: '{{reason}}' } },
  create(context) {
    const file = insideSource(context.filename, context.cwd);
    if (file === null) return {};
    const check = (node) => {
      if (node.source?.type !== 'Literal') return;
      const reason = roomViolation(file, String(node.source.value));
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
