// A thread of the page: leads a pile's steps, or follows another thread.
import { GroupThreads, answerTask } from '../../../dist/dynamics/groups/group-threads.js';
import { stepPile } from './pile.mjs';

globalThis.onmessage = ({ data: { follow, lead, steps } }) => {
  if (follow) {
    follow.onmessage = ({ data }) => answerTask(data);
    return;
  }
  let calls = 0;
  const threads = lead.map((port) => ({
    post: (task) => {
      calls++;
      port.postMessage(task);
    },
  }));
  const { contacts, state } = stepPile(threads.length > 0 ? new GroupThreads(threads) : undefined, steps);
  globalThis.postMessage({ contacts, state, calls });
};
