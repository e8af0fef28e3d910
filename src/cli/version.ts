import { readFileSync } from 'node:fs';

/** The version in package.json, two folders up both from src/cli and from dist/cli. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
