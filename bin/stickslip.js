#!/usr/bin/env node
// The command line. The program itself is compiled from src/cli into dist/cli.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  // main: builds of before there was start
  const { main, start = main } = await import(program.href);
  process.exitCode = await start(process.argv.slice(2));
} else {
  process.stderr.write('stickslip is not built yet: run npm run build\n');
  process.exitCode = 2;
}
