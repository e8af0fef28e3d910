import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { moved, still } from '../../bodies/motion.js';
import { cos, exp, sin } from '../../math/functions.js';
import { worldOfCloth } from './lone-cloth.js';
import type { ValidationRow } from '../row.js';

/** A belt over a turning drum. */
export interface BeltResult {
  /** tension at the held end over that at the loaded end */
  readonly ratio: number;
  /** largest speed of the belt (m/s) */
  readonly speed: number;
  readonly converged: boolean;
}

const radius = 0.1;
const thickness = 2e-3;
const straight = 0.06;

/**
 * A belt laid half around a drum that turns under it. One end is held, a force pulls at the other; the belt stands still
 * and all of it slips, so that the tensions at the two ends differ by exp(μ π) [VALIDATION 3.1].
 *
 * @param cells cells along the half circle
 */
export function belt(friction: number, cells: number, steps = 60): BeltResult {
  const centre = radius + 0.5 * thickness;
  const cell = (Math.PI * centre) / cells;
  const tail = Math.max(2, Math.round(straight / cell));
  const nu = cells + 2 * tail + 1;
  const width = Math.max(2, Math.round(0.04 / cell));
  const surface = sheet({ nu, nv: width + 1, u: [(nu - 1) * cell, 0, 0], v: [0, width * cell, 0] });
  const positions = new Float64Array(surface.positions.length);
  for (let i = 0; i < positions.length; i += 3) wrap(positions, i, surface.positions, tail * cell, centre);
  const pull = 1;
  const load = new Float64Array(positions.length);
  const held: number[] = [];
  for (let j = 0; j <= width; j++) {
    held.push(j * nu);
    // rim vertices carry half a cell
    load[3 * (j * nu + nu - 1) + 2] = (-pull * (j === 0 || j === width ? 0.5 : 1)) / width;
  }
  const cloth = new Cloth({
    surface,
    positions,
    material: { density: 0.1, stretch: 400 / (width * cell), thickness },
    pins: [{ nodes: held }],
    load,
  });
  const world = worldOfCloth(cloth, {
    h: 5e-3,
    friction,
    gravity: [0, 0, 0],
    selfContact: 'none',
    // nodes carry the load, as in the law; with edges, too, coarse belts do not settle under this stopping rule
    obstacleContact: 'vertices',
    start: 'velocity',
    sweeps: 2,
    stop: { contact: 1e-7, elastic: 1e-7, maxIterations: 4000 },
  });
  world.addObstacle({
    shape: { type: 'cylinder', radius, halfLength: 1 },
    // the cylinder's axis along y; its top moves from the held end to the loaded one
    motion: moved(still([0, 0, 0], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]), { spin: { axis: [0, 1, 0], rate: 5 } }),
    material: 'ground',
  });
  let converged = true;
  for (let k = 0; k < steps; k++) converged = world.step().status === 'converged';
  const speed = cloth.v.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const { state } = world.cloths[0].world;
  let tension = 0;
  for (const i of held) tension -= state.F[3 * i + 2];
  return { ratio: Math.abs(tension) / pull, speed, converged };
}

/** Place of a belt's vertex: down on the left, over the drum, down on the right. */
function wrap(out: Float64Array, at: number, rest: Float64Array, tail: number, centre: number): void {
  const s = rest[at] - tail;
  const turn = s / centre;
  out[at + 1] = rest[at + 1];
  if (turn < 0) {
    out[at] = -centre;
    out[at + 2] = s;
  } else if (turn > Math.PI) {
    out[at] = centre;
    out[at + 2] = Math.PI * centre - s;
  } else {
    out[at] = -centre * cos(turn);
    out[at + 2] = centre * sin(turn);
  }
}

/** The capstan law, within 2 %. */
export function validateBelt(cells = 16): ValidationRow[] {
  return [0.1, 0.3].map((friction) => {
    const expected = exp(friction * Math.PI);
    const { ratio } = belt(friction, cells);
    return {
      name: `belt over a drum, μ = ${friction}: ratio of tensions`,
      expected,
      got: ratio,
      tolerance: 0.02 * expected,
    };
  });
}
