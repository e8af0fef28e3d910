/** Cloth comes back from what was exported: whole, with its texture coordinates. */
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recording.js';
import type { ClothGeometry } from '../../src/record/geometry.js';
import { variedRecording } from '../../src/record/testing/varied-run.js';
import { exporterNamed } from '../../src/io/export/registry.js';
import { usdText } from '../../src/cli/usd-text.js';
import { importFiles } from '../../src/io/import/import-files.js';

async function exported(recording: Recording, format: string, wanted: RegExp): Promise<Uint8Array> {
  for await (const { path, pieces } of exporterNamed(format)!.files(recording, { name: 'x', frames: [0] })) {
    const parts: Buffer[] = [];
    for await (const piece of pieces) parts.push(Buffer.from(piece));
    if (wanted.test(path)) return new Uint8Array(Buffer.concat(parts));
  }
  throw new Error('no such file');
}

interface Piece {
  vertices: number[][];
  triangles: number[][];
  uvs?: number[][];
  uvTriangles?: number[][];
}

describe('cloth from files', () => {
  // the sleeve is a tube of 8 x 4 vertices, its texture begins and ends at one seam
  const recording = variedRecording();
  const body = recording.layout.bodies[6] as Required<ClothGeometry>;
  const expected = body.uvTriangles.map((k) => [body.uv[2 * k], body.uv[2 * k + 1]]);

  it.each([
    ['glb', /glb$/, 'sleeve'],
    ['usda', /usda$/, 'sleeve'],
  ])('%s has the tube in one piece with the texture of every corner', async (format, wanted, node) => {
    const file = `x.${format}`;
    const bytes = await exported(recording, format, wanted);
    const scene = { bodies: [{ type: 'cloth', pieces: [{ type: 'mesh', file, node }] }] };
    const read = async (): Promise<Uint8Array> => bytes;
    const taken = (await importFiles(scene, read, 'x', usdText)) as { bodies: { pieces: Piece[] }[] };
    const { vertices, triangles, uvs, uvTriangles = triangles } = taken.bodies[0].pieces[0];
    expect([vertices.length, triangles.length]).toEqual([32, 48]);
    const corners = uvTriangles.flat().map((k) => uvs![k]);
    corners.forEach((own, k) => own.forEach((x, i) => expect(Math.abs(x - expected[k][i])).toBeLessThan(1e-6)));
  });

  it.each(['obj', 'ply'])('%s has it among the others', async (format) => {
    const bytes = await exported(recording, format, /-(obj|ply)\/frame/);
    const scene = { bodies: [{ type: 'cloth', pieces: [{ type: 'mesh', file: `x.${format}` }] }] };
    const taken = (await importFiles(scene, async () => bytes)) as { bodies: { pieces: Piece[] }[] };
    const { vertices, triangles, uvs, uvTriangles = triangles } = taken.bodies[0].pieces[0];
    // the sleeve is the last: its triangles are the last 48
    const own = triangles.slice(-48);
    expect(new Set(own.flat()).size).toBe(32);
    expect(Math.max(...triangles.flat())).toBeLessThan(vertices.length);
    const corners = uvTriangles
      .slice(-48)
      .flat()
      .map((k) => uvs![k]);
    corners.forEach((pair, k) => pair.forEach((x, i) => expect(Math.abs(x - expected[k][i])).toBeLessThan(1e-6)));
  });

  it('a mesh of an obstacle has none, which its shape would not take', async () => {
    const bytes = await exported(recording, 'obj', /frame/);
    const scene = { obstacles: [{ shape: { type: 'mesh', file: 'x.obj' } }] };
    const taken = (await importFiles(scene, async () => bytes)) as { obstacles: { shape: Piece }[] };
    expect(taken.obstacles[0].shape.uvs).toBeUndefined();
  });

  it('texture coordinates that do not fit are left out, not the surface', async () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\nf 2/2 4/9 3/3\n';
    const scene = { bodies: [{ type: 'cloth', pieces: [{ type: 'mesh', file: 'x.obj' }] }] };
    const read = async (): Promise<Uint8Array> => new TextEncoder().encode(text);
    const taken = (await importFiles(scene, read)) as { bodies: { pieces: Piece[] }[] };
    expect(taken.bodies[0].pieces[0]).toMatchObject({
      triangles: [
        [0, 1, 2],
        [1, 3, 2],
      ],
    });
    expect(taken.bodies[0].pieces[0].uvs).toBeUndefined();
  });
});
