import { parentPort } from 'node:worker_threads';
import { type GroupTask, answerGroups } from '../../dynamics/groups/group-threads.js';

/** What runs in each of the threads of `startThreads`. */
parentPort!.on('message', (task: GroupTask) => answerGroups(task));
