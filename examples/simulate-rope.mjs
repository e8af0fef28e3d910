/** A scene simulated step by step: a rope falls on a floor, and we look at its highest point and its contacts. */
import { Runner } from 'stickslip/record';

const scene = {
  version: 1,
  name: 'falling rope',
  duration: 0.5,
  step: { length: 0.005 },
  obstacles: [{ name: 'floor', shape: { type: 'plane' }, material: 'wood' }],
  bodies: [
    {
      ...{ type: 'rod', model: 'der', elements: 20, length: 0.6, radius: 0.005, material: 'rope' },
      shape: { position: [0, 0, 0.2], tangent: [1, 0, 0.3] },
    },
  ],
};

const run = new Runner(scene);
const [rope] = run.world.bodies;
const line = new Float64Array(3 * 21);
while (!run.done) {
  const { t, contacts, stick, slide } = run.step();
  if (run.tally.steps % 20 !== 0) continue;
  rope.centreLine(line);
  const highest = Math.max(...line.filter((_, k) => k % 3 === 2));
  console.log(
    `t = ${t.toFixed(2)} s: top at ${highest.toFixed(3)} m, ${contacts} contacts (${stick} stick, ${slide} slide)`,
  );
}
console.log(`state ${run.summary().stateHash.slice(0, 16)}...`);

// Prints:
// t = 0.10 s: top at 0.321 m, 0 contacts (0 stick, 0 slide)
// ...
// t = 0.40 s: top at 0.005 m, ... contacts (... stick, 0 slide)
// t = 0.50 s: top at 0.005 m, ... contacts (... stick, 0 slide)
// state ...
