/**
 * `node scripts/version.mjs 0.2.0`: sets the version of both packages (and of the lock file), if the changelog has it.
 * `--check 0.2.0` only looks whether packages and changelog agree; `--notes 0.2.0` prints the changelog of that version.
 * Exit code 2 with the reason where something does not fit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifests = ['package.json', 'packages/studio/package.json'];
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** The part of a changelog below the heading of a version, or undefined where there is none. */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const own = sections.find((section) => section.startsWith(`[${version}]`));
  return own?.slice(own.indexOf('\n')).trim();
}

/** Everything that keeps a version from being released. */
export function faults(version, changelog, versions) {
  const found = [];
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) found.push(`${version} is no version like 1.2.3`);
  if (!/^## \[Unreleased\]$/m.test(changelog)) found.push('CHANGELOG.md: no section [Unreleased]');
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm');
  if (!heading.test(changelog)) found.push(`CHANGELOG.md: no section "## [${version}] - YEAR-MONTH-DAY"`);
  else if (notesOf(changelog, version) === '') found.push(`CHANGELOG.md: nothing under [${version}]`);
  for (const [file, own] of Object.entries(versions))
    if (own !== version) found.push(`${file}: version ${own}, not ${version}`);
  return found;
}

function setVersion(version) {
  for (const file of manifests)
    writeFileSync(path.join(root, file), read(file).replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  lock.packages[''].version = version;
  lock.packages['packages/studio'].version = version;
  writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
}

function main([first, second]) {
  const version = first?.startsWith('--') ? second : first;
  if (version === undefined) return ['which version? node scripts/version.mjs 1.2.3'];
  const changelog = read('CHANGELOG.md');
  if (first === '--notes') {
    const notes = notesOf(changelog, version);
    if (!notes) return [`CHANGELOG.md: nothing under [${version}]`];
    process.stdout.write(`${notes}\n`);
    return [];
  }
  if (first === '--check')
    return faults(
      version,
      changelog,
      Object.fromEntries(manifests.map((file) => [file, JSON.parse(read(file)).version])),
    );
  const found = faults(version, changelog, {});
  if (found.length === 0) setVersion(version);
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = main(process.argv.slice(2));
  for (const line of found) process.stderr.write(`version: ${line}\n`);
  process.exitCode = found.length === 0 ? 0 : 2;
}
