import { describe, expect, it } from 'vitest';
import { roundDistance } from '../../collision/narrow/round-triangle.js';
import type { ClothBody } from '../../dynamics/cloth/cloth-body.js';
import type { World } from '../../dynamics/world.js';
import { PlacedShape } from '../../geometry/placed-shape.js';
import { clothCrossings } from '../../validation/cloth/crossings.js';
import { gallerySceneNamed } from '../gallery/gallery.js';
import { readScene } from '../read-scene.js';
import type { SceneInput } from '../schema/scene.js';
import { ObstacleSurfaces } from './obstacle-surfaces.js';
import { buildWorld } from './world.js';

const thickness = 0.003;
const half = 0.5 * thickness;
const post = 0.1;
const cut = 0.097;

/** A sleeve that is narrower than the post that it is on, and a band around it, as far from it as layers keep. */
function sleeve(worn: boolean): World {
  const tube = (from: number, to: number, radius: number, rings: number): object => ({
    ...{ type: 'tube', around: 80, rings, from: [0, 0, from], to: [0, 0, to], profile: [{ at: 0, radius }] },
  });
  const input = {
    version: 1,
    name: 'sleeve',
    duration: 1,
    materials: { silk: { friction: 0.3 } },
    obstacles: [{ shape: { type: 'capsule', radius: post, length: 1 }, material: 'silk', position: [0, 0, 0.5] }],
    bodies: [
      {
        type: 'cloth',
        pieces: [tube(0.8, 0.4, cut, 50), tube(0.65, 0.6, cut + thickness, 6)],
        ...{ material: 'silk', density: 0.01, stretch: 4, thickness, worn },
        pins: [{ within: { least: [-1, -1, 0.79], most: [1, 1, 0.81] } }],
      },
    ],
  };
  return buildWorld(readScene(input as object as SceneInput, 'sleeve'));
}

/** Least distances from obstacles: of vertices, and of triangles from round ones (m). */
function distances({ obstacles, cloths }: World): { vertex: number; triangle: number } {
  const [{ q, cloth }] = cloths;
  const around = new ObstacleSurfaces(obstacles);
  let [vertex, triangle] = [Infinity, Infinity];
  for (let i = 0; i < q.length; i += 3) vertex = Math.min(vertex, around.distance(q.subarray(i, i + 3)));
  const { triangles } = cloth.surface;
  const pose = new Float64Array(7);
  for (const { shape, motion } of obstacles) {
    if (shape.type !== 'sphere' && shape.type !== 'capsule') continue;
    const placed = new PlacedShape(shape);
    motion(pose, 0);
    placed.place(pose);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      triangle = Math.min(triangle, roundDistance(placed, q, a, b, c));
    }
  }
  return { vertex, triangle };
}

/** Distance of a vertex from the axis of the post (m). */
const radius = ({ q }: ClothBody, i: number): number => Math.hypot(q[3 * i], q[3 * i + 1]);

describe('cloth that is worn', () => {
  it('is drawn out of what it is cut narrower than, and what lies over it with it', () => {
    const world = sleeve(true);
    const [cloth] = world.cloths;
    const under = 80 * 50;
    for (let i = 0; i < under; i++) expect(radius(cloth, i)).toBeCloseTo(post + half, 12);
    // over the middle of a triangle it comes out a little less than over a vertex
    for (let i = under; i < cloth.q.length / 3; i++) {
      expect(radius(cloth, i)).toBeGreaterThan(post + 3 * half - 1e-5);
      expect(radius(cloth, i)).toBeLessThan(post + 3 * half + 1e-9);
    }
    expect(distances(world).triangle).toBeGreaterThan(0.9 * half);
  });

  it('is as it was cut at rest, and so draws together', () => {
    const [{ cloth, q }] = sleeve(true).cloths;
    const rest = cloth.surface.positions;
    for (let i = 0; i < 3 * 80 * 50; i += 3) expect(Math.hypot(rest[i], rest[i + 1])).toBeCloseTo(cut, 12);
    const force = new Float64Array(q.length);
    for (const energy of cloth.energies) energy.addForces(force, q);
    const middle = 3 * 80 * 10;
    expect(force[middle] * q[middle] + force[middle + 1] * q[middle + 1]).toBeLessThan(0);
  });

  it('lies where it is drawn where it is not said to be worn', () => {
    const [cloth] = sleeve(false).cloths;
    expect(cloth.q).toEqual(cloth.cloth.surface.positions);
  });

  it('moves nothing that is wide enough', () => {
    const { q, cloth } = buildWorld(readScene(gallerySceneNamed('arabesque'), 'arabesque')).cloths[0];
    const hem = 3 * 178 * 60;
    expect(q.subarray(hem)).toEqual(cloth.surface.positions.subarray(hem));
  });
});

describe('gowns of the gallery', () => {
  it.each(['arabesque', 'crinoline'])('%s begins outside of its figure', (name) => {
    const world = buildWorld(readScene(gallerySceneNamed(name), name));
    const { vertex, triangle } = distances(world);
    expect(vertex).toBeGreaterThan(half - 1e-6);
    expect(triangle).toBeGreaterThan(0.85 * half);
    expect(clothCrossings(world.cloths[0].cloth)).toBe(0);
  });
});
