import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import '../models/provided.js';
import { modelMesh } from '../models/models.js';
import { readScene } from '../read-scene.js';
import { LaidStrands } from './laid-strands.js';
import { buildWorld } from './world.js';

const radius = 0.003;

function scene(drape: object = {}): unknown {
  return {
    version: 1,
    name: 'draped',
    duration: 0.1,
    step: { length: 0.004, shortest: 0.001, travel: 6, repair: { slop: 0.04 } },
    materials: { hair: { preset: 'hair', friction: 0.3 }, skin: { preset: 'skin' } },
    obstacles: [{ name: 'head', shape: { type: 'mesh', model: 'head' }, material: 'skin' }],
    bodies: [
      {
        type: 'hair',
        on: 'head',
        count: 60,
        model: 'super-helix',
        elements: 5,
        segmentsPerElement: 4,
        length: 0.2,
        radius: 5e-5,
        collisionRadius: radius,
        material: 'hair',
        self: false,
        scalp: {},
        comb: { lean: [0, 0.5, -0.2] },
        drape: { fill: 0.4, level: -0.08, ...drape },
        seed: 3,
      },
    ],
  };
}

function nodesOf(body: unknown): Float64Array {
  const rod = body as { nodes: number; centreLine(out: Float64Array): void };
  const out = new Float64Array(3 * rod.nodes);
  rod.centreLine(out);
  return out;
}

describe('hair laid over a head', () => {
  const world = buildWorld(readScene(scene()));
  const strands = world.bodies.map(nodesOf);

  it('stays outside of the head and ends where it is cut', () => {
    const { vertices, triangles } = modelMesh('head');
    const mesh = new TriangleMesh(vertices.flat(), triangles.flat());
    const foot = new Float64Array(7);
    for (const x of strands) {
      // the root and the node after it are where they are held
      for (let k = 6; k < x.length; k += 3) {
        mesh.nearest(foot, x[k], x[k + 1], x[k + 2]);
        expect(foot[6]).toBeGreaterThan(0);
        const away = Math.hypot(x[k] - foot[0], x[k + 1] - foot[1], x[k + 2] - foot[2]);
        // repair leaves a twenty-fifth of a radius, arcs between nodes bulge
        expect(away).toBeGreaterThan(0.9 * radius);
      }
      // a stride, and the uneven arcs of short strands
      expect(x[x.length - 1]).toBeGreaterThan(-0.095);
    }
  });

  it('is laid without strands in each other', () => {
    // a point inside another by a tenth of a radius; before it was moved out there are many
    const laid = new LaidStrands(0.9 * radius);
    let inside = 0;
    for (const x of strands) {
      inside += laid.overlap(x);
      laid.add(x);
    }
    expect(inside).toBe(0);
  });

  it('takes whole steps from the beginning', () => {
    const moving = buildWorld(readScene(scene()));
    for (let k = 0; k < 3; k++) expect(moving.step().status).toBe('converged');
    expect(moving.t).toBeCloseTo(0.012, 12);
  });

  it('is the same every time', () => {
    expect(buildWorld(readScene(scene())).bodies.map(nodesOf)).toEqual(strands);
  });

  it('names obstacles that are not there', () => {
    expect(() => buildWorld(readScene(scene({ over: ['shoulders'] })))).toThrow(InputError);
  });
});

describe('strands that were laid', () => {
  it('count what would go through them', () => {
    const laid = new LaidStrands(0.001);
    laid.add(Float64Array.of(0, 0, 0, 0.1, 0, 0));
    expect(laid.overlap(Float64Array.of(0.05, -0.05, 0.01, 0.05, 0.05, 0.01))).toBe(0);
    expect(laid.overlap(Float64Array.of(0.05, -0.05, 0.001, 0.05, 0.05, 0.001))).toBeGreaterThan(0);
  });
});
