/** Writes the results stored in evidence/ into docs/reproductions.md. Needs a build. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const begin = '<!-- evidence: made by scripts/evidence.mjs, not by hand -->';
const end = '<!-- end of evidence -->';

/** The page with the section in it, formatted. */
export async function withEvidence(page, section) {
  const [before, rest] = page.split(begin);
  const after = rest.split(end)[1];
  const text = `${before}${begin}\n\n${section}\n\n${end}${after}`;
  return prettier.format(text, { parser: 'markdown', printWidth: 120 });
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { execFileSync } = await import('node:child_process');
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(path.join(tmpdir(), 'stickslip-evidence-'));
  const file = path.join(folder, 'evidence.md');
  execFileSync(process.execPath, ['bin/stickslip.js', 'reproduce', '--evidence', 'evidence', '--markdown', file], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const doc = path.join(root, 'docs/reproductions.md');
  writeFileSync(doc, await withEvidence(readFileSync(doc, 'utf8'), readFileSync(file, 'utf8').trim()));
  rmSync(folder, { recursive: true });
}
