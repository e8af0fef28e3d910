import { describe, expect, it } from 'vitest';
import type { FiberBody } from '../../bodies/body.js';
import { sin } from '../../math/functions.js';
import { readScene } from '../read-scene.js';
import { buildWorld } from './world.js';

type Triple = [number, number, number];

/** Corners and triangles of a square plate of n x n cells about the origin, at z = 0. */
function plate(n: number, size: number): { vertices: Triple[]; triangles: Triple[] } {
  const vertices: Triple[] = [];
  const triangles: Triple[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) vertices.push([(i / n - 0.5) * size, (j / n - 0.5) * size, 0]);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push([a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]);
    }
  }
  return { vertices, triangles };
}

const times = Array.from({ length: 25 }, (_, k) => k / 24);

/** An obstacle whose mesh moves as told. */
function deforming(move: (x: Triple, t: number) => Triple, n = 4, size = 1): Record<string, unknown> {
  const { vertices, triangles } = plate(n, size);
  const positions = times.map((t) => vertices.map((x) => move(x, t)));
  return {
    name: 'skin',
    shape: { type: 'mesh', vertices, triangles },
    material: 'wood',
    deformation: { times, positions },
  };
}

function worldOf(obstacle: object, bodies: object[], extra: object = {}): ReturnType<typeof buildWorld> {
  const scene = { version: 1, name: 'x', duration: 1, obstacles: [obstacle], bodies, ...extra };
  return buildWorld(readScene(scene));
}

/** The plate rises to a tent along x = 0 and is carried along y. */
const tent = ([x, y, z]: Triple, t: number): Triple => [x, y + 0.3 * t, z + 0.4 * t * (0.5 - Math.abs(x))];

describe('a mesh that deforms', () => {
  it('carries the roots of hair with their triangles', () => {
    const hair = {
      ...{ type: 'hair', on: 'skin', count: 12, model: 'der', elements: 4, length: 0.1, radius: 1e-4, lift: 90 },
      ...{ material: 'hair', scalp: { angle: 30 } },
    };
    const world = worldOf(deforming(tent), [hair], { step: { length: 1 / 120 } });
    const line = new Float64Array(15);
    const roots = world.bodies.map((body) => {
      (body as FiberBody).centreLine(line);
      return [line[0], line[1], line[2]] as Triple;
    });
    while (world.t < 0.3) world.step();
    world.bodies.forEach((body, k) => {
      (body as FiberBody).centreLine(line);
      const [x, y, z] = tent(roots[k], world.t);
      // roots stay in their triangles, which are flat on each side of the ridge
      expect(Math.abs(line[0] - x) + Math.abs(line[1] - y) + Math.abs(line[2] - z)).toBeLessThan(1e-9);
      // and stand square to them: the slope is 0.4 t to either side
      const slope = 0.4 * world.t * (x > 0 ? 1 : -1);
      const norm = Math.sqrt(1 + slope * slope);
      const [dx, dz] = [line[3] - line[0], line[5] - line[2]];
      const length = Math.sqrt(dx * dx + dz * dz + (line[4] - line[1]) * (line[4] - line[1]));
      // but for how the first element sways
      expect(Math.abs(dx / length - slope / norm)).toBeLessThan(0.03);
    });
  });

  it('carries what lies on it: boxes and balls move as the surface below them does, a rod rolls as it must', () => {
    // the whole surface goes along y and up, faster and faster; nothing slips
    const lift = ([x, y, z]: Triple, t: number): Triple => [x, y + 0.2 * t * t, z + 0.1 * t * t];
    const at = (place: Triple): object => ({ position: place, material: 'wood' });
    const bodies = [
      { type: 'rigid', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, ...at([-0.2, 0.05, 0.05]) },
      { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, rotates: false, ...at([0.2, 0.02, 0.05]) },
      {
        ...{ type: 'strands', root: 'free', model: 'der', elements: 6, radius: 0.01, material: 'rope' },
        strands: [
          [
            [-0.1, -0.3, 0.01],
            [0.1, -0.3, 0.01],
          ],
        ],
      },
    ];
    const materials = { wood: { friction: 0.9 }, rope: { preset: 'rope', friction: 0.9 } };
    const extra = { materials, step: { length: 0.005 }, solver: { tolerance: 1e-6 } };
    const world = worldOf(deforming(lift), bodies, extra);
    const before = world.bodies.map((body) => body.q.slice(0, 3));
    while (world.t < 0.4 - 1e-9) world.step();
    const [dy, dz] = [0.2 * 0.16, 0.1 * 0.16];
    world.bodies.forEach((body, k) => {
      // a full cylinder on a plane that is accelerated rolls: it gains a third of the plane's speed
      expect(body.q[1] - before[k][1]).toBeCloseTo(body.kind === 'rod' ? dy / 3 : dy, 3);
      expect(body.q[2] - before[k][2]).toBeCloseTo(dz, 3);
    });
  });

  it('carries cloth that lies on it, and cloth that is pinned to it', () => {
    const lift = ([x, y, z]: Triple, t: number): Triple => [x * (1 + 0.2 * t), y, z + 0.05 * sin(3 * t)];
    const sheet = {
      ...{ type: 'cloth', material: 'wood', density: 0.2, stretch: 200, thickness: 0.004 },
      pieces: [{ type: 'sheet', vertices: [7, 7], corner: [-0.15, -0.15, 0.002], u: [0.3, 0, 0], v: [0, 0.3, 0] }],
      pins: [{ within: { least: [-0.2, -0.2, -1], most: [0.2, -0.14, 1] }, motion: { with: 'skin' } }],
    };
    const world = worldOf(deforming(lift), [sheet], { step: { length: 0.005 } });
    const { q } = world.bodies[0];
    const start = q.slice();
    while (world.t < 0.2) world.step();
    const height = 0.05 * sin(3 * world.t);
    for (let k = 0; k < q.length; k += 3) {
      // on the surface, half a thickness above it; pinned vertices are stretched with it
      expect(q[k + 2]).toBeGreaterThan(height + 0.0015);
      expect(q[k + 2]).toBeLessThan(height + 0.004);
      if (start[k + 1] < -0.14) expect(q[k]).toBeCloseTo(start[k] * (1 + 0.2 * world.t), 6);
    }
  });

  it('goes on from a saved state with the same bits', () => {
    const ball = { type: 'rigid', shape: { type: 'sphere', radius: 0.05 }, material: 'wood', position: [0.1, 0, 0.05] };
    const [a, b] = [1, 2].map(() => worldOf(deforming(tent), [ball], { step: { length: 0.01 } }));
    for (let k = 0; k < 20; k++) a.step();
    b.restore(a.save());
    for (let k = 0; k < 20; k++) {
      a.step();
      b.step();
    }
    expect(Array.from(b.stateVector())).toEqual(Array.from(a.stateVector()));
  });
});
