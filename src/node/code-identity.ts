import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which code computed a stored result. */
export interface CodeIdentity {
  /** of git; missing outside of a clone with git */
  readonly commit?: string;
  /** SHA-256 of all sources that a result may depend on: equal as long as none of them changes, whatever is committed */
  readonly sources: string;
}

/** Folders that results do not depend on. */
const apart = new Set(['cli', 'studio', 'three', 'web-worker', 'world', 'study', 'testing', 'browser']);

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The code that runs: a clone's sources, or what the published package has of them. */
export function codeIdentity(): CodeIdentity {
  const hash = createHash('sha256');
  const source = path.join(root, 'src');
  const files = existsSync(source)
    ? filesOf(source, /(?<!\.test)\.(ts|json)$/)
    : filesOf(path.join(root, 'dist'), /\.js$/);
  for (const file of files) {
    hash.update(path.relative(root, file).split(path.sep).join('/'));
    hash.update('\0');
    hash.update(readFileSync(file));
  }
  const git = existsSync(source) && spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return { ...(git && git.status === 0 && { commit: git.stdout.trim() }), sources: hash.digest('hex') };
}

function filesOf(folder: string, wanted: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return apart.has(entry.name) ? [] : filesOf(file, wanted);
      return wanted.test(entry.name) ? [file] : [];
    });
}
