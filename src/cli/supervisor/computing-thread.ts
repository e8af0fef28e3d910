import { parentPort, workerData } from 'node:worker_threads';
import { main } from '../main.js';
import type { FromThread } from './supervise.js';

const { args } = workerData as { args: readonly string[] };
parentPort!.postMessage({ code: await main(args) } satisfies FromThread);
