import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { readScene } from '../read-scene.js';
import { sceneWarnings } from '../warnings.js';
import { buildWorld } from './world.js';

type Triple = [number, number, number];

/** A box from `least` to `most` as 8 vertices and 12 triangles, each face with vertices of its own. */
function box(least: Triple, most: Triple): { vertices: Triple[]; triangles: Triple[] } {
  const vertices: Triple[] = [];
  const triangles: Triple[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
      const first = vertices.length;
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]) {
        const corner: Triple = [0, 0, 0];
        corner[axis] = (side ? most : least)[axis];
        corner[j] = (u ? most : least)[j];
        corner[k] = (v ? most : least)[k];
        vertices.push(corner);
      }
      const [a, b, c, d] = [first, first + 1, first + 2, first + 3];
      if (side) triangles.push([a, b, c], [a, c, d]);
      else triangles.push([a, c, b], [a, d, c]);
    }
  }
  return { vertices, triangles };
}

function joined(...parts: ReturnType<typeof box>[]): ReturnType<typeof box> {
  const out: ReturnType<typeof box> = { vertices: [], triangles: [] };
  for (const { vertices, triangles } of parts) {
    const first = out.vertices.length;
    out.vertices.push(...vertices);
    out.triangles.push(...triangles.map(([a, b, c]): Triple => [a + first, b + first, c + first]));
  }
  return out;
}

const sceneOf = (mesh: object): ReturnType<typeof readScene> =>
  readScene({
    ...{ version: 1, name: 'x', duration: 1, step: { length: 0.005 } },
    obstacles: [{ shape: { type: 'plane' }, material: 'wood' }],
    bodies: [
      { type: 'rigid', shape: { type: 'mesh', ...mesh }, material: 'wood', density: 500, position: [0, 0, 0.2] },
    ],
  });

describe('a rigid body from a mesh', () => {
  it('that is convex falls, weighs and rests as the solid it encloses', () => {
    const scene = sceneOf(box([-0.1, -0.1, -0.05], [0.1, 0.1, 0.05]));
    expect(sceneWarnings(scene)).toEqual([]);
    const world = buildWorld(scene);
    const body = world.bodies[0];
    expect((body as unknown as { mass: number }).mass).toBeCloseTo(500 * 0.2 * 0.2 * 0.1, 9);
    while (world.t < 0.6) world.step();
    expect(body.q[2]).toBeCloseTo(0.05, 3);
  });

  it('of several pieces is made of a hull for each: a table stands on its legs', () => {
    const legs = [-1, 1].flatMap((i) =>
      [-1, 1].map((j) => box([0.1 * i - 0.02, 0.1 * j - 0.02, -0.1], [0.1 * i + 0.02, 0.1 * j + 0.02, 0.0999])),
    );
    const scene = sceneOf(joined(box([-0.15, -0.15, 0.1], [0.15, 0.15, 0.12]), ...legs));
    expect(sceneWarnings(scene)).toEqual([]);
    const world = buildWorld(scene);
    expect(world.detector.colliders.length).toBe(1 + 5);
    while (world.t < 0.5) world.step();
    // the origin of its frame, 0.1 above the ground, is below the centre of mass
    const pose = new Float64Array(7);
    (world.bodies[0] as unknown as { pose(out: Float64Array): void }).pose(pose);
    expect(pose[2]).toBeCloseTo(0.1, 3);
  });

  it('that is not convex gets a warning with how much is filled', () => {
    // an L of two bars that share the vertices of a common side is one piece
    const l = joined(
      box([0, 0, 0], [0.1, 0.1, 0.1]),
      box([0.1, 0, 0], [0.2, 0.1, 0.1]),
      box([0, 0.1, 0], [0.1, 0.2, 0.1]),
    );
    const [warning] = sceneWarnings(sceneOf(l));
    expect(warning.path).toBe('bodies[0].shape');
    // the hull of an L of three cubes has half a cube more
    expect(warning.message).toContain('17 % more volume');
  });

  it('that is flat is refused', () => {
    const flat = {
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      triangles: [[0, 1, 2]],
    };
    const build = (): unknown => buildWorld(sceneOf(flat));
    expect(build).toThrow(InputError);
    expect(build).toThrow(/enclose a volume/);
  });
});
