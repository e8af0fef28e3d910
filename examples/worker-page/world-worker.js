/** The worker: a world, and what can only be given here because it is a function. */
import { serveWorld } from 'stickslip/web-worker/serve';

serveWorld({
  setup(world) {
    // a breath of air that comes and goes
    world.wind = (out, x, t) => out.set([0, 1.5 * Math.sin(2 * t), 0]);
  },
});
