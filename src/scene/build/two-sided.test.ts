import { describe, expect, it } from 'vitest';
import { readScene } from '../read-scene.js';
import { buildWorld } from './world.js';

const vertices = [
  [-0.3, -0.3, 0],
  [0.3, -0.3, 0],
  [0.3, 0.3, 0],
  [-0.3, 0.3, 0],
];
const triangles = [
  [0, 1, 2],
  [0, 2, 3],
];
const cube = {
  vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    0.4 * (k & 1) - 0.2,
    0.4 * ((k >> 1) & 1) - 0.2,
    0.4 * (k >> 2) - 0.4,
  ]),
  // as a file has it whose normals point inwards
  triangles: [
    ...[
      [0, 3, 2],
      [0, 1, 3],
      [4, 7, 5],
      [4, 6, 7],
      [0, 5, 1],
      [0, 4, 5],
    ],
    ...[
      [2, 7, 6],
      [2, 3, 7],
      [0, 6, 4],
      [0, 2, 6],
      [1, 7, 3],
      [1, 5, 7],
    ],
  ],
};

/** What falls, by the side it comes from: +1 from the front of the triangles. */
const falling = {
  ball: (side: number) => ({
    type: 'rigid',
    shape: { type: 'sphere', radius: 0.05 },
    position: [0.02, 0.01, 0.1 * side],
  }),
  box: (side: number) => ({
    type: 'rigid',
    shape: { type: 'box', size: [0.1, 0.1, 0.1] },
    position: [0.02, 0.01, 0.1 * side],
  }),
  capsule: (side: number) => ({
    type: 'rigid',
    shape: { type: 'capsule', radius: 0.05, length: 0.1 },
    position: [0.02, 0.01, 0.1 * side],
    orientation: { axis: [0, 1, 0], degrees: 90 },
  }),
  rope: (side: number) => ({
    type: 'rod',
    model: 'der',
    length: 0.3,
    radius: 0.01,
    elements: 6,
    shape: { position: [-0.15, 0.01, 0.05 * side] },
    start: { kind: 'free' },
    material: 'rope',
  }),
};

/** How far the deepest point of what falls on a mesh has come: towards the side it came from (m). */
function rest(body: (side: number) => object, mesh: object, side: number): number {
  const scene = readScene({
    version: 1,
    name: 'sides',
    duration: 1,
    gravity: [0, 0, -9.81 * side],
    step: { length: 0.005 },
    obstacles: [{ shape: { type: 'mesh', ...mesh }, material: 'wood' }],
    bodies: [{ material: 'wood', ...body(side) }],
  });
  const world = buildWorld(scene);
  for (let k = 0; k < 60; k++) world.step();
  const [own] = world.bodies;
  // bodies: place first; rods of nodes: place and twist of each node
  const heights = own.kind === 'rigid' ? [own.q[2]] : Array.from({ length: 7 }, (_, k) => own.q[4 * k + 2]);
  return Math.min(...heights.map((z) => z * side));
}

describe.each(Object.entries(falling))('a mesh and a %s', (name, body) => {
  const half = name === 'rope' ? 0.01 : 0.05;

  it('holds from the front, and from behind where it has a thickness, thin as it may be', () => {
    for (const thickness of [0.02, 0.001])
      for (const side of [1, -1])
        expect(rest(body, { vertices, triangles, thickness }, side), `${side} ${thickness}`).toBeCloseTo(
          half + thickness / 2,
          3,
        );
    expect(rest(body, { vertices, triangles }, 1)).toBeCloseTo(half, 3);
    expect(rest(body, { vertices, triangles }, -1)).toBeLessThan(-0.1);
  });

  it('is solid where it was inside out and is turned', () => {
    expect(rest(body, { ...cube, turned: true }, 1)).toBeCloseTo(half, 3);
    expect(rest(body, cube, 1)).toBeLessThan(0);
  });
});

it('a mesh with a thickness deforms: the wall follows its surface', () => {
  const positions = [vertices, vertices.map(([x, y]) => [x, y, 0.1])];
  const scene = readScene({
    version: 1,
    name: 'lift',
    duration: 1,
    step: { length: 0.005 },
    obstacles: [
      {
        shape: { type: 'mesh', vertices, triangles: triangles.map((t) => t.toReversed()), thickness: 0.01 },
        deformation: { times: [0, 0.3], positions, interpolation: 'linear' },
        material: 'wood',
      },
    ],
    bodies: [{ ...falling.ball(1), position: [0.02, 0.01, 0.06], material: 'wood' }],
  });
  const world = buildWorld(scene);
  for (let k = 0; k < 80; k++) world.step();
  expect(world.bodies[0].q[2]).toBeCloseTo(0.155, 3);
});
