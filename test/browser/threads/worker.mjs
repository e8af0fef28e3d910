// A thread of the page: leads the steps of a pile or a scene, or follows another thread.
import { GroupThreads, answerTask } from '../../../dist/dynamics/groups/group-threads.js';
import { stepScene } from './gallery.mjs';
import { stepPile } from './pile.mjs';

globalThis.onmessage = ({ data: { follow, lead, steps, scene, state: from } }) => {
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
  const pool = threads.length > 0 ? new GroupThreads(threads) : undefined;
  const { contacts, state } = scene ? stepScene({ scene, state: from, pool, steps }) : stepPile(pool, steps);
  globalThis.postMessage({ contacts, state, calls });
};
