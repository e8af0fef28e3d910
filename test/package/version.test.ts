import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults, notesOf } from '../../scripts/version.mjs';
import { manifest, root } from './project.js';

const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
const studio = JSON.parse(readFileSync(path.join(root, 'packages/studio/package.json'), 'utf8')) as { version: string };

describe('versions', () => {
  it('of both packages are one, and the changelog has it', () => {
    const versions = { 'package.json': manifest.version, 'packages/studio/package.json': studio.version };
    expect(faults(manifest.version, changelog, versions)).toEqual([]);
    expect(notesOf(changelog, manifest.version)).toMatch(/^### Added\n/m);
  });

  it('that do not fit are told', () => {
    const text = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- all\n';
    expect(faults('1.0.0', text, { 'package.json': '1.0.0' })).toEqual([]);
    expect(faults('1.0.1', text, { 'package.json': '1.0.0' })).toEqual([
      'CHANGELOG.md: no section "## [1.0.1] - YEAR-MONTH-DAY"',
      'package.json: version 1.0.0, not 1.0.1',
    ]);
    expect(faults('one', '', {})).toHaveLength(3);
    expect(notesOf(text, '1.0.0')).toBe('### Added\n\n- all');
    expect(notesOf(text, '2.0.0')).toBeUndefined();
  });
});
