// A thread of the page: leads the steps of a pile or a scene, or follows another thread.
import { GroupThreads, answerTask } from '../../../dist/dynamics/groups/group-threads.js';
import { stepPile } from './pile.mjs';

globalThis.onmessage = async ({ data: { follow, lead, steps, scene, state: from } }) => {
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
  const step = async () => {
    if (!scene) return stepPile(pool, steps);
    const { stepScene } = await import('./gallery.mjs');
    return stepScene({ scene, state: from, pool, steps });
  };
  const { contacts, state } = await step();
  globalThis.postMessage({ contacts, state, calls });
};
