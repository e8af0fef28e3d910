import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, root, run } from './project.js';

const folder = path.join(root, 'examples');
const examples = readdirSync(folder).filter((file) => file.endsWith('.mjs'));

/** The lines after `// Prints:` at the end of an example; `...` stands for any text. */
function promised(source: string): RegExp {
  const [, comment] = source.split('// Prints:\n');
  const lines = comment
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\/\/ ?/, ''));
  const escaped = lines.map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\.\\.\\.', '[\\s\\S]*'));
  return new RegExp(`^${escaped.join('\\n')}\\n$`);
}

beforeAll(build, 120_000);

describe('examples', () => {
  it.each(examples)('%s prints what it says it prints', (file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    expect(run(root, process.execPath, path.join('examples', file))).toMatch(promised(source));
  });
});
