/** Exports read by programs that we did not write: counts, and positions at two times. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recording.js';
import { mixedRecording } from '../../src/record/testing/mixed-run.js';
import { exported, positionAt, readWithPython } from './exported.js';
import { loadTinyUsd } from './tiny-usd.js';

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
    expect(parts.length).toBe(2 * recording.frames);
    for (const frame of frames) {
      const [bodies, contacts] = parts.slice(2 * frame, 2 * frame + 2);
      expect([bodies.errors, contacts.errors, bodies.lines]).toEqual([0, 0, 1]);
      expect(bodies.time).toBeCloseTo(recording.frame(frame).t, 9);
      expect(bodies.polys).toBeGreaterThan(12);
      for (const node of [0, 8]) near(bodies.points[node], positionAt(recording, frame, 0, node));
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
    expect(parts[2 * 15 + 1].points.length).toBeGreaterThan(0);
  });
});

describe.skipIf(numpy === undefined)("npz in Debian's NumPy", () => {
  it('has arrays of the right type, shape and values', async () => {
    type Arrays = Record<string, { type: string; shape: number[]; values: number[] }>;
    const arrays = readWithPython(numpy!, 'read-npz.py', path.join(await folderOf('npz'), 'mixed.npz')) as Arrays;
    const { frames: n } = recording;
    expect(arrays.rod_points).toMatchObject({ type: 'float32', shape: [n, 9, 3] });
    expect(arrays.rigid_pose).toMatchObject({ type: 'float32', shape: [n, 2, 7] });
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
    expect([curve.size, box.size]).toEqual([recording.frames, recording.frames]);
    for (const frame of frames) {
      expect(curve.get(frame)!.length).toBe(27);
      near(curve.get(frame)!.slice(24), positionAt(recording, frame, 0, 8));
      near(box.get(frame)!, positionAt(recording, frame, 1));
    }
    // the scene that TinyUSDZ builds stands at the first time
    const node = root.children.find(({ primName }) => primName === 'rigid_1')!;
    near(node.localMatrix.slice(12, 15), positionAt(recording, 0, 1));
  });
});
