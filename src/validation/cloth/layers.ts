import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { World } from '../../dynamics/world.js';
import { cos, sin } from '../../math/functions.js';
import { type ValidationRow, relativeRow, row } from '../row.js';

const g = 9.81;
const slope = Math.PI / 6;
const seconds = 0.4;
const material = { density: 0.3, stretch: 3000, bend: 1e-3 };

/** A sheet that lies on a larger one: thickness (m), rows of the lower one's vertices, friction, step (s). */
interface Layers {
  readonly thickness: number;
  readonly rows: number;
  readonly friction: number;
  readonly h: number;
}

/** A square of cloth, level, its middle surface at a height. */
function square(side: number, rows: number, corner: number, height: number, thickness: number, held: boolean): Cloth {
  const origin = [corner, corner, height] as const;
  const surface = sheet({ nu: rows, nv: rows, origin, u: [side, 0, 0], v: [0, side, 0] });
  const pins = held ? [{ nodes: Array.from({ length: rows * rows }, (_, i) => i) }] : [];
  return new Cloth({ surface, material: { ...material, thickness }, pins });
}

/** Both in a world of some gravity, the lower one held everywhere or free. */
function layers({ thickness, rows, friction, h }: Layers, gravity: number[], held: boolean): [World, Cloth, Cloth] {
  const world = new World({ materials: { cloth: { friction } }, h, gravity: [gravity[0], gravity[1], gravity[2]] });
  const lower = square(1, rows, -0.5, 0, thickness, held);
  const upper = square(0.4, 8, -0.31, thickness, thickness, false);
  for (const cloth of [lower, upper]) world.addCloth(cloth, { material: 'cloth' });
  return [world, lower, upper];
}

/** Momentum along x over the mass that takes part (m/s). */
function speed(...cloths: Cloth[]): number {
  let [momentum, mass] = [0, 0];
  for (const { v, nodes, mass: m } of cloths) {
    for (let i = 0; i < nodes; i++) {
      momentum += m[i] * v[3 * i];
      mass += m[i];
    }
  }
  return momentum / mass;
}

/** Cloth slides down cloth: no vertex that the rim comes over holds it back. */
function sliding(of: Layers): ValidationRow {
  const [world, , upper] = layers(of, [g * sin(slope), 0, -g * cos(slope)], true);
  while (world.t < seconds - 1e-9) world.step();
  const { thickness, rows, friction, h } = of;
  const name = `mu = ${friction}, h = ${1000 * h} ms, ${1000 * thickness} mm, on ${rows} x ${rows}: speed after ${seconds} s`;
  const expected = g * (sin(slope) - friction * cos(slope)) * seconds;
  return relativeRow(name, expected, speed(upper), 1e-3, 'm/s');
}

/** Both free: one is pressed on the other as it slides over it, and their momentum stays. */
function free(): ValidationRow {
  const [world, lower, upper] = layers({ thickness: 0.004, rows: 21, friction: 0.3, h: 0.005 }, [0, 0, 0], false);
  for (let i = 0; i < upper.nodes; i++) upper.v.set([1, 0, -0.5], 3 * i);
  const before = speed(lower, upper);
  while (world.t < seconds - 1e-9) world.step();
  return row('both free, mean velocity of both: change', 0, speed(lower, upper) - before, 1e-9, 'm/s');
}

/** Cloth that slides on cloth obeys Coulomb's law, whatever its rim passes. */
export function* validateLayers(): Iterable<ValidationRow> {
  for (const friction of [0, 0.1, 0.3]) {
    yield sliding({ friction, h: 0.001, thickness: 0.004, rows: 11 });
    yield sliding({ friction, h: 0.005, thickness: 0.001, rows: 21 });
    yield sliding({ friction, h: 0.01, thickness: 0.001, rows: 21 });
  }
  yield* validateFewLayers();
}

/** The same in a second or two. */
export function validateFewLayers(): ValidationRow[] {
  const rows = [0, 0.3].map((friction) => sliding({ friction, h: 0.005, thickness: 0.004, rows: 11 }));
  return [...rows, free()];
}
