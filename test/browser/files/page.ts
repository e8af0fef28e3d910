import { solve } from '../../../src/friction/index.js';
import { readProblem, writeProblem } from '../../../src/io/index.js';

/** Reads a problem in the browser, through every format and back, and solves it. */
async function run(base64: string): Promise<{ formats: string[]; r: number[] }> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  let read = await readProblem(bytes, 'problem');
  const formats = [read.format as string];
  for (const format of ['fclib', 'json', 'bin'] as const) {
    read = await readProblem(await writeProblem(read, format), 'problem');
    formats.push(read.format);
  }
  const archive = await readProblem(await writeProblem(read, 'npz'), 'problem');
  formats.push(archive.format);
  return { formats, r: [...solve(read.problem, { solver: 'gauss-seidel', maxIterations: 100 }).r] };
}

Object.assign(window, { run });
document.title = 'ready';
