import { describe, expect, it } from 'vitest';
import { InputError } from '../../errors.js';
import { conjugateQuaternion, rotateByQuaternion } from '../../math/quaternion.js';
import { Random } from '../../math/random.js';
import type { FiberBody } from '../../bodies/body.js';
import type { Recording } from '../../record/recording.js';
import { damagedBytes } from '../../record/testing/damaged-bytes.js';
import { mixedRecording } from '../../record/testing/mixed-run.js';
import { buildWorld } from '../../scene/build/world.js';
import { readScene } from '../../scene/read-scene.js';
import { writeHair } from '../export/formats/hair.js';
import { exporterNamed } from '../export/registry.js';
import { openGltf } from './gltf.js';
import { gltfMesh } from './gltf-mesh.js';
import { gltfMotion } from './gltf-motion.js';
import { readHair } from './hair.js';
import { importFiles } from './import-files.js';
import { readObj } from './obj.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const asIs = { up: 'z', scale: 1 } as const;
const none = (): Promise<Uint8Array> => Promise.reject(new Error('nothing there'));

/** What an input error complains about. */
function problemsOf(action: () => unknown): readonly { path: string; expected: string; found: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

async function exported(recording: Recording, format: string, which = 0): Promise<Uint8Array> {
  const frames = Array.from({ length: recording.frames }, (_, k) => k);
  for await (const file of exporterNamed(format)!.files(recording, { name: 'x', frames })) {
    const parts: Buffer[] = [];
    for await (const piece of file.pieces) parts.push(Buffer.from(piece));
    if (which-- === 0) return new Uint8Array(Buffer.concat(parts));
  }
  throw new Error('no such file');
}

describe('OBJ', () => {
  it('is read with polygons, relative numbers, textures and comments', () => {
    const text =
      '# a square\no square\nv 0 0 0\nv 1 0 0 # corner\nv 1 1 0\r\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\nf -4/1 -3/2 -2/3\n';
    const { vertices, triangles } = readObj(bytes(text), 'x.obj', asIs);
    expect(vertices[2]).toEqual([1, 1, 0]);
    expect(triangles).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 1, 2],
    ]);
    const turned = readObj(bytes('v 1 2 3\nv 0 0 0\nv 1 0 0\nf 1 2 3'), 'x.obj', { up: 'y', scale: 0.1 }).vertices[0];
    [0.1, -0.3, 0.2].forEach((x, i) => expect(turned[i]).toBeCloseTo(x, 15));
  });

  it('is refused with the line of every problem', () => {
    const text = 'v 0 0\nv 1 x 0\nv 1 1 1\nf 1 2 9\nf 1 2\nf a b c\n';
    const problems = problemsOf(() => readObj(bytes(text), 'x.obj', asIs));
    expect(problems.map(({ path }) => path)).toEqual([
      ...['line 1', 'line 2', 'line 4', 'line 5', 'line 6', 'line 6', 'line 6'],
    ]);
    expect(problemsOf(() => readObj(bytes(''), 'x.obj', asIs)).length).toBe(2);
  });
});

describe('.hair', () => {
  const points = Float32Array.from({ length: 3 * 100 }, (_, k) => k / 7);
  const file = writeHair({ counts: new Array<number>(20).fill(5), points, thickness: new Array<number>(20).fill(1) });

  it('gives the strands that were written', () => {
    const strands = readHair(file, 'x.hair', asIs);
    expect(strands.length).toBe(20);
    expect(strands.flat(2)).toEqual(Array.from(points));
  });

  it('gives some of them, spread evenly', () => {
    for (const most of [1, 4, 7, 20, 30]) {
      const roots = readHair(file, 'x.hair', asIs, most).map(([[x]]) => Math.round((x * 7) / 15));
      expect(roots.length).toBe(Math.min(most, 20));
      expect(roots[0]).toBe(0);
      expect(new Set(roots).size).toBe(roots.length);
    }
  });

  it('has the same number of segments everywhere where the header says so', () => {
    const plain = Uint8Array.from([...file.subarray(0, 128), ...file.subarray(128 + 40)]);
    new DataView(plain.buffer).setUint32(12, 2, true);
    expect(readHair(plain, 'x.hair', asIs).flat(2)).toEqual(Array.from(points));
  });
});

describe('glTF', () => {
  /** A root that is shifted and turns, with an arm that slides; buffers as text. */
  function machine(interpolation: string, output: readonly number[]): Uint8Array {
    const numbers = Float32Array.from([0, 1, ...output, 0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
    const uri = `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}`;
    const n = output.length;
    const json = {
      asset: { version: '2.0' },
      nodes: [
        { name: 'base', translation: [1, 0, 0], scale: [2, 2, 2], children: [1] },
        { name: 'arm', translation: [0, 0, 0] },
      ],
      buffers: [{ uri, byteLength: numbers.byteLength }],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 8 },
        { buffer: 0, byteOffset: 8, byteLength: 4 * n },
        { buffer: 0, byteOffset: 8 + 4 * n, byteLength: 32 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR' },
        { bufferView: 1, componentType: 5126, count: n / 3, type: 'VEC3' },
        { bufferView: 2, componentType: 5126, count: 2, type: 'VEC4' },
      ],
      animations: [
        {
          name: 'turn and slide',
          channels: [
            { sampler: 0, target: { node: 1, path: 'translation' } },
            { sampler: 1, target: { node: 0, path: 'rotation' } },
          ],
          samplers: [
            { input: 0, output: 1, interpolation },
            { input: 0, output: 2 },
          ],
        },
      ],
    };
    return bytes(JSON.stringify(json));
  }

  it('moves a node as its parents and its own channels say', async () => {
    const file = await openGltf(machine('LINEAR', [0, 0, 0, 1, 0, 0]), 'x.gltf', none);
    const motion = gltfMotion(file, { node: 'arm' }, { up: 'y', scale: 1 });
    const at = (t: number) => motion.reduce((a, b) => (Math.abs(b.t - t) < Math.abs(a.t - t) ? b : a));
    // half way: slid by 1/2, doubled by the base's scale, which has turned by 45 degrees about the file's y
    const c = Math.SQRT1_2;
    [1 + c, c, 0].forEach((x, i) => expect(at(0.5).position[i]).toBeCloseTo(x, 6));
    [1, 2, 0].forEach((x, i) => expect(at(1).position[i]).toBeCloseTo(x, 6));
    [c, 0, 0, c].forEach((x, i) => expect(at(1).orientation[i]).toBeCloseTo(x, 6));
  });

  it('keeps jumps and splines', async () => {
    const jump = await openGltf(machine('STEP', [0, 0, 0, 1, 0, 0]), 'x.gltf', none);
    const jumps = gltfMotion(jump, { node: 'arm' }, { up: 'z', scale: 1 });
    const before = jumps[jumps.length - 2];
    expect(before.t).toBeGreaterThan(0.99999);
    expect(before.position[0]).toBeCloseTo(1, 6);
    // a cubic with zero slopes at both ends: 3u² - 2u³
    const cubic = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const spline = await openGltf(machine('CUBICSPLINE', cubic), 'x.gltf', none);
    const quarter = gltfMotion(spline, { node: 'arm' }, { up: 'z', scale: 1 }).find(({ t }) => t === 0.25)!;
    const [x, y, z] = [quarter.position[0] - 1, quarter.position[1], quarter.position[2]];
    expect(Math.sqrt(x * x + y * y + z * z)).toBeCloseTo(2 * (3 / 16 - 2 / 64), 6);
  });

  it('brings back what was exported', async () => {
    const recording = mixedRecording();
    const file = await openGltf(await exported(recording, 'glb'), 'x.glb', none);
    const motion = gltfMotion(file, { node: 'rigid-1' }, { up: 'y', scale: 1 });
    const { vertices } = gltfMesh(file, 'rigid-1', { up: 'y', scale: 1 });
    expect(vertices.length).toBe(24);
    for (const frame of [3, 15]) {
      const pose = recording.frame(frame).bodies.subarray(27, 34);
      const key = motion.reduce((a, b) =>
        Math.abs(b.t - recording.frame(frame).t) < Math.abs(a.t - recording.frame(frame).t) ? b : a,
      );
      key.position.forEach((x, i) => expect(Math.abs(x - pose[i])).toBeLessThan(1e-6));
      // the corners of the mesh, moved, are those of the box where it was recorded
      const there = Float64Array.from(key.orientation);
      const back = Float64Array.from(pose.subarray(3));
      conjugateQuaternion(back, 0, back, 0);
      for (const vertex of vertices) {
        const corner = Float64Array.from(vertex);
        rotateByQuaternion(corner, 0, there, 0, corner, 0);
        rotateByQuaternion(corner, 0, back, 0, corner, 0);
        for (const x of corner) expect(Math.abs(x)).toBeCloseTo(0.05, 6);
      }
    }
  });

  it('says which nodes and animations there are', async () => {
    const file = await openGltf(machine('LINEAR', [0, 0, 0, 1, 0, 0]), 'x.gltf', none);
    expect(problemsOf(() => gltfMotion(file, {}, asIs))[0]).toMatchObject({ found: '2 of them' });
    const again = await openGltf(machine('LINEAR', [0, 0, 0, 1, 0, 0]), 'x.gltf', none);
    expect(problemsOf(() => gltfMotion(again, { animation: 'walk' }, asIs))[0]).toMatchObject({ path: 'walk' });
  });
});

describe('damaged files', () => {
  it('are read or refused, never worse', async () => {
    const recording = mixedRecording();
    const sources: [Uint8Array, (file: Uint8Array) => Promise<unknown> | unknown][] = [
      [await exported(recording, 'obj', 3), (file) => readObj(file, 'x', asIs)],
      [await exported(recording, 'hair', 3), (file) => readHair(file, 'x', asIs)],
      [await exported(recording, 'glb'), async (file) => gltfMesh(await openGltf(file, 'x', none), undefined, asIs)],
      [
        await exported(recording, 'glb'),
        async (file) => gltfMotion(await openGltf(file, 'x', none), { node: 'rigid-1' }, asIs),
      ],
    ];
    const random = new Random(5);
    for (const [source, read] of sources) {
      for (let k = 0; k < 100; k++) {
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

describe('a scene that names files', () => {
  const scene = {
    version: 1,
    name: 'imported',
    duration: 0.1,
    obstacles: [
      {
        name: 'head',
        shape: { type: 'mesh', file: 'head.obj', scale: 0.1 },
        material: 'skin',
        motion: { file: 'a.glb' },
      },
    ],
    bodies: [
      { type: 'strands', file: 'h.hair', on: 'head', model: 'der', elements: 8, radius: 1e-3, material: 'hair' },
    ],
  };
  const files = async (): Promise<Record<string, Uint8Array>> => ({
    'head.obj': bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
    'a.glb': await exported(mixedRecording(), 'glb'),
    'h.hair': writeHair({
      counts: [4, 4],
      points: Float32Array.from([
        ...[0, 0, 0, 0, 0, 0.1, 0, 0.05, 0.2, 0, 0.1, 0.3],
        ...[1, 0, 0, 1, 0, 0.1, 1, 0, 0.2, 1, 0, 0.3],
      ]),
      thickness: [1e-3, 1e-3],
    }),
  });

  it('gets their content, from which a world can be built', async () => {
    const all = await files();
    const chosen = structuredClone(scene) as typeof scene & { obstacles: { motion: { node?: string } }[] };
    chosen.obstacles[0].motion.node = 'rigid-1';
    const complete = await importFiles(chosen, async (path) => all[path] ?? (await none()));
    const world = buildWorld(readScene(complete));
    expect(world.bodies.length).toBe(2);
    // drawn shapes are natural: nothing is strained
    expect(Math.abs(world.bodies[0].energy([0, 0, 0]).elastic)).toBeLessThan(1e-12);
    for (let k = 0; k < 3; k++) world.step();
    expect(JSON.stringify(complete)).not.toContain('.obj');
  });

  it('grows hair on a mesh, over the part that looks up', async () => {
    const cube = await exported(mixedRecording(), 'glb');
    const shape = { type: 'mesh', file: 'cube.glb', node: 'rigid-1', up: 'z' };
    const hair = {
      type: 'hair',
      on: 'head',
      count: 40,
      model: 'der',
      elements: 3,
      length: 0.1,
      radius: 1e-4,
      lift: 90,
    };
    const grown = {
      ...scene,
      obstacles: [{ name: 'head', shape, material: 'skin', position: [0, 0, 1] }],
      bodies: [{ ...hair, material: 'hair', scalp: { angle: 30 } }],
    };
    const world = buildWorld(readScene(await importFiles(grown, async () => cube)));
    expect(world.bodies.length).toBe(40);
    const line = new Float64Array(12);
    for (const body of world.bodies) {
      (body as FiberBody).centreLine(line);
      expect(line[2]).toBeCloseTo(1.05, 6);
      expect(line[11]).toBeCloseTo(1.15, 6);
    }
  });

  it('sews a garment from a mesh', async () => {
    const piece = { type: 'mesh', file: 'head.obj' };
    const cloth = { type: 'cloth', pieces: [piece], material: 'skin', density: 0.1, stretch: 100, thickness: 1e-3 };
    const all = await files();
    const complete = await importFiles({ ...scene, obstacles: [], bodies: [cloth] }, async (path) => all[path]);
    expect(buildWorld(readScene(complete)).bodies[0].q.length).toBe(9);
  });

  it('lists what is wrong with all of them, with the place in the scene', async () => {
    const broken = { 'head.obj': bytes('v 0 0'), 'h.hair': bytes('HAIR') } as Record<string, Uint8Array>;
    const wrong = { ...scene, gravitty: 1 };
    const error = await importFiles(wrong, async (path) => broken[path] ?? (await none())).catch((e: unknown) => e);
    const paths = (error as InputError).problems.map(({ path }) => path);
    expect(paths).toEqual([
      'gravitty',
      'obstacles[0].shape.file: line 1',
      'obstacles[0].shape.file: lines that begin with f',
      ...['obstacles[0].motion.file', 'bodies[0].file: its first 128 bytes'],
    ]);
  });
});
