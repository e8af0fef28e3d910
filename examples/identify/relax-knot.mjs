/**
 * Makes knotted-line.json: a line with an overhand knot that has come to rest without friction. A knot that is let go as it is drawn moves by many
 * radii in a step and may come undone, and friction would keep what the drawing has put into it; so it is laid loosely, relaxed and
 * drawn to its place without friction first, and its shape becomes the drawing of the scene.
 *
 * `node relax-knot.mjs [elements] > knotted-line.json`
 */
import { Runner } from 'stickslip/record';

const elements = Number(process.argv[2] ?? 300);
/** length of the line, and of its loop when the measurement begins: a loop of radius 0.1 m, and a little more (m) */
const length = 1.4;
const loop = 2 * Math.PI * 0.1 + 0.015;
/** how fast the hands go apart, together (m/s), and how long the knot lies still before and after (s) */
const speed = 0.25;
const rest = 0.16;
const h = 0.004;

/** @param motion of the ends: speed of each of them outwards (m/s), from when, until when (s) */
const scene = (shape, friction, internalDamping, duration, motion) => {
  const end = (sign) => {
    const moves = motion.map(({ velocity, ...when }) => ({ velocity: [sign * velocity, 0, 0], ...when }));
    return { kind: 'pinned', ...(moves.length > 0 && { motion: { moves } }) };
  };
  return {
    $schema: 'https://unpkg.com/stickslip/schema/scene-1.json',
    version: 1,
    name: 'knotted line',
    description:
      'a nylon line, 2.9 mm thick, with an overhand knot: tightened through a loop of radius 0.1 m, and loosened again',
    duration,
    gravity: [0, 0, 0],
    step: { length: h },
    solver: { tolerance: 1e-5, restTolerance: 1e-5 },
    materials: {
      nylon: { density: 1140, youngModulus: 3e9, poissonRatio: 0.4, internalDamping, airDamping: 0.04, friction },
    },
    bodies: [
      {
        ...{ type: 'rod', name: 'line', model: 'der', elements, length, radius: 0.00144, material: 'nylon' },
        ...{ selfDistance: 0.05, shape, start: end(-1), end: end(1) },
      },
    ],
  };
};

/** Points of the line, and how much longer it is than its ends are apart: the length of the loop. */
const look = ({ world }) => {
  const line = new Float64Array(3 * (elements + 1));
  world.bodies[0].centreLine(line);
  const points = Array.from({ length: elements + 1 }, (_, k) => [...line.subarray(3 * k, 3 * k + 3)]);
  return { points, loop: length - Math.hypot(...points[elements].map((x, k) => x - points[0][k])) };
};

const drawn = { knot: { size: 0.075 } };
const way = look(new Runner(scene(drawn, 0, 0.0017, h, []))).loop - loop;
const until = rest + Math.abs(way) / speed;
const run = new Runner(
  scene(drawn, 0, 0.0017, until + rest, [{ velocity: (Math.sign(way) * speed) / 2, start: rest, end: until }]),
);
while (!run.done) run.step();
// a line without a knot is straight, and touches itself nowhere
const pressing = run.world.contacts().filter(({ force }) => Math.hypot(...force) > 0);
if (pressing.length < 3) throw new Error('the knot came undone');
const { points } = look(run);

const metres = (x) => Number(x.toFixed(6));
const through = points.map((point) => point.map(metres));
// 9 mm/s at each end: 30 mm in all to tighten it, then 18 mm to loosen it
const turn = 5 / 3;
const measured = scene({ through }, 0.3, 0.0086, turn + 1, [
  { velocity: 0.009, start: 0, end: turn },
  { velocity: -0.009, start: turn },
]);
console.log(
  JSON.stringify(measured, null, 1).replace(/\[\s+([-\d.e]+),\s+([-\d.e]+),\s+([-\d.e]+)\s+\]/g, '[$1, $2, $3]'),
);
