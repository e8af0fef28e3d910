import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * What a benchmark was asked for, as `parseArgs` has it. `--help` shows the comment that its file begins with; arguments that it does not
 * know end it with what is wrong and exit code 2.
 */
export function readArguments(url, config = {}) {
  try {
    const found = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean', short: 'h' } } });
    if (!found.values.help) return found;
    console.log(introduction(fileURLToPath(url)));
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n(--help shows what there is)`);
    process.exit(2);
  }
}

/** The comment that a file begins with, without its marks. */
function introduction(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !/^(\/\*\*| \*|\/\/)/.test(line));
  return lines
    .slice(0, end)
    .filter((line) => !/^(\/\*\*| \*\/)$/.test(line))
    .map((line) => line.replace(/^( \*|\/\/) ?/, ''))
    .join('\n');
}
