import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { SolveOptions } from '../../friction/solve.js';
import { World } from '../../dynamics/world.js';
import type { ValidationRow } from '../row.js';
import { row } from '../row.js';

/** Balls in a row, `incoming` of them moving at 1 m/s towards the others, without weight; velocities after. */
function cradleVelocities(n: number, incoming: number, e: number, gap: number): number[] {
  const world = new World({
    materials: { steel: { friction: 0, restitution: e } },
    gravity: [0, 0, 0],
    h: 0.001,
    solver: { tolerance: 1e-14, restTolerance: 1e-14 },
    repair: false,
  });
  const balls: RigidBody[] = [];
  for (let k = 0; k < n; k++) {
    balls.push(
      world.addRigid({
        shape: { type: 'sphere', radius: 0.05 },
        mass: 1,
        position: [k * (0.1 + gap) + (k >= incoming ? 0.0005 : 0), 0, 0],
        velocity: [k < incoming ? 1 : 0, 0, 0],
        material: 'steel',
      }),
    );
  }
  for (let k = 0; k < 20; k++) world.step();
  return balls.map((ball) => ball.v[0]);
}

/** Newton's cradle under Moreau's law: touching balls share, balls with gaps hand on. */
export function cradle(): ValidationRow[] {
  const cases: [string, number, number, number, number, number[]][] = [
    ['3 balls', 3, 1, 1, 0, [-1 / 3, 2 / 3, 2 / 3]],
    ['4 balls', 4, 1, 1, 0, [-0.5, 0.5, 0.5, 0.5]],
    ['5 balls', 5, 1, 1, 0, [-0.6, 0.4, 0.4, 0.4, 0.4]],
    ['5 balls, two incoming', 5, 2, 1, 0, [-0.2, -0.2, 0.8, 0.8, 0.8]],
    ['3 balls, e = 1/2', 3, 1, 0.5, 0, [0, 0.5, 0.5]],
    ['3 balls, 1 mm gaps', 3, 1, 1, 1e-3, [0, 0, 1]],
  ];
  return cases.flatMap(([name, n, incoming, e, gap, expected]) => {
    const got = cradleVelocities(n, incoming, e, gap);
    return expected.map((v, k) => row(`cradle: ${name}, ball ${k + 1}`, v, got[k], 1e-12, 'm/s'));
  });
}

/** Eight spheres falling in a column onto a plane, e = 1, mu = 0 [Renouf05 8.1]. */
export function elasticColumn(options: { theta?: number; h?: number; solver?: SolveOptions } = {}): World {
  const world = new World({
    materials: { steel: { friction: 0, restitution: 1 } },
    theta: options.theta ?? 0.5,
    h: options.h ?? 0.005,
    solver: { tolerance: 1e-13, restTolerance: 1e-13, maxIterations: 10000, ...options.solver },
    repair: false,
  });
  world.addObstacle({ shape: { type: 'plane' }, material: 'steel' });
  for (let k = 0; k < 8; k++) {
    world.addRigid({
      shape: { type: 'sphere', radius: 0.1 },
      density: 1000,
      position: [0, 0, 0.3 + 0.22 * k],
      material: 'steel',
    });
  }
  return world;
}

/** Energy of the column: kept exactly at theta = 1/2 whatever the solver. */
export function columnEnergy(
  solvers: readonly SolveOptions[] = [{ solver: 'nsgs' }, { solver: 'gauss-seidel' }],
): ValidationRow[] {
  const rows: ValidationRow[] = [];
  for (const solver of solvers) {
    const world = elasticColumn({ solver });
    const start = world.energy().total;
    let drift = 0;
    while (world.t < 3) drift = Math.max(drift, Math.abs(world.step().energy.total / start - 1));
    rows.push(row(`elastic column, ${solver.solver}: energy, relative change in 3 s`, 0, drift, 1e-10));
  }
  return rows;
}
