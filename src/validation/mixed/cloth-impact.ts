import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { cross3, dot3 } from '../../math/vec3.js';
import { type ValidationRow, row } from '../row.js';
import { World } from '../../dynamics/world.js';

const side = 0.6;
const cells = 12;
const density = 0.3;

/** A body thrown straight at cloth that is held at its rim. */
export interface Throw {
  readonly shape: 'ball' | 'box';
  /** mass over that of the cloth */
  readonly mass: number;
  /** (m/s) */
  readonly speed: number;
  /** of the ball, or half the side of the box (m). Default: 0.06 */
  readonly size?: number;
}

/** What an impact did. */
export interface Impact {
  /** how often the middle of the body went through a triangle of the cloth */
  readonly crossings: number;
  /** largest gain of energy that nothing drove, and work of the repair, over the energy that the body came with */
  readonly gain: number;
  readonly repair: number;
  /** most that the whole energy, whatever it came from, grew by in a step, over the same */
  readonly growth: number;
  /** height of the body over the rim at the end (m) */
  readonly height: number;
}

/** Throws a body and watches it for some time; triangles and the body's middle are followed by code of its own. */
export function throwAtCloth({ shape, mass, speed, size = 0.06 }: Throw, seconds: number): Impact {
  const h = 0.005;
  const world = new World({ materials: { felt: { friction: 0.3 } }, h, solver: { tolerance: 1e-6 } });
  const body = world.addRigid({
    shape: shape === 'ball' ? { type: 'sphere', radius: size } : { type: 'box', half: [size, size, size] },
    mass: mass * density * side * side,
    // beside the middle, so that nothing is symmetric by chance
    position: [0.013, 0.007, size + 0.05],
    velocity: [0, 0, -speed],
    material: 'felt',
  });
  const surface = sheet({
    nu: cells + 1,
    nv: cells + 1,
    origin: [-side / 2, -side / 2, 0],
    u: [side, 0, 0],
    v: [0, side, 0],
  });
  const rim: number[] = [];
  for (let i = 0; i < (cells + 1) * (cells + 1); i++) {
    if (i % (cells + 1) === 0 || i % (cells + 1) === cells || i <= cells || i >= cells * (cells + 1)) rim.push(i);
  }
  const material = { density, stretch: 1000, bend: 5e-4, thickness: 0.004, airDamping: 2e-4 };
  const cloth = new Cloth({ surface, material, pins: [{ nodes: rim }] });
  world.addCloth(cloth, { material: 'felt' });
  const scale = world.energy().kinetic;
  let [crossings, gain, least, growth] = [0, 0, 0, 0];
  let before = world.energy().total;
  while (world.t < seconds - 1e-9) {
    const [x, q] = [body.q.slice(0, 3), cloth.q.slice()];
    world.step();
    const { dissipated, total } = world.energy();
    growth = Math.max(growth, total - before);
    before = total;
    gain = Math.max(gain, least - dissipated);
    least = Math.max(least, dissipated);
    crossings += crossingsOf(x, body.q, q, cloth.q, surface.triangles);
  }
  return {
    crossings,
    gain: gain / scale,
    repair: world.energy().repair / scale,
    growth: growth / scale,
    height: body.q[2],
  };
}

/** Looks at the way of a step: often enough that a triangle is not passed between two of them. */
const looks = 16;

/** How many triangles a point went through on its way from x to y while their corners went from p to q. */
function crossingsOf(
  x: Float64Array,
  y: Float64Array,
  p: Float64Array,
  q: Float64Array,
  triangles: Int32Array,
): number {
  let count = 0;
  const corners = new Float64Array(9);
  const at = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    let before = 0;
    for (let k = 0; k <= looks; k++) {
      const s = k / looks;
      for (let c = 0; c < 3; c++) {
        at[c] = x[c] + s * (y[c] - x[c]);
        for (let i = 0; i < 3; i++) {
          const j = 3 * triangles[t + i] + c;
          corners[3 * i + c] = p[j] + s * (q[j] - p[j]);
        }
      }
      const now = sideOf(at, corners);
      if (now.over && before !== 0 && now.side !== before) count++;
      before = now.side;
    }
  }
  return count;
}

const [u, v, w, n, m] = Array.from({ length: 5 }, () => new Float64Array(3));

/** Side of a triangle's plane that a point is on, and whether its foot is within the triangle. */
function sideOf(at: Float64Array, corners: Float64Array): { side: number; over: boolean } {
  for (let c = 0; c < 3; c++) {
    u[c] = corners[3 + c] - corners[c];
    v[c] = corners[6 + c] - corners[c];
    w[c] = at[c] - corners[c];
  }
  cross3(n, 0, u, 0, v, 0);
  const area = dot3(n, 0, n, 0);
  cross3(m, 0, u, 0, w, 0);
  const second = dot3(m, 0, n, 0) / area;
  cross3(m, 0, w, 0, v, 0);
  const first = dot3(m, 0, n, 0) / area;
  return { side: dot3(n, 0, w, 0) < 0 ? -1 : 1, over: first >= 0 && second >= 0 && first + second <= 1 };
}

/** Balls and boxes of 0.1, 1 and 10 times the cloth's mass against it, h = 5 ms; and a ball of half a cell. */
export function* clothImpact(speeds: readonly number[] = [1, 2, 5, 10, 20], seconds = 0.12): Generator<ValidationRow> {
  for (const shape of ['ball', 'box'] as const) {
    for (const speed of speeds) {
      const impacts = [0.1, 1, 10].map((mass) => throwAtCloth({ shape, mass, speed }, seconds));
      const worst = (of: (impact: Impact) => number): number => Math.max(...impacts.map(of));
      const name = `${shape} at ${speed} m/s`;
      yield row(
        `${name}: times it goes through`,
        0,
        worst(({ crossings }) => crossings),
        0,
      );
      yield row(
        `${name}: energy from nowhere, of its own`,
        0,
        worst(({ gain }) => gain),
        1e-6,
      );
      yield row(
        `${name}: growth of the whole energy in a step`,
        0,
        worst(({ growth }) => growth),
        1e-6,
      );
      yield row(
        `${name}: work of the repair, of its energy`,
        0,
        worst(({ repair }) => repair),
        1e-4,
      );
    }
  }
  const small = throwAtCloth({ shape: 'ball', mass: 1, speed: 1, size: side / cells / 2 }, 3 * seconds);
  yield row('ball with a radius of half a cell: times it goes through', 0, small.crossings, 0);
}
