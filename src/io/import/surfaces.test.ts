import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { Random } from '../../math/random.js';
import { damagedBytes } from '../../record/testing/damaged-bytes.js';
import { readScene } from '../../scene/read-scene.js';
import { buildWorld } from '../../scene/build/world.js';
import { openGltf } from './gltf.js';
import { gltfDeformation } from './gltf-deformation.js';
import { importFiles } from './import-files.js';
import { readPc2 } from './pc2.js';
import { readPly } from './ply.js';
import { readStl } from './stl.js';
import { usdDeformation } from './usd.js';

const asIs = { up: 'z', scale: 1 } as const;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
];

function problemsOf(read: () => unknown): InputError['problems'] {
  try {
    read();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  throw new Error('it was read');
}

function binaryStl(): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * faces.length));
  // a text in the header that text files begin with must not mislead
  bytes('solid').forEach((byte, k) => view.setUint8(k, byte));
  view.setUint32(80, faces.length, true);
  faces.forEach((face, k) =>
    face.forEach((v, c) => corners[v].forEach((x, i) => view.setFloat32(84 + 50 * k + 12 + 12 * c + 4 * i, x, true))),
  );
  return new Uint8Array(view.buffer);
}

function textStl(): Uint8Array {
  const facet = (face: number[]): string => face.map((v) => `vertex ${corners[v].join(' ')}`).join('\n');
  return bytes(
    `solid x\n${faces.map((face) => `facet\nouter loop\n${facet(face)}\nendloop\nendfacet`).join('\n')}\nendsolid`,
  );
}

describe('STL', () => {
  it.each([
    ['binary', binaryStl()],
    ['text', textStl()],
  ])('%s files give triangles on shared vertices', (_, file) => {
    const { vertices, triangles } = readStl(file, 'x.stl', asIs);
    expect(vertices.length).toBe(4);
    expect(triangles.map((t) => t.map((v) => vertices[v]))).toEqual(faces.map((f) => f.map((v) => corners[v])));
  });

  it('is refused where it is none', () => {
    expect(problemsOf(() => readStl(binaryStl().subarray(0, 200), 'x', asIs))[0].path).toBe('the file');
    expect(problemsOf(() => readStl(bytes('solid\nvertex 1 2'), 'x', asIs))[0].path).toBe('line 2');
  });
});

describe('PLY', () => {
  const header = (format: string): string =>
    `ply\nformat ${format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n` +
    'element face 2\nproperty list uchar int vertex_indices\nend_header\n';

  it('text: fans of larger faces, other properties passed over', () => {
    const body = `${corners.map((c) => `${c.join(' ')} 7`).join('\n')}\n4 0 1 2 3\n3 0 2 1\n`;
    const { vertices, triangles } = readPly(bytes(header('ascii') + body), 'x.ply', { up: 'y', scale: 2 });
    expect(triangles).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 2, 1],
    ]);
    [0, -2, 0].forEach((x, i) => expect(vertices[3][i]).toBeCloseTo(x, 15));
  });

  it.each([true, false])('binary, little-endian: %s', (little) => {
    const head = bytes(header(little ? 'binary_little_endian' : 'binary_big_endian'));
    const view = new DataView(new ArrayBuffer(4 * 13 + 2 * 13));
    corners.forEach((c, k) => c.forEach((x, i) => view.setFloat32(13 * k + 4 * i, x, little)));
    for (const [k, face] of [faces[0], faces[1]].entries()) {
      view.setUint8(52 + 13 * k, 3);
      face.forEach((v, i) => view.setInt32(53 + 13 * k + 4 * i, v, little));
    }
    const file = Uint8Array.from([...head, ...new Uint8Array(view.buffer)]);
    const { vertices, triangles } = readPly(file, 'x.ply', asIs);
    expect(vertices).toEqual(corners);
    expect(triangles).toEqual([faces[0], faces[1]]);
    expect(problemsOf(() => readPly(file.subarray(0, file.length - 3), 'x', asIs))[0].found).toBe('the end');
  });
});

/** A point cache of the tetrahedron, moved by its sample's number along x. */
function pointCache(samples: number, points = 4): Uint8Array {
  const view = new DataView(new ArrayBuffer(32 + 12 * samples * points));
  bytes('POINTCACHE2').forEach((byte, k) => view.setUint8(k, byte));
  [1, points].forEach((x, k) => view.setInt32(12 + 4 * k, x, true));
  [0, 1].forEach((x, k) => view.setFloat32(20 + 4 * k, x, true));
  view.setInt32(28, samples, true);
  for (let s = 0; s < samples; s++) {
    for (let k = 0; k < points; k++) {
      corners[k % 4].forEach((x, i) =>
        view.setFloat32(32 + 12 * (s * points + k) + 4 * i, x + (i === 0 ? s : 0), true),
      );
    }
  }
  return new Uint8Array(view.buffer);
}

const objText = (shift: number, extra = ''): string =>
  `${corners.map(([x, y, z]) => `v ${x + shift} ${y} ${z}`).join('\n')}\n${extra}${faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n')}\n`;

describe('deformations', () => {
  const scene = (deformation: object, shape: object = { type: 'mesh' }): unknown => ({
    ...{ version: 1, name: 'x', duration: 0.1 },
    obstacles: [{ name: 'it', shape, material: 'skin', deformation }],
    bodies: [{ type: 'rigid', shape: { type: 'sphere', radius: 0.1 }, material: 'wood', position: [9, 9, 9] }],
  });
  const files: Record<string, Uint8Array> = {
    'it.obj': bytes(objText(0)),
    'it.pc2': pointCache(5),
    'five.pc2': pointCache(2, 5),
    ...Object.fromEntries([1, 2, 3, 4].map((k) => [`it_00${k}.obj`, bytes(objText(k))])),
    'it_005.obj': bytes(objText(5, 'v 9 9 9\n')),
    'it_006.obj': bytes(objText(6).replace('f 1 3 2', 'f 1 2 3')),
  };
  const read = (path: string): Promise<Uint8Array> =>
    Promise.resolve(files[path] ?? Promise.reject(new Error('missing')));
  const firstVertex = async (json: unknown, t: number): Promise<number> => {
    const { obstacles } = buildWorld(readScene(await importFiles(json, read)));
    const x = new Float64Array(12);
    obstacles[0].vertices!(x, t);
    return x[0];
  };
  const refusal = async (json: unknown): Promise<InputError['problems']> => {
    const error: unknown = await importFiles(json, read).catch((e: unknown) => e);
    return (error as InputError).problems;
  };

  it('come from point caches', async () => {
    const json = scene({ file: 'it.pc2', fps: 10, start: 0.5 }, { type: 'mesh', file: 'it.obj' });
    expect(await firstVertex(json, 0)).toBe(0);
    expect(await firstVertex(json, 0.7)).toBeCloseTo(2, 6);
    expect(await firstVertex(json, 0.75)).toBeCloseTo(2.5, 6);
    expect(readPc2(files['it.pc2'], 'x', 10, asIs).times).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  });

  it('come from .obj files with numbers', async () => {
    const json = scene({ file: 'it_###.obj', frames: [1, 4], fps: 2 });
    expect(await firstVertex(json, 0)).toBe(1);
    expect(await firstVertex(json, 1)).toBe(3);
  });

  it('are refused where vertices or triangles change, with the file and what to do', async () => {
    const [more] = await refusal(scene({ file: 'it_###.obj', frames: [1, 5] }));
    expect(more).toMatchObject({ expected: '4 vertices, as frame 1 has', found: '5' });
    expect(more.path).toBe('obstacles[0].deformation.file: it_005.obj');
    expect(more.hint).toContain('remeshing');
    files['it_005.obj'] = bytes(objText(5));
    const [other] = await refusal(scene({ file: 'it_###.obj', frames: [1, 6] }));
    expect(other.expected).toBe('the same triangles as frame 1');
    const [cache] = await refusal(scene({ file: 'five.pc2' }, { type: 'mesh', file: 'it.obj' }));
    expect(cache).toMatchObject({ expected: '4 vertices, as the mesh of the shape has', found: '5' });
    expect((await refusal(scene({ file: 'it.pc2' })))[0].found).toBe('none');
    expect((await refusal(scene({ file: 'it_###.obj' })))[0].expected).toContain('"frames"');
  });

  it('written into a scene must fit its mesh', () => {
    const shape = { type: 'mesh', vertices: corners, triangles: faces };
    const build = (deformation: object, own: object = shape): InputError['problems'] =>
      problemsOf(() => buildWorld(readScene(scene(deformation, own))));
    expect(build({ times: [0, 1], positions: [corners] })[0].path).toBe('obstacles[0].deformation.positions');
    expect(build({ times: [0], positions: [corners.slice(1)] })[0].expected).toContain('4 vertices');
    expect(build({ times: [1, 0], positions: [corners, corners] })[0].path).toBe('obstacles[0].deformation.times[1]');
    expect(build({ times: [0], positions: 'AAAA' })[0].expected).toBe('1 times 4 vertices');
    expect(build({ times: [0], positions: '?' })[0].expected).toBe('base64');
    expect(build({ file: 'x.glb' })[0].found).toContain('not read');
    expect(build({ times: [0], positions: [corners] }, { type: 'sphere', radius: 1 })[0].path).toBe(
      'obstacles[0].shape',
    );
  });
});

describe('damaged files', () => {
  it('are read or refused, never worse', async () => {
    const worm = readFileSync(new URL('../../../test/blender/characters/worm.glb', import.meta.url));
    const none = (): Promise<never> => Promise.reject(new Error('no other file'));
    const usd = bytes(
      '#usda 1.0\ndef Xform "a" {\n double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 2: (1, 0, 0) }\n' +
        ' uniform token[] xformOpOrder = ["xformOp:translate"]\n def Mesh "m" {\n int[] faceVertexCounts = [3]\n' +
        ' int[] faceVertexIndices = [0, 1, 2]\n point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n } }\n',
    );
    const sources: [Uint8Array, (file: Uint8Array) => unknown][] = [
      [binaryStl(), (file) => readStl(file, 'x', asIs)],
      [textStl(), (file) => readStl(file, 'x', asIs)],
      [pointCache(3), (file) => readPc2(file, 'x', 24, asIs)],
      [usd, (file) => usdDeformation(new TextDecoder().decode(file), 'x', undefined, {})],
      [worm, async (file) => gltfDeformation(await openGltf(file, 'x', none), {}, asIs)],
    ];
    const random = new Random(8);
    for (const [source, read] of sources) {
      for (let k = 0; k < 60; k++) {
        try {
          await read(damagedBytes(source, random));
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          for (const { path } of error.problems) expect(path).not.toBe('');
        }
      }
    }
  });
});
