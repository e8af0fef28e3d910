import { parentPort } from 'node:worker_threads';
import { type ThreadTask, answerTask } from '../dynamics/groups/group-threads.js';

/** What runs in each of the threads of `startThreads`. */
parentPort!.on('message', (task: ThreadTask) => answerTask(task));
parentPort!.postMessage('ready');
