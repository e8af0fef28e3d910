import { describe, expect, it } from 'vitest';
import { Cloth } from '../../bodies/cloth/cloth.js';
import { sheet } from '../../bodies/cloth/shapes.js';
import { splineCurve } from '../../geometry/curve.js';
import type { SimpleShape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { World } from '../world.js';

const thickness = 0.004;
const radius = 0.012;

/** A sheet with edges of 5 cm that falls across a bar along y, no vertex of it near the bar. */
function overBar(shape: SimpleShape, orientation?: readonly [number, number, number, number]): [Cloth, World] {
  const world = new World({ materials: { felt: { friction: 1 } }, h: 0.005 });
  world.addObstacle({ shape, material: 'felt', ...(orientation && { orientation }) });
  const surface = sheet({ nu: 7, nv: 5, origin: [-0.175, -0.1, radius + 0.003], u: [0.3, 0, 0], v: [0, 0.2, 0] });
  const cloth = new Cloth({ surface, material: { density: 0.3, stretch: 300, bend: 1e-4, thickness } });
  world.addCloth(cloth, { material: 'felt' });
  return [cloth, world];
}

/** Least distance of places of the sheet, the 10th part of an edge apart, from the bar's axis; wherever on it. */
function leastFromAxis({ q, surface: { triangles } }: Cloth): number {
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let a = 0; a <= 10; a++) {
      for (let b = 0; a + b <= 10; b++) {
        const at = (c: number): number =>
          (a * q[3 * triangles[t] + c] + b * q[3 * triangles[t + 1] + c] + (10 - a - b) * q[3 * triangles[t + 2] + c]) /
          10;
        least = Math.min(least, Math.sqrt(at(0) * at(0) + at(2) * at(2)));
      }
    }
  }
  return least;
}

/** A bar with eight sides along y, a mesh about a circle of `radius`, with an edge at the top. */
function prism(): [number[], number[]] {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const out = radius / Math.cos(Math.PI / 8);
  for (let k = 0; k < 8; k++) {
    const [cosine, sine] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
    for (const y of [-0.5, 0.5]) vertices.push(out * sine, y, out * cosine);
    const [a, b] = [2 * k, 2 * ((k + 1) % 8)];
    triangles.push(a, b, a + 1, b, b + 1, a + 1);
    if (k > 0 && k < 7) triangles.push(0, b, a, 1, a + 1, b + 1);
  }
  return [vertices, triangles];
}

const alongY = [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as const;
const bars: [string, SimpleShape, typeof alongY?][] = [
  ['cylinder', { type: 'cylinder', radius, halfLength: 0.5 }, alongY],
  ['mesh', { type: 'mesh', mesh: new TriangleMesh(...prism()) }],
  [
    'solid given by its distance',
    { type: 'distance', distance: (x, _, z) => Math.sqrt(x * x + z * z) - radius, half: [radius, 0.5, radius] },
  ],
  ['tube', { type: 'tube', radius, curve: splineCurve([0, -0.5, 0, 0, 0.5, 0], false) }],
];

describe.each(bars)('a bar that is a %s', (_, shape, orientation) => {
  it('holds a sheet whose vertices lie beside it', () => {
    const [cloth, world] = overBar(shape, orientation);
    let penetration = 0;
    for (let k = 0; k < 80; k++) penetration = Math.max(penetration, world.step().penetrationMax);
    const missing = radius + 0.5 * thickness - leastFromAxis(cloth);
    // a step may end with overlaps of some per cent of half the thickness
    expect(missing).toBeLessThan(0.1 * 0.5 * thickness);
    expect(penetration).toBeLessThan(0.1 * 0.5 * thickness);
  });
});

describe('a cylinder that lies between two rows of vertices', () => {
  it('is borne by the cloth on a plane', () => {
    const world = new World({ materials: { felt: { friction: 0.4 } }, h: 0.005 });
    world.addObstacle({ shape: { type: 'plane' }, material: 'felt' });
    const surface = sheet({ nu: 9, nv: 9, origin: [-0.2, -0.2, 0.002], u: [0.4, 0, 0], v: [0, 0.4, 0] });
    const cloth = new Cloth({ surface, material: { density: 0.3, stretch: 500, bend: 1e-3, thickness } });
    const body = world.addRigid({
      shape: { type: 'cylinder', radius: 0.05, halfLength: 0.04 },
      mass: 0.05,
      position: [0.013, 0.007, thickness + 0.05],
      orientation: alongY,
      material: 'felt',
    });
    world.addCloth(cloth, { material: 'felt' });
    for (let k = 0; k < 60; k++) world.step();
    // two per cent of half the thickness may stand
    expect(Math.abs(body.q[2] - thickness - 0.05)).toBeLessThan(0.02 * 0.5 * thickness);
  });
});

describe('a cylinder that stands inside a triangle', () => {
  it('is carried by cloth that is held', () => {
    const world = new World({ materials: { felt: { friction: 0.5 } }, h: 0.005 });
    const surface = sheet({ nu: 5, nv: 5, origin: [-0.1, -0.1, 0], u: [0.2, 0, 0], v: [0, 0.2, 0] });
    const material = { density: 0.3, stretch: 1000, bend: 1e-3, thickness };
    const cloth = new Cloth({ surface, material, pins: [{ nodes: [0, 4, 20, 24] }] });
    const body = world.addRigid({
      shape: { type: 'cylinder', radius: 0.01, halfLength: 0.02 },
      mass: 0.05,
      position: [0.033, 0.017, 0.022],
      material: 'felt',
    });
    world.addCloth(cloth, { material: 'felt' });
    for (let k = 0; k < 60; k++) world.step();
    expect(body.q[2]).toBeGreaterThan(-0.05);
  });
});
