import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { World } from '../../dynamics/world.js';
import { splineCurve } from '../../geometry/curve.js';
import type { Orientation, SimpleShape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { type ValidationRow, row } from '../row.js';

const radius = 0.012;
const thickness = 0.004;
const alongY: Orientation = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];

/** Penetrations up to this share of half the thickness are let stand at the end of a step, and a little more on what has curved away (m). */
const allowed = 0.1 * 0.5 * thickness;

/** The same bar along y, as every shape that can be one. */
const bars: readonly (readonly [string, SimpleShape, Orientation?])[] = [
  ['capsule', { type: 'capsule', radius, halfLength: 0.5 }, alongY],
  ['cylinder', { type: 'cylinder', radius, halfLength: 0.5 }, alongY],
  ['tube', { type: 'tube', radius, curve: splineCurve([0, -0.5, 0, 0, 0.5, 0], false) }],
  ['mesh', { type: 'mesh', mesh: squareBar() }],
  [
    'distance',
    { type: 'distance', distance: (x, _, z) => Math.sqrt(x * x + z * z) - radius, half: [radius, 0.5, radius] },
  ],
  ['box', { type: 'box', half: [radius, 0.5, radius] }],
];

/** Bodies of 50 g, 3 cm across, and how high their middles are over what they stand on. */
const bodies: readonly (readonly [string, SimpleShape, number])[] = [
  ['sphere', { type: 'sphere', radius: 0.015 }, 0.015],
  ['capsule', { type: 'capsule', radius: 0.015, halfLength: 0.015 }, 0.03],
  ['cylinder', { type: 'cylinder', radius: 0.015, halfLength: 0.03 }, 0.03],
  ['box', { type: 'box', half: [0.015, 0.015, 0.03] }, 0.03],
];

/** A bar with a square section, whose sides are 2 `radius`, as a mesh. */
function squareBar(): TriangleMesh {
  const vertices: number[] = [];
  for (const x of [-radius, radius])
    for (const y of [-0.5, 0.5]) for (const z of [-radius, radius]) vertices.push(x, y, z);
  const triangles = [
    [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5],
    [0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6],
    [0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3],
  ];
  return new TriangleMesh(vertices, triangles.flat());
}

/**
 * Cloth with edges wider and narrower than what it meets: a sheet over a bar, and bodies put on held cloth. Nothing passes through, whatever
 * its shape. That is told by places spread over the triangles, not by what the steps report.
 */
export function* validateClothShapes(): Generator<ValidationRow> {
  for (const cells of [6, 15]) {
    const edge = `edges of ${Math.round(300 / cells)} mm`;
    for (const [name, shape, orientation] of bars) {
      const { depth, reported } = overBar(shape, orientation, cells);
      yield row(`a sheet over a bar, ${name}, ${edge}: penetration`, 0, depth, allowed, 'm');
      yield row(`a sheet over a bar, ${name}, ${edge}: as reported`, 0, reported, allowed, 'm');
    }
    for (const [name, shape, height] of bodies) {
      const sunk = onHeldCloth(shape, height, cells);
      // carried: it hangs as deep as the cloth does; falling freely it would be 0.3 m down
      yield row(`a body on held cloth, ${name}, ${edge}: under the cloth's lowest vertex`, 0, sunk, 0.03, 'm');
    }
  }
}

function overBar(
  shape: SimpleShape,
  orientation: Orientation | undefined,
  cells: number,
): { readonly depth: number; readonly reported: number } {
  const world = new World({ materials: { felt: { friction: 1 } }, h: 0.005 });
  world.addObstacle({ shape, material: 'felt', ...(orientation && { orientation }) });
  const side = 0.3;
  // with six cells the bar is in the middle of one row
  const origin = [-0.5 * side - (0.5 * side) / cells, -0.05, radius + 0.6 * thickness] as const;
  const surface = sheet({ nu: cells + 1, nv: Math.round(cells / 3) + 1, origin, u: [side, 0, 0], v: [0, 0.1, 0] });
  const cloth = new Cloth({ surface, material: { density: 0.3, stretch: 300, bend: 1e-4, thickness } });
  world.addCloth(cloth, { material: 'felt' });
  let reported = 0;
  for (let k = 0; k < 60; k++) reported = Math.max(reported, world.step().penetrationMax);
  const isSquare = shape.type === 'box' || shape.type === 'mesh';
  let highest = -Infinity;
  for (let k = 2; k < cloth.q.length; k += 3) highest = Math.max(highest, cloth.q[k]);
  // what has fallen through is nowhere in the bar any more; what hangs on flat sides need not lie on them
  const depth = highest < 0 ? radius : radius + 0.5 * thickness - leastFromAxis(cloth, isSquare);
  return { depth: Math.max(depth, 0), reported };
}

/** Least distance of places of the cloth, a tenth of an edge apart, from the y axis; for a square bar, of its half side and what is beyond. */
function leastFromAxis({ q, surface: { triangles } }: Cloth, isSquare: boolean): number {
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let a = 0; a <= 10; a++) {
      for (let b = 0; a + b <= 10; b++) {
        const [i, j, k] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
        const x = Math.abs(a * q[i] + b * q[j] + (10 - a - b) * q[k]) / 10;
        const z = Math.abs(a * q[i + 2] + b * q[j + 2] + (10 - a - b) * q[k + 2]) / 10;
        const [dx, dz] = [Math.max(x - radius, 0), Math.max(z - radius, 0)];
        const outside = Math.sqrt(dx * dx + dz * dz);
        const square = outside > 0 ? radius + outside : Math.max(x, z);
        least = Math.min(least, isSquare ? square : Math.sqrt(x * x + z * z));
      }
    }
  }
  return least;
}

/** How far the lowest point of a body is under the lowest vertex of the cloth, after 0.3 s, at least 0 (m). */
function onHeldCloth(shape: SimpleShape, height: number, cells: number): number {
  const world = new World({ materials: { felt: { friction: 0.5 } }, h: 0.005 });
  const position = [0.011, 0.007, 0.5 * thickness + height] as const;
  const body = world.addRigid({ shape, mass: 0.05, position, material: 'felt' });
  const surface = sheet({ nu: cells + 1, nv: cells + 1, origin: [-0.15, -0.15, 0], u: [0.3, 0, 0], v: [0, 0.3, 0] });
  const nodes = [0, cells, cells * (cells + 1), (cells + 1) * (cells + 1) - 1];
  const material = { density: 0.3, stretch: 1000, bend: 1e-3, thickness };
  const cloth = new Cloth({ surface, material, pins: [{ nodes }] });
  world.addCloth(cloth, { material: 'felt' });
  for (let k = 0; k < 60; k++) world.step();
  let lowest = Infinity;
  for (let k = 2; k < cloth.q.length; k += 3) lowest = Math.min(lowest, cloth.q[k]);
  return Math.max(0, lowest - (body.q[2] - height));
}
