/** The notices that the licences of bundled packages ask for, made from what is in the bundle. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The folder of the npm package that a module is of, or null. */
function packageOf(id) {
  const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, '').split('?')[0]);
  return match ? match[1] : null;
}

/** Name, version, licence and its text of a package; throws where it has none: then it may not be shipped. */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file) throw new Error(`${name} is in the bundle, and there is no licence in ${folder}`);
  const text = readFileSync(path.join(folder, file), 'utf8').trim();
  if (text.length < 200) throw new Error(`${path.join(folder, file)} is no whole licence`);
  return `${name} ${version}${license ? ` (${license})` : ''}\n\n${text}\n`;
}

/** The notices of all packages that modules come from. */
export function noticesOf(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const folder = packageOf(id);
    if (folder) folders.add(folder);
  }
  const rule = `\n${'='.repeat(78)}\n\n`;
  const head = 'This program contains the following packages, each under its own licence.\n';
  return [head, ...[...folders].sort().map(noticeOf)].join(rule);
}

/** A plugin of Vite that puts the notices beside the bundle, and fails the build where a package has no licence. */
export function noticesPlugin(fileName) {
  return {
    name: 'notices',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []));
      this.emitFile({ type: 'asset', fileName, source: noticesOf(ids) });
    },
  };
}
