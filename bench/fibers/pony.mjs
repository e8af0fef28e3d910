// Pony tail: 334 super-helices of 5 elements gathered behind a head and hanging in a packed bundle, driven by a shaking
// head. Steps it with the library and prints how a step's time is split, contacts, iterations and how well it went.
// Needs the built package: `npm run build`, then `node bench/fibers/pony.mjs [steps] [rods]`. STICKSLIP_DIST names another build.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const dist = process.env.STICKSLIP_DIST ?? path.join(root, 'dist');
const load = (file) => import(pathToFileURL(path.join(dist, file)).href);
const { World } = await load('dynamics/world.js');
const { createRod } = await load('bodies/rods/registry.js');
const { carried, moved, still } = await load('bodies/motion.js');
const { frameOfTangent } = await load('bodies/rods/shape.js');

const steps = Number(process.argv[2] ?? 200);
const rods = Number(process.argv[3] ?? 334);
const radius = Number(process.env.RADIUS ?? 1e-3);
const length = Number(process.env.LENGTH ?? 0.3);
const h = Number(process.env.STEP ?? 3e-3);

/** Head that nods and turns for a third of a second, then rests. */
const swing = { axis: [0, 0, 1], angle: 0.5, frequency: 1.5 };
const head = moved(still([0, 0, 0]), {
  swing,
  shake: { amplitude: [0, 0.02, 0.01], frequency: 2 },
  start: 0.06,
  end: 0.56,
});

export function ponyWorld() {
  const world = new World({
    materials: { hair: { friction: 0.3 }, skin: { friction: 0.5 } },
    h,
    solver: process.env.SOLVER ? { solver: process.env.SOLVER } : {},
    ...(process.env.REPAIR === 'off' && { repair: false }),
  });
  world.addObstacle({ name: 'head', shape: { type: 'sphere', radius: 0.1 }, material: 'skin', motion: head });
  const spacing = 2.02 * radius;
  const places = hexagon(rods, spacing);
  // the knot of the tail sits behind the head, the hair leaves it backwards and down
  const frame = new Float64Array(4);
  frameOfTangent(frame, 0, [-1, 0, 0], [0, 0, 1]);
  const pose = new Float64Array(7);
  for (const [y, z] of places) {
    const motion = carried(still([-0.11, y, z], [...frame]), head);
    motion(pose, 0);
    const rod = createRod({
      model: 'super-helix',
      elements: 5,
      length,
      section: { radius: 4e-5 },
      collisionRadius: radius,
      segmentsPerElement: Number(process.env.PIECES ?? 4),
      material: 'hair',
      // a wisp of about a hundred hairs each
      stiffness: { EI1: 2e-7, EI2: 2e-7, GJ: 1.4e-7, mass: 1e-3 },
      airDamping: 1e-3,
      internalDamping: 0.02,
      initial: { position: [pose[0], pose[1], pose[2]], tangent: [-1, 0, 0], normal: [0, 0, 1] },
      start: { kind: 'clamped', motion },
    });
    world.addFiber(rod, { material: 'hair', self: false });
  }
  return world;
}

/** The first `count` points of a hexagonal lattice, from its centre outwards. */
function hexagon(count, spacing) {
  const points = [];
  for (let i = -20; i <= 20; i++)
    for (let j = -20; j <= 20; j++) points.push([spacing * (i + 0.5 * j), spacing * j * Math.sqrt(0.75)]);
  const far = ([y, z]) => y * y + z * z;
  return points.sort((a, b) => far(a) - far(b) || a[0] - b[0] || a[1] - b[1]).slice(0, count);
}

const world = ponyWorld();
const total = { collision: 0, assembly: 0, solve: 0, bodies: 0 };
let counted = 0;
const sum = { contacts: 0, iterations: 0, wall: 0, unconverged: 0, deepest: 0, most: 0, errors: 0, groups: 0 };
for (let k = 0; k < steps; k++) {
  const begun = performance.now();
  const record = world.step();
  const wall = (performance.now() - begun) / 1000;
  if (record.status !== 'converged') sum.unconverged++;
  sum.deepest = Math.max(sum.deepest, record.penetrationRelative);
  if (k % Number(process.env.EVERY ?? 20) === 0) {
    const ms = Object.values(record.seconds).map((s) => (1000 * s).toFixed(1));
    console.log(
      `${String(k).padStart(5)}  t ${record.t.toFixed(3)}  contacts ${record.contacts} of ${world.detector.contacts.n} near, ${world.detector.pairs} pairs  groups ${record.groups}  iterations ${record.iterations}` +
        `  ${record.status} ${record.error.toExponential(1)}  depth ${record.penetrationRelative.toFixed(4)}  kinetic ${record.energy.kinetic.toExponential(2)}` +
        `  stick ${record.stick} slide ${record.slide}  ms ${ms.join(' / ')} of ${(1000 * wall).toFixed(1)}`,
    );
  }
  if (k < steps / 4) continue;
  counted++;
  for (const part of Object.keys(total)) total[part] += record.seconds[part];
  sum.contacts += record.contacts;
  sum.iterations += record.iterations;
  sum.wall += wall;
  sum.most = Math.max(sum.most, record.contacts);
}
const mean = (x) => ((1000 * x) / counted).toFixed(2).padStart(9);
console.log(`\n${rods} rods, ${world.dofs} dofs, ${counted} steps of ${h} s, after the first ${steps - counted}`);
for (const part of Object.keys(total)) console.log(`${part.padEnd(12)} ${mean(total[part])} ms a step`);
console.log(`wall         ${mean(sum.wall)} ms a step`);
console.log(`contacts     mean ${Math.round(sum.contacts / counted)}, most ${sum.most}`);
console.log(`iterations   mean ${(sum.iterations / counted).toFixed(1)}`);
console.log(`unconverged  ${sum.unconverged} of ${steps} steps`);
console.log(`penetration  ${sum.deepest.toFixed(4)} of a radius at worst`);
