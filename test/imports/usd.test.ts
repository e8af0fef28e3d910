import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usdText } from '../../src/cli/usd-text.js';
import { InputError } from '../../src/errors.js';
import { crc32 } from '../../src/record/crc32.js';
import { usdDeformation, usdMesh, usdStrands } from '../../src/io/import/usd.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const sample = `#usda 1.0
(
    metersPerUnit = 0.01
    upAxis = "Y"
    timeCodesPerSecond = 24
)
def Xform "Root"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 3: (200, 0, 0) }
    float xformOp:rotateY = 90
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]
    def Mesh "M" (
        kind = "component"
    )
    {
        int[] faceVertexCounts = [3, 4]
        int[] faceVertexIndices = [0, 1, 2, 0, 2, 3, 4]
        point3f[] points.timeSamples = {
            1: [(100, 0, 0), (200, 0, 0), (100, 100, 0), (0, 100, 0), (-100, 50, 0)],
            2: [(100, 0, 100), (200, 0, 0), (100, 100, 0), (0, 100, 0), (-100, 50, 0)],
        }
    }
    def BasisCurves "hair"
    {
        int[] curveVertexCounts = [3, 2]
        point3f[] points = [(0, 0, 0), (0, 100, 0), (0, 200, 0), (100, 0, 0), (100, 100, 0)]
        uniform token type = "linear"
        float[] widths = [0.1] ( interpolation = "constant" )
    }
}
`;

async function problemsOf(read: () => unknown): Promise<InputError['problems']> {
  try {
    await read();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  throw new Error('it was read');
}

/** A .usdz file: a zip of one file, not compressed, its content at a multiple of 64 bytes. */
function storedZip(name: string, content: Uint8Array): Uint8Array {
  const pad = (64 - ((30 + name.length + 4) % 64)) % 64;
  const fields = (view: DataView, at: number): void => {
    view.setUint16(at, 20, true);
    view.setUint32(at + 10, crc32(content), true);
    [content.length, content.length].forEach((x, k) => view.setUint32(at + 14 + 4 * k, x, true));
    view.setUint16(at + 22, name.length, true);
  };
  const local = new DataView(new ArrayBuffer(30));
  local.setUint32(0, 0x04034b50, true);
  fields(local, 4);
  local.setUint16(28, 4 + pad, true);
  const extra = new DataView(new ArrayBuffer(4 + pad));
  extra.setUint16(0, 0x1986, true);
  extra.setUint16(2, pad, true);
  const central = new DataView(new ArrayBuffer(46));
  central.setUint32(0, 0x02014b50, true);
  central.setUint16(4, 20, true);
  fields(central, 6);
  const start = 30 + name.length + 4 + pad + content.length;
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  [1, 1].forEach((x, k) => end.setUint16(8 + 2 * k, x, true));
  end.setUint32(12, 46 + name.length, true);
  end.setUint32(16, start, true);
  const parts = [local, bytes(name), extra, content, central, bytes(name), end];
  return Uint8Array.from(parts.flatMap((part) => [...(part instanceof DataView ? new Uint8Array(part.buffer) : part)]));
}

describe('USD', () => {
  it('gives meshes in metres with z up, where their prims are', async () => {
    const text = await usdText(bytes(sample), 'x.usda');
    const { vertices, triangles } = usdMesh(text, 'x.usda', undefined, {});
    // (100, 0, 0) turned by 90 degrees about the file's y is (0, 0, -100): up is y, so our y is minus the file's z
    [0, 1, 0].forEach((x, i) => expect(vertices[0][i]).toBeCloseTo(x, 12));
    expect(triangles).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
    ]);
    const [own] = usdMesh(text, 'x.usda', 'M', { up: 'z', scale: 1 }).vertices;
    [0, 0, -100].forEach((x, i) => expect(own[i]).toBeCloseTo(x, 12));
  });

  it('gives the time samples of points and of what carries them', async () => {
    const text = await usdText(bytes(sample), 'x.usda');
    const { times, frames, triangles } = usdDeformation(text, 'x.usda', '/Root/M', {});
    expect(times).toEqual([1 / 24, 2 / 24, 3 / 24]);
    expect(triangles.length).toBe(3);
    // half way: carried 1 m along x, its first corner moved 1 m along z, which is x after the turn
    [2, 1, 0].forEach((x, i) => expect(frames[1][i]).toBeCloseTo(x, 6));
    [3, 1, 0].forEach((x, i) => expect(frames[2][i]).toBeCloseTo(x, 6));
  });

  it('gives curves, as many as asked for', async () => {
    const text = await usdText(bytes(sample), 'x.usda');
    const strands = usdStrands(text, 'x.usda', undefined, {});
    expect(strands.map((strand) => strand.length)).toEqual([3, 2]);
    [0, 0, 2].forEach((x, i) => expect(strands[0][2][i]).toBeCloseTo(x, 12));
    expect(usdStrands(text, 'x.usda', undefined, {}, 1).length).toBe(1);
  });

  it.each(['bezier', 'bspline', 'catmullRom'])('follows cubic curves: %s', async (basis) => {
    // on a straight line every basis gives the line
    const points = Array.from({ length: 7 }, (_, k) => `(0, 0, ${k})`).join(', ');
    const text = await usdText(
      bytes(`#usda 1.0
def BasisCurves "c"
{
    int[] curveVertexCounts = [7]
    point3f[] points = [${points}]
    uniform token type = "cubic"
    uniform token basis = "${basis}"
    uniform token wrap = "pinned"
}
`),
      'x.usda',
    );
    const [strand] = usdStrands(text, 'x.usda', undefined, { up: 'z', scale: 1 });
    const z = strand.map((p) => p[2]);
    expect(z[0]).toBeCloseTo(0, 12);
    expect(z[z.length - 1]).toBeCloseTo(6, 12);
    z.forEach((x, k) => expect(k === 0 || x > z[k - 1]).toBe(true));
  });

  it('is read out of .usdz files', async () => {
    const file = storedZip('scene.usda', bytes(sample));
    const { vertices } = usdMesh(await usdText(file, 'x.usdz'), 'x.usdz', undefined, {});
    expect(vertices.length).toBe(5);
  });

  it('is read out of .usdc files, which OpenUSD has written of the same scene, and of .usdz files with such a one', async () => {
    const crate = new Uint8Array(readFileSync(new URL('files/sample.usdc', import.meta.url)));
    const plain = await usdText(bytes(sample), 'x.usda');
    const files: [Uint8Array, string][] = [
      [crate, 'x.usdc'],
      [storedZip('scene.usdc', crate), 'x.usdz'],
    ];
    for (const [file, name] of files) {
      const text = await usdText(file, name);
      expect(usdMesh(text, name, undefined, {})).toEqual(usdMesh(plain, name, undefined, {}));
      expect(usdStrands(text, name, undefined, {})).toEqual(usdStrands(plain, name, undefined, {}));
      expect(usdDeformation(text, name, '/Root/M', {})).toEqual(usdDeformation(plain, name, '/Root/M', {}));
    }
    // cut off or with other bytes: refused, and the reader goes on reading
    for (const broken of [crate.slice(0, 900), crate.map((byte, k) => (k > 200 && k < 260 ? byte ^ 0xff : byte))]) {
      await usdText(broken, 'x.usdc').catch((error) => expect(error).toBeInstanceOf(InputError));
    }
    expect(usdMesh(await usdText(crate, 'x.usdc'), 'x.usdc', undefined, {}).vertices.length).toBe(5);
  });

  it('is refused with what is wrong', async () => {
    expect((await problemsOf(() => usdText(bytes('no USD at all'), 'x.usda')))[0].expected).toBe('a USD file');
    const text = await usdText(bytes(sample), 'x.usda');
    expect((await problemsOf(() => usdMesh(text, 'x', 'Nobody', {})))[0]).toMatchObject({ found: 'none' });
    const ragged = sample.replace('(100, 0, 100), ', '');
    const [short] = await problemsOf(async () => usdDeformation(await usdText(bytes(ragged), 'x'), 'x', undefined, {}));
    expect(short).toMatchObject({ path: 'time code 2', expected: '5 vertices, as at time code 1', found: '4' });
    const far = sample.replace('kind = "component"', 'references = @other.usda@');
    const [reference] = await problemsOf(async () => usdMesh(await usdText(bytes(far), 'x'), 'x', undefined, {}));
    expect(reference.hint).toContain('flat');
  });
});
