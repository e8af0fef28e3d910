import { describe, expect, it } from 'vitest';
import type { Motion } from '../../bodies/motion.js';
import { Detector } from '../../collision/detector.js';
import type { SimpleShape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { Random } from '../../math/random.js';
import { Obstacle, type ObstacleOptions } from '../members/obstacle.js';
import { ClothObstacle } from './obstacle.js';

const half = [0.3, 0.2, 0.1] as const;

/** An obstacle of a world as cloth meets it. */
function met(options: Omit<ObstacleOptions, 'material'>): ClothObstacle {
  const obstacle = new Obstacle({ ...options, material: 'any' }, 0);
  const collider = new Detector().addShape(obstacle.shape as SimpleShape, -1, 0);
  const surface = { collider, obstacle, body: -1, fiber: undefined, material: 0, size: 1 };
  return new ClothObstacle({ surface, friction: [0], restitution: [0], admits: [true] });
}

/** A box as twelve triangles that face outwards. */
function boxMesh(): TriangleMesh {
  const vertices: number[] = [];
  for (let k = 0; k < 8; k++) half.forEach((x, i) => vertices.push((k >> i) & 1 ? x : -x));
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return new TriangleMesh(
    vertices,
    faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

/** Turns about an oblique axis while it moves. */
const spinning: Motion = (out, t) => {
  const angle = 0.7 * t;
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  out.set([0.5 * t, -0.2 * t, 0.1 + t, c, 0.6 * s, 0, 0.8 * s]);
};

/** Where a point of the frame is at a time. */
function carriedTo(motion: Motion, x: readonly number[], t: number): number[] {
  const pose = new Float64Array(7);
  motion(pose, t);
  const [px, py, pz, w, a, b, c] = pose;
  const cross = (u: number[], v: number[]): number[] => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const once = cross([a, b, c], [...x]);
  const twice = cross([a, b, c], once);
  return [px, py, pz].map((p, i) => p + x[i] + 2 * (w * once[i] + twice[i]));
}

describe('obstacles of cloth', () => {
  it('tell the same distance and normal as a mesh and as a solid, inside and outside', () => {
    const solid = met({ shape: { type: 'box', half }, motion: spinning });
    const mesh = met({ shape: { type: 'mesh', mesh: boxMesh() }, motion: spinning });
    for (const obstacle of [solid, mesh]) obstacle.place(0.4, 0.01);
    const random = new Random(7);
    let inside = 0;
    for (let trial = 0; trial < 400; trial++) {
      const local = half.map((x) => (2 * random.uniform() - 1) * (x + 0.08));
      const [x, y, z] = carriedTo(spinning, local, 0.4);
      const d = solid.distance(x, y, z, 1);
      if (d < 0) inside++;
      expect(mesh.distance(x, y, z, 1)).toBeCloseTo(d, 12);
      // by hand: the way out of a box
      const beyond = half.map((h, i) => Math.abs(local[i]) - h);
      const out = Math.hypot(...beyond.map((b) => Math.max(b, 0)));
      expect(d).toBeCloseTo(out > 0 ? out : Math.max(...beyond), 12);
      for (let c = 0; c < 3; c++) expect(mesh.normal[c]).toBeCloseTo(solid.normal[c], 9);
    }
    expect(inside).toBeGreaterThan(50);
    expect(mesh.distance(5, 5, 5, 1)).toBe(Infinity);
  });

  it('move as their frame does: velocities and normals by differences', () => {
    const obstacle = met({
      ...{ shape: { type: 'box' as const, half }, motion: spinning },
      surfaceVelocity: [0.25, 0, 0],
    });
    const h = 1e-5;
    obstacle.place(0.4, h);
    const local = [0.3, 0.05, -0.02];
    const [before, after] = [carriedTo(spinning, local, 0.4), carriedTo(spinning, local, 0.4 + h)];
    const [x, y, z] = before;
    obstacle.carriedVelocity(x, y, z);
    // the mean velocity over the step, of a point that turns: right to the order of h
    before.forEach((a, i) => expect(obstacle.velocity[i]).toBeCloseTo((after[i] - a) / h, 5));
    const carried = obstacle.velocity.slice();
    obstacle.surfaceVelocity(x, y, z);
    expect([...obstacle.velocity]).toEqual([carried[0] + 0.25, carried[1], carried[2]]);
    expect(obstacle.speed).toBeGreaterThan(Math.hypot(...carried) - 1e-9);

    obstacle.distance(x, y, z, 1);
    obstacle.turnNormal(h);
    const turned = obstacle.normal.slice();
    obstacle.place(0.4 + h, h);
    obstacle.distance(...(after as [number, number, number]), 1);
    for (let c = 0; c < 3; c++) expect(turned[c]).toBeCloseTo(obstacle.normal[c], 9);
  });

  it('go from the start of a step to its end the shorter way round', () => {
    // the same end, written with the other of its two quaternions
    const flipped: Motion = (out, t) => {
      spinning(out, t);
      if (t > 0) for (let i = 3; i < 7; i++) out[i] = -out[i];
    };
    const obstacle = met({ shape: { type: 'box', half }, motion: flipped });
    obstacle.place(0, 0.2);
    obstacle.follow(0.2, 0.2);
    const corner = (t: number): [number, number, number] => carriedTo(spinning, half, t) as [number, number, number];
    for (const [share, t] of [
      [0, 0],
      [0.5, 0.1],
      [1, 0.2],
    ]) {
      obstacle.placeAt(share);
      // half way between two quaternions is half the turn
      expect(obstacle.distance(...corner(t), 1)).toBeCloseTo(0, 12);
    }
    expect(obstacle.wayAgainst(new Float64Array(3), 0.2)).toBeCloseTo(0.2 * Math.hypot(0.5, 0.2, 1), 12);
  });

  it('carry the surface of meshes that deform', () => {
    const mesh = boxMesh();
    const rest = mesh.vertices.slice();
    const obstacle = met({
      ...{ shape: { type: 'mesh' as const, mesh } },
      // swells along z
      vertices: (out, t) => rest.forEach((x, k) => (out[k] = k % 3 === 2 ? x * (1 + 2 * t) : x)),
    });
    obstacle.place(0, 0.1);
    expect(obstacle.speed).toBeCloseTo(0.2, 12);
    expect(obstacle.distance(0.1, 0.05, 0.13, 1)).toBeCloseTo(0.03, 12);
    obstacle.surfaceVelocity(0.1, 0.05, 0.13);
    expect([...obstacle.velocity]).toEqual([0, 0, 0.2].map((x) => expect.closeTo(x, 12)));
    // a side is stretched: its velocity grows with the height
    obstacle.distance(0.32, 0.05, 0.05, 1);
    obstacle.surfaceVelocity(0.32, 0.05, 0.05);
    expect(obstacle.velocity[2]).toBeCloseTo(0.1, 12);
    obstacle.place(0.5, 0.1);
    expect(obstacle.distance(0.1, 0.05, 0.23, 1)).toBeCloseTo(0.03, 12);
  });
});
