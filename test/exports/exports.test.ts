/** Exports read by programs that we did not write: counts, and positions at two times. */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, BufferGeometry, Float32BufferAttribute, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemorySink } from '../../src/record/memory-sink.js';
import { memorySource } from '../../src/record/record-file.js';
import { Recording } from '../../src/record/recording.js';
import { Runner } from '../../src/record/runner.js';
import { mixedRecording } from '../../src/record/testing/mixed-run.js';
import { exported, positionAt, readWithPython } from './exported.js';
import { type UsdNode, loadTinyUsd } from './tiny-usd.js';

const { STICKSLIP_NUMPY: numpy, STICKSLIP_VTK: vtk } = process.env;

/** Times that are looked at. */
const frames = [3, 15];

let recording: Recording;
const folders: string[] = [];
const folderOf = async (format: string): Promise<string> => {
  const folder = await exported(recording, format);
  folders.push(folder);
  return folder;
};

/** Files hold single precision, so positions agree to the last of its digits. */
function near(a: readonly number[], b: readonly number[]): void {
  expect(a.length).toBe(b.length);
  a.forEach((x, k) => expect(Math.abs(x - b[k])).toBeLessThan(1e-7));
}

beforeAll(() => {
  recording = mixedRecording();
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('glb', () => {
  it('has in the validator of the Khronos Group no errors and no warnings, and the nodes, triangles and animation of the run', async () => {
    const bytes = readFileSync(path.join(await folderOf('glb'), 'mixed.glb'));
    const report = await validateBytes(new Uint8Array(bytes));
    expect(report.issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect(report.info).toMatchObject({ animationCount: 1 });
    expect(report.info.totalTriangleCount).toBeGreaterThan(12);
  });

  it("moves the box and the rod's joints as recorded when three.js plays it", async () => {
    const bytes = readFileSync(path.join(await folderOf('glb'), 'mixed.glb'));
    const { scene, animations } = await new GLTFLoader().parseAsync(new Uint8Array(bytes).buffer, '');
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    for (const frame of frames) {
      mixer.setTime(recording.frame(frame).t);
      scene.updateMatrixWorld(true);
      const place = (name: string): Vector3 => scene.getObjectByName(name)!.getWorldPosition(new Vector3());
      // glTF's y axis points up
      const turned = ([x, y, z]: readonly number[]): number[] => [x, z, -y];
      near(place('rigid-1').toArray(), turned(positionAt(recording, frame, 1)));
      near(place('rod-0-joint-8').toArray(), turned(positionAt(recording, frame, 0, 8)));
    }
  });
});

describe('cloth in glb', () => {
  it('has the normals of every frame when three.js plays it, without errors or warnings in the validator', async () => {
    const sink = new MemorySink();
    const sheet = { type: 'sheet', vertices: [7, 7], corner: [-0.3, -0.3, 0.02], u: [0.6, 0, 0], v: [0, 0.6, 0] };
    const cloth = {
      type: 'cloth',
      name: 'sheet',
      pieces: [sheet],
      material: 'skin',
      density: 0.2,
      stretch: 50,
      thickness: 0.01,
    };
    const obstacles = [
      { name: 'ball', shape: { type: 'sphere', radius: 0.1 }, material: 'skin', position: [0, 0, -0.1] },
    ];
    const run = new Runner(
      { version: 1, name: 'mixed', duration: 0.2, obstacles, bodies: [cloth] },
      { sink, name: 'mixed' },
    );
    while (!run.done) run.step();
    run.finish();
    const own = new Recording(memorySource(sink.bytes()), 'sheet');
    const folder = await exported(own, 'glb');
    folders.push(folder);
    const bytes = new Uint8Array(readFileSync(path.join(folder, readdirSync(folder)[0])));
    expect((await validateBytes(bytes)).issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    const { geometry } = scene.getObjectByName('sheet') as Mesh;
    const { position, normal } = geometry.morphAttributes;
    expect(normal).toHaveLength(position!.length);
    // the last frame as three.js puts it together, and normals that three.js computes from its positions
    const sum = (name: 'position' | 'normal'): number[] => {
      const base = geometry.getAttribute(name);
      const last = geometry.morphAttributes[name]!.at(-1)!;
      return Array.from(base.array, (x, k) => x + last.array[k]);
    };
    const shape = new BufferGeometry();
    shape.setAttribute('position', new Float32BufferAttribute(sum('position'), 3));
    shape.setIndex(geometry.getIndex());
    shape.computeVertexNormals();
    const expected = Array.from(shape.getAttribute('normal').array);
    // it bends over the ball: normals that stay as at first would be off by that much
    expect(Math.min(...expected.filter((_, k) => k % 3 === 2))).toBeLessThan(0.95);
    sum('normal').forEach((x, k) => expect(Math.abs(x - expected[k])).toBeLessThan(1e-5));
  });
});

describe.skipIf(vtk === undefined)("vtp and pvd in Debian's VTK", () => {
  it('have the rod, the solids and the contacts where they were', async () => {
    interface Part {
      time: number;
      part: number;
      errors: number;
      points: number[][];
      verts: number;
      lines: number;
      polys: number;
      arrays: Record<string, number[][]>;
    }
    const pvd = path.join(await folderOf('vtp'), 'mixed.pvd');
    const parts = readWithPython(vtk!, 'read-vtp.py', pvd) as Part[];
    expect(parts.length).toBe(4 * recording.frames);
    for (const frame of frames) {
      const [rods, bodies, obstacles, contacts] = parts.slice(4 * frame, 4 * frame + 4);
      expect([rods, bodies, obstacles, contacts].map(({ errors }) => errors)).toEqual([0, 0, 0, 0]);
      expect([rods.lines, bodies.lines, obstacles.lines]).toEqual([1, 0, 0]);
      expect(bodies.time).toBeCloseTo(recording.frame(frame).t, 9);
      expect(bodies.polys).toBeGreaterThan(12);
      for (const node of [0, 8]) near(rods.points[node], positionAt(recording, frame, 0, node));
      // the corners of the box lie around its centre
      const corners = bodies.points.filter((_, k) => bodies.arrays.body[k][0] === 1);
      const centre = [0, 1, 2].map((i) => corners.reduce((sum, x) => sum + x[i], 0) / corners.length);
      near(centre, positionAt(recording, frame, 1));
      const expected = recording.contacts(frame);
      expect([contacts.points.length, contacts.verts]).toEqual([expected.n, expected.n]);
      near(contacts.points.flat(), Array.from(expected.point));
      near(contacts.arrays.force.flat(), Array.from(expected.force));
      expect(contacts.arrays.state.flat()).toEqual(Array.from(expected.state));
    }
    expect(parts[4 * 15 + 3].points.length).toBeGreaterThan(0);
  });
});

describe.skipIf(numpy === undefined)("npz in Debian's NumPy", () => {
  it('has arrays of the right type, shape and values', async () => {
    type Arrays = Record<string, { type: string; shape: number[]; values: number[] }>;
    const arrays = readWithPython(numpy!, 'read-npz.py', path.join(await folderOf('npz'), 'mixed.npz')) as Arrays;
    const { frames: n } = recording;
    expect(arrays.rod_points).toMatchObject({ type: 'float32', shape: [n, 9, 3] });
    expect(arrays.rigid_pose).toMatchObject({ type: 'float32', shape: [n, 2, 7] });
    const texts = (name: string): unknown => arrays[name].values;
    expect(texts('rod_names')).toEqual(['rod-0']);
    expect(texts('rigid_names')).toContain('rigid-1');
    expect(texts('obstacle_names')).toEqual(recording.layout.obstacles.map(({ name }) => name));
    expect(String(texts('readme'))).toContain('rod_start');
    expect(arrays.cloth_triangles).toMatchObject({ type: 'int32', shape: [0, 3] });
    expect(arrays.contact_mu.values.length).toBe(arrays.contact_gap.values.length);
    expect(arrays.contact_mu.values.every((mu) => mu > 0)).toBe(true);
    expect(arrays.step_t.values).toEqual(Array.from(recording.column('t')));
    for (const frame of frames) {
      expect(arrays.t.values[frame]).toBe(recording.frame(frame).t);
      for (const node of [0, 8]) {
        const at = 3 * (9 * frame + node);
        near(arrays.rod_points.values.slice(at, at + 3), positionAt(recording, frame, 0, node));
      }
      near(arrays.rigid_pose.values.slice(14 * frame, 14 * frame + 3), positionAt(recording, frame, 1));
      const { n: count, force } = recording.contacts(frame);
      const start = arrays.contact_start.values;
      expect(start[frame + 1] - start[frame]).toBe(count);
      near(arrays.contact_force.values.slice(3 * start[frame], 3 * start[frame + 1]), Array.from(force));
    }
  });
});

describe('usda in TinyUSDZ', () => {
  it('has curves, meshes and transforms with the positions of the run', async () => {
    const bytes = readFileSync(path.join(await folderOf('usda'), 'mixed.usda'));
    const { layer, meshes, root } = await loadTinyUsd(bytes);
    expect(layer).toMatch(/timeCodesPerSecond = 50\n/);
    expect(layer).toMatch(/curveVertexCounts = \[9\]/);
    expect(layer).toMatch(/widths = \[0\.02\]/);
    // two solids and two obstacles; each mesh has as many corners as its faces say
    expect(meshes.length).toBe(4);
    for (const { points, faceVertexIndices } of meshes) {
      expect(Math.max(...faceVertexIndices)).toBe(points.length / 3 - 1);
    }
    const samples = (text: string, name: string): Map<number, number[]> => {
      const block = new RegExp(`${name}\\.timeSamples = \\{([^}]*)\\}`).exec(text)![1];
      return new Map(
        [...block.matchAll(/(\d+): ([^\n]*)/g)].map(([, k, own]) => [
          Number(k),
          (own.match(/-?\d+(\.\d*)?(e-?\d+)?/g) ?? []).map(Number),
        ]),
      );
    };
    const curve = samples(layer, 'points');
    const box = samples(layer.slice(layer.indexOf('def Xform "rigid_1"')), 'translate');
    const find = (node: UsdNode, name: string): UsdNode | undefined =>
      node.primName === name ? node : node.children.flatMap((child) => find(child, name) ?? []).at(0);
    expect([curve.size, box.size]).toEqual([recording.frames, recording.frames]);
    for (const frame of frames) {
      expect(curve.get(frame)!.length).toBe(27);
      near(curve.get(frame)!.slice(24), positionAt(recording, frame, 0, 8));
      near(box.get(frame)!, positionAt(recording, frame, 1));
    }
    // the scene that TinyUSDZ builds stands at the first time
    const node = find(root, 'rigid_1')!;
    near(node.localMatrix.slice(12, 15), positionAt(recording, 0, 1));
  });
});
