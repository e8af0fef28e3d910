/** Whether the last build is of the sources as they are. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Written when a build is complete. */
export const stamp = path.join(root, 'dist/.built');

/** True where every source file is older than the last complete build. */
export function isBuilt() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  const sources = readdirSync(path.join(root, 'src'), { recursive: true }).map((file) =>
    path.join('src', String(file)),
  );
  const inputs = [
    ...sources,
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'vite.studio.config.ts',
    'scripts/build.mjs',
    'scripts/notices.mjs',
  ];
  return inputs.every((file) => statSync(path.join(root, file)).mtimeMs < built);
}
