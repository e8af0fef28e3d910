/** Installs Debian packages that tests want, where that is possible. */
import { spawnSync } from 'node:child_process';

/** Installs packages with apt-get if we are root and there is apt-get; says so. */
export function installPackages(names, purpose) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return;
  process.stderr.write(`test: installing ${names.join(' and ')} for ${purpose}\n`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], options);
}
