import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { joinSurfaces } from '../../bodies/cloth/surface.js';
import { solve } from '../../friction/solve.js';
import type { World } from '../../dynamics/world.js';
import { linearisedProblem } from '../../dynamics/cloth/linearised.js';
import { inFrames } from '../../dynamics/cloth/solved.js';
import { Tangent } from '../../bodies/cloth/tangent.js';
import type { ClothWorldOptions, SelfContact } from '../../dynamics/cloth/settings.js';
import { worldOfCloth } from './lone-cloth.js';
import type { ValidationRow } from '../row.js';

/** Two sheets, one above the other, falling on a sphere: contacts with an obstacle and between layers. */
export function stackedSheets(options: Partial<ClothWorldOptions>, nu = 9): World {
  const thickness = 0.01;
  const piece = (z: number): ReturnType<typeof sheet> =>
    sheet({ nu, nv: nu, origin: [-0.15, -0.15, z], u: [0.3, 0, 0], v: [0, 0.3, 0] });
  const cloth = new Cloth({
    surface: joinSurfaces([piece(0.107), piece(0.119)]),
    material: { density: 0.5, stretch: 40, bend: 1e-4, thickness },
    velocity: [0.3, 0.1, -0.5],
  });
  const world = worldOfCloth(cloth, { h: 5e-3, selfFriction: 0.3, friction: 0.3, ...options });
  world.addObstacle({ shape: { type: 'sphere', radius: 0.1 }, material: 'ground' });
  return world;
}

/**
 * Appendix A of [Ly20]: where the iteration converges, velocities and impulses obey Signorini and Coulomb exactly, as an
 * exact solver finds them on the same linearised problem.
 */
export function validateConvergence(): ValidationRow[] {
  const rows: ValidationRow[] = [];
  const kinds: readonly SelfContact[] = ['vertex-vertex', 'vertex-face', 'vertex-face-edge-edge'];
  for (const selfContact of kinds) {
    // to some state with many contacts, in steps of one length
    const world = stackedSheets({ selfContact, sweeps: 3, stop: { contact: 1e-3, elastic: 1e-3 } });
    for (let k = 0; k < 10; k++) world.step();
    const exact = stackedSheets({
      selfContact,
      sweeps: 3,
      stop: { contact: 1e-12, elastic: 1e-12, maxIterations: 20000 },
    });
    exact.cloths[0].q.set(world.cloths[0].q);
    exact.cloths[0].v.set(world.cloths[0].v);
    exact.step();
    const { state, system } = exact.cloths[0].world;
    const tangent = new Tangent(state.cloth, system);
    tangent.assemble(state.q, state.touching, 1);
    const { problem, contacts } = linearisedProblem(state, tangent.matrix);
    // measured by the contact solvers' own code, which iterates no further
    const own = solve(problem, { warmStart: inFrames(state.contacts, contacts), tolerance: 1 });
    const name = `converged, ${selfContact}, ${problem.mu.length} contacts`;
    rows.push({ name: `${name}: error as solvers measure it`, expected: 0, got: own.error.relative, tolerance: 1e-9 });
    const result = solve(problem, { tolerance: 1e-13, maxIterations: 50000 });
    rows.push({ name: `${name}: error of the exact solver`, expected: 0, got: result.error.relative, tolerance: 1e-9 });
    // with this many contacts the law has several solutions, of which each may find another
    if (selfContact === 'vertex-face-edge-edge') continue;
    // the problem's unknowns are the differences of the velocities
    const worst = result.v!.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
    rows.push({ name: `${name}: velocity against the exact solver (m/s)`, expected: 0, got: worst, tolerance: 1e-8 });
  }
  return rows;
}
