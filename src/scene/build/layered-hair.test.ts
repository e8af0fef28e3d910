import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../../bodies/body.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { modelMesh } from '../models/models.js';
import '../models/provided.js';
import { readScene } from '../read-scene.js';
import { buildWorld } from './world.js';

/** A head with hair in layers. */
function head(extra: object = {}, layers: object = {}): World {
  const hair = {
    type: 'hair',
    on: 'head',
    count: 300,
    model: 'super-helix',
    elements: 5,
    segmentsPerElement: 3,
    length: 0.24,
    radius: 5e-5,
    collisionRadius: 0.001,
    material: 'hair',
    self: false,
    scalp: {},
    layers: { level: -0.09, fringe: { level: 0.052, angle: 50 }, ...layers },
    seed: 5,
    ...extra,
  };
  const obstacle = { name: 'head', shape: { type: 'mesh', model: 'head' }, material: 'skin' };
  const step = { length: 0.004, shortest: 0.001, travel: 6, repair: { slop: 0.04 } };
  return buildWorld(
    readScene({ version: 1, name: 'layers', duration: 1, step, obstacles: [obstacle], bodies: [hair] }),
  );
}

function nodesOf(world: World): Float64Array[] {
  return world.bodies.map((body) => {
    const x = new Float64Array(3 * (body as FiberBody).nodes);
    (body as FiberBody).centreLine(x);
    return x;
  });
}

/** Least distance of points, two fifths of a radius apart, of different strands: by cells, with no code of the detection. */
function nearest(strands: readonly Float64Array[], radius: number): number {
  const cells = new Map<string, number[]>();
  const points: [number, number, number, number][] = [];
  strands.forEach((x, strand) => {
    for (let k = 0; k + 3 < x.length; k += 3) {
      const length = Math.hypot(x[k + 3] - x[k], x[k + 4] - x[k + 1], x[k + 5] - x[k + 2]);
      const pieces = Math.ceil(length / (0.4 * radius));
      for (let p = 0; p < pieces; p++) {
        const at = (i: number): number => x[k + i] + (p / pieces) * (x[k + 3 + i] - x[k + i]);
        const key = [0, 1, 2].map((i) => Math.floor(at(i) / (2.1 * radius))).join();
        const there = cells.get(key);
        if (there) there.push(points.length);
        else cells.set(key, [points.length]);
        points.push([at(0), at(1), at(2), strand]);
      }
    }
  });
  let least = Infinity;
  for (const [key, own] of cells) {
    const [a, b, c] = key.split(',').map(Number);
    for (const j of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) {
      // half of the cells about, and itself: each pair once
      const [dx, dy, dz] = [(j % 3) - 1, (Math.floor(j / 3) % 3) - 1, Math.floor(j / 9) - 1];
      for (const q of cells.get([a + dx, b + dy, c + dz].join()) ?? []) {
        const [x, y, z, strand] = points[q];
        for (const p of own) {
          const [px, py, pz, other] = points[p];
          if (other !== strand) least = Math.min(least, Math.hypot(px - x, py - y, pz - z));
        }
      }
    }
  }
  return least;
}

describe('hair in layers', () => {
  // sizes that no scene has
  it.each([
    { count: 350, collisionRadius: 0.0013, length: 0.2 },
    { count: 600, collisionRadius: 0.0008, length: 0.12, elements: 6, segmentsPerElement: 2 },
  ])('has as many strands as asked for, none in another and none in the head: %o', (sizes) => {
    const strands = nodesOf(head(sizes));
    expect(strands.length).toBe(sizes.count);
    const radius = sizes.collisionRadius;
    // points so near to each other miss at most a fiftieth of the distance of two lines that cross
    expect(nearest(strands, radius)).toBeGreaterThan(2.04 * radius);
    const { vertices, triangles } = modelMesh('head');
    const mesh = new TriangleMesh(vertices.flat(), triangles.flat());
    const foot = new Float64Array(7);
    let least = Infinity;
    for (const x of strands) {
      for (let k = 3; k < x.length; k += 3) {
        mesh.nearest(foot, x[k], x[k + 1], x[k + 2]);
        const away = Math.hypot(x[k] - foot[0], x[k + 1] - foot[1], x[k + 2] - foot[2]);
        least = Math.min(least, foot[6] > 0 ? away : -away);
      }
    }
    expect(least).toBeGreaterThan(0.98 * radius);
  });

  it('is cut at the heights that are asked for, before the face at another', () => {
    const strands = nodesOf(head());
    const tips = strands.map((x) => [...x.subarray(x.length - 3)]);
    const lowest = Math.min(...tips.map(([, , z]) => z));
    // roots below the level keep a tenth of the length
    expect(lowest).toBeGreaterThan(-0.09 - 0.024);
    expect(lowest).toBeLessThan(-0.085);
    const before = tips.filter(([x, y]) => y < 0 && Math.abs(x) < 0.5 * -y);
    expect(before.length).toBeGreaterThan(10);
    for (const [, , z] of before) expect(z).toBeGreaterThan(0.052 - 0.024);
  });

  it('is the same every time, and begins with whole steps without overlap', () => {
    const world = head({ count: 150 }, { cling: 3 });
    expect(nodesOf(head({ count: 150 }, { cling: 3 }))).toEqual(nodesOf(world));
    for (let k = 0; k < 4; k++) {
      const step = world.step();
      expect(step.status).toBe('converged');
      if (k === 0) expect(step.penetrationRelative).toBe(0);
    }
    expect(world.t).toBeCloseTo(0.016, 12);
  });

  it('clings to the head by its natural shape', () => {
    const tips = [0, 8].map((cling) => {
      const world = head({ count: 40 }, { cling });
      for (let k = 0; k < 10; k++) world.step();
      return nodesOf(world).reduce((sum, x) => sum + Math.hypot(x[x.length - 3], x[x.length - 2] - 0.018), 0);
    });
    expect(tips[1]).toBeLessThan(tips[0]);
  });

  it('says where there is no room', () => {
    expect(() => head({ count: 5000, collisionRadius: 0.002 })).toThrow(InputError);
    expect(() => head({ on: 'nowhere' })).toThrow(InputError);
  });
});
