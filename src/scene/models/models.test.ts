import { describe, expect, it, vi } from 'vitest';
import { inspectMesh } from '../../geometry/mesh-faults.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { Hairline } from '../build/hairline.js';
import './provided.js';
import { modelMesh, modelNames, scalps } from './models.js';

describe.each(modelNames)('the model %s', (name) => {
  const { vertices, triangles } = modelMesh(name);

  it('is closed, whole and the same on both sides', () => {
    const faults = inspectMesh(vertices.flat(), triangles.flat());
    expect(faults).toMatchObject({ open: 0, turned: 0 });
    const places = new Set(vertices.map((p) => p.map((x) => x.toFixed(6)).join()));
    for (const [x, y, z] of vertices) expect(places.has([-x, y, z].map((s) => (s + 0).toFixed(6)).join())).toBe(true);
  });

  it('has its outside outside', () => {
    const mesh = new TriangleMesh(vertices.flat(), triangles.flat());
    const foot = new Float64Array(7);
    mesh.nearest(foot, 0, -1, -0.1);
    expect(foot[6]).toBeGreaterThan(0);
  });
});

describe('the scalp of the head', () => {
  const { centre, hairline, parting } = scalps.head!;
  const line = new Hairline(centre, hairline);
  const mesh = new TriangleMesh(modelMesh('head').vertices.flat(), modelMesh('head').triangles.flat());

  it('has hair on the crown, not on the face, the ears or the neck', () => {
    expect(line.above([0, 0.02, 0.12])).toBeGreaterThan(0);
    expect(line.above([0.03, 0.1, 0.03])).toBeGreaterThan(0);
    expect(line.above([0, -0.09, 0.03])).toBeLessThan(0);
    expect(line.above([0.085, 0.02, -0.01])).toBeLessThan(0);
    expect(line.above([0, 0.08, -0.1])).toBeLessThan(0);
  });

  it('goes around at every azimuth', () => {
    for (let k = 0; k < 24; k++) {
      const [c, s] = [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)];
      expect(line.above([centre[0] + 0.02 * c, centre[1] + 0.02 * s, centre[2] + 0.2])).toBeGreaterThan(0);
      expect(line.above([centre[0] + 0.02 * c, centre[1] + 0.02 * s, centre[2] - 0.2])).toBeLessThan(0);
    }
  });

  it('lies on the head', () => {
    const foot = new Float64Array(7);
    for (const [x, y, z] of [...hairline, ...parting]) {
      mesh.nearest(foot, x, y, z);
      expect(Math.hypot(x - foot[0], y - foot[1], z - foot[2])).toBeLessThan(0.006);
    }
  });
});

describe('a program without the surfaces', () => {
  it('says what to import', async () => {
    vi.resetModules();
    const bare = await import('./models.js');
    expect(() => bare.modelMesh('head')).toThrow(/'head', not loaded.*\n?.*stickslip\/models/);
    await import('./provided.js');
    expect(bare.modelMesh('head').triangles.length).toBeGreaterThan(1000);
  });
});
