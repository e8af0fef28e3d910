import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** radius of the ball, and thickness of the plate (m) */
const [radius, thickness] = [0.02, 0.02];

/** places within a step at which the ball meets the plate */
const phases = 8;

/** What becomes of balls thrown at a fixed plate, without weight, h = 10 ms; the plate is met at different times of a step. */
function thrown(theta: number, speed: number, e: number): { through: number; depth: number; off: number } {
  const h = 0.01;
  const result = { through: 0, depth: 0, off: 0 };
  for (let phase = 0; phase < phases; phase++) {
    const materials = { steel: { friction: 0.3, restitution: e } };
    const world = new World({ materials, gravity: [0, 0, 0], h, theta });
    const plate = { type: 'box', half: [0.5, 0.5, thickness / 2] } as const;
    world.addObstacle({ shape: plate, material: 'steel', position: [0, 0, -thickness / 2] });
    const ball = world.addRigid({
      shape: { type: 'sphere', radius },
      mass: 1,
      position: [0, 0, 0.1001 + (speed * h * phase) / phases],
      velocity: [0, 0, -speed],
      material: 'steel',
    });
    const steps = phases + Math.ceil(0.1 / (speed * h));
    for (let k = 0; k < steps; k++) result.depth = Math.max(result.depth, world.step().penetrationRelative);
    if (ball.q[2] < 0) result.through++;
    result.off = Math.max(result.off, Math.abs(ball.v[2] - e * speed) / speed);
  }
  return result;
}

/** Balls stop at a plate, or are thrown back, at every theta and speed. */
export function impactTheta(): ValidationRow[] {
  return [1, 0.75, 0.5].flatMap((theta) =>
    [2, 10, 50].flatMap((speed) =>
      [0, 0.5].flatMap((e) => {
        const { through, depth, off } = thrown(theta, speed, e);
        const name = `theta = ${theta}, ${speed} m/s, e = ${e}`;
        return [
          row(`${name}: balls through the plate of ${phases}`, 0, through, 0),
          // what a scene allows where nothing else is said
          row(`${name}: deepest overlap, in sizes`, 0, depth, 1e-3),
          row(`${name}: velocity after, over that before`, 0, off, 1e-9),
        ];
      }),
    ),
  );
}
