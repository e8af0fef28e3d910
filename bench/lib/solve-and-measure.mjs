// Solves one problem file through the library, as the command line does, and prints {result, peakAbove}: the peak of the
// process's memory above what it was once the file was loaded (MB).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readProblem } from '../../dist/io/index.js';
import { solve } from '../../dist/index.js';
import { startThreads } from '../../dist/node/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    solver: { type: 'string' },
    measure: { type: 'string' },
    tolerance: { type: 'string' },
    'max-iterations': { type: 'string' },
    threads: { type: 'string', default: '1' },
  },
});
const { problem } = await readProblem(new Uint8Array(readFileSync(positionals[0])), positionals[0]);
const threads = startThreads(Number(values.threads));
await threads.ready;
const before = process.memoryUsage().rss / 2 ** 20;
const { error, status, iterations, seconds } = solve(problem, {
  crew: threads.crew,
  solver: values.solver,
  measure: values.measure,
  tolerance: values.tolerance && Number(values.tolerance),
  maxIterations: values['max-iterations'] && Number(values['max-iterations']),
});
const peakAbove = process.resourceUsage().maxRSS / 1024 - before;
console.log(JSON.stringify({ result: { status, iterations, seconds, error }, peakAbove }));
await threads.close();
