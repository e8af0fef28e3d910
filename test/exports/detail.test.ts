/** What exports have besides positions, read by programs that we did not write: normals, textures, colours, names, velocities, axes. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { type Mesh, type MeshStandardMaterial, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClothGeometry } from '../../src/record/geometry.js';
import type { Recording } from '../../src/record/recording.js';
import { looksOf } from '../../src/record/looks.js';
import { variedRecording } from '../../src/record/testing/varied-run.js';
import { exported, positionAt, readWithPython } from './exported.js';
import { loadTinyUsd } from './tiny-usd.js';

const { STICKSLIP_NUMPY: numpy, STICKSLIP_VTK: vtk } = process.env;

let recording: Recording;
const folders: string[] = [];
const folderOf = async (format: string, options: Parameters<typeof exported>[2] = {}): Promise<string> => {
  const folder = await exported(recording, format, options);
  folders.push(folder);
  return folder;
};

function near(a: ArrayLike<number>, b: ArrayLike<number>, tolerance = 1e-6): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(tolerance);
}

/** Texture coordinates of the corners of the sleeve's triangles by the run, in order. */
const sleeveUv = (): number[] => {
  const { uv, uvTriangles } = recording.layout.bodies[6] as Required<ClothGeometry>;
  return uvTriangles.flatMap((k) => [uv[2 * k], uv[2 * k + 1]]);
};

beforeAll(() => {
  recording = variedRecording();
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('glb in three.js', () => {
  it('has textures, colours in linear light, glass, and obstacles apart from bodies', async () => {
    const bytes = new Uint8Array(readFileSync(path.join(await folderOf('glb'), 'mixed.glb')));
    expect((await validateBytes(bytes)).issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    const { scene, asset } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    expect(asset.extras).toMatchObject({ framesPerSecond: 50 });
    const mesh = (name: string): Mesh => scene.getObjectByName(name) as Mesh;
    const looks = looksOf(recording.header);
    const colour = (name: string): number[] => (mesh(name).material as MeshStandardMaterial).color.toArray();
    near(colour('brick'), looks.bodies[4].colour);
    near(colour('sleeve'), [1, 1, 1]);
    const glass = mesh('box_of_glass').material as MeshStandardMaterial;
    expect([glass.transparent, glass.opacity]).toEqual([true, 0.15]);
    expect(mesh('ball').parent!.name).toBe('obstacles');
    expect(mesh('sea').parent!.name).toBe('obstacles');
    expect(mesh('brick').parent!.name).toBe('bodies');
    // strands of one entry are one mesh, each of its own colour
    const strands = mesh('curls').geometry;
    const perStrand = strands.getAttribute('position').count / 3;
    for (const k of [0, 1, 2]) {
      const own = strands.getAttribute('color');
      near([own.getX(k * perStrand), own.getY(k * perStrand), own.getZ(k * perStrand)], looks.bodies[k].colour);
    }
    // the sleeve is cut open where its texture begins; glTF counts v from above
    const { geometry } = mesh('sleeve');
    const [index, uv] = [geometry.getIndex()!, geometry.getAttribute('uv')];
    const corners = Array.from(index.array, (v) => [uv.getX(v), 1 - uv.getY(v)]).flat();
    near(corners, sleeveUv());
  });

  it('draws rods as thick as they are, flat ones flat and turned as they are', async () => {
    const bytes = new Uint8Array(readFileSync(path.join(await folderOf('glb'), 'mixed.glb')));
    const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    const reach = (name: string, body: number, node: number): { least: number; most: number; along: Vector3 } => {
      const positions = (scene.getObjectByName(name) as Mesh).geometry.getAttribute('position');
      const [x, y, z] = positionAt(recording, 0, body, node);
      const centre = new Vector3(x, z, -y);
      const at = new Vector3();
      const distances: number[] = [];
      let along = new Vector3();
      for (let k = node * 17; k < node * 17 + 17; k++) {
        at.fromBufferAttribute(positions, k).sub(centre);
        if (at.length() > Math.max(0, ...distances)) along = at.clone().normalize();
        distances.push(at.length());
      }
      return { least: Math.min(...distances), most: Math.max(...distances), along };
    };
    const strand = reach('curls', 0, 3);
    near([strand.least, strand.most], [1e-4, 1e-4], 1e-7);
    const flat = reach('ribbon_"flat"', 3, 4);
    near([flat.least, flat.most], [0.005, 0.02], 1e-6);
    const d = recording.frame(0).directors.subarray(12, 15);
    expect(Math.abs(flat.along.dot(new Vector3(d[0], d[2], -d[1])))).toBeGreaterThan(0.999999);
  });
});

describe('obj and ply in three.js', () => {
  it('have normals, textures and materials; flat things stay whole', async () => {
    const folder = await folderOf('obj');
    const text = readFileSync(path.join(folder, 'mixed-obj/frame-0002.obj'), 'utf8');
    const materials = new MTLLoader().parse(readFileSync(path.join(folder, 'mixed-obj/mixed.mtl'), 'utf8'), '');
    const scene = new OBJLoader().setMaterials(materials).parse(text);
    const brick = scene.children.find(({ name }) => name === 'brick') as Mesh;
    // corners of a box: eight places, three normals at each
    const [position, normal] = [brick.geometry.getAttribute('position'), brick.geometry.getAttribute('normal')];
    const places = new Set(
      Array.from({ length: 36 }, (_, k) => [position.getX(k), position.getY(k), position.getZ(k)].join()),
    );
    expect([position.count, places.size]).toEqual([36, 8]);
    for (let k = 0; k < 36; k += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => new Vector3().fromBufferAttribute(position, k + i));
      const n = b.sub(a).cross(c.sub(a)).normalize();
      expect(n.dot(new Vector3().fromBufferAttribute(normal, k))).toBeGreaterThan(0.9999);
    }
    const sleeve = scene.children.find(({ name }) => name === 'sleeve') as Mesh;
    near(sleeve.geometry.getAttribute('uv').array, sleeveUv());
    const objects = (own: string): number => own.match(/^o /gm)!.length;
    const obstacles = readFileSync(path.join(folder, 'mixed-obj/obstacles-frame-0002.obj'), 'utf8');
    expect([objects(text), objects(obstacles)]).toEqual([7, 3]);
    expect(Object.values(materials.materialsInfo).some(({ d }) => Number(d) === 0.15)).toBe(true);
  });

  it('have colours of vertices, and y up where that is asked for', async () => {
    const folder = await folderOf('ply', { up: 'y' });
    const bytes = new Uint8Array(readFileSync(path.join(folder, 'mixed-ply/frame-0002.ply')));
    const geometry = new PLYLoader().parse(bytes.buffer);
    for (const name of ['position', 'normal', 'color', 'uv']) expect(geometry.getAttribute(name)).toBeDefined();
    // the first strand's first ring is around its root
    const [x, y, z] = positionAt(recording, 2, 0, 0);
    const first = new Vector3().fromBufferAttribute(geometry.getAttribute('position'), 0);
    expect(first.distanceTo(new Vector3(x, z, -y))).toBeLessThan(1.01e-4);
  });
});

describe('usda in TinyUSDZ', () => {
  it('has strands by group with names and numbers, textures, normals, velocities, extents and materials', async () => {
    const bytes = readFileSync(path.join(await folderOf('usda', { up: 'y' }), 'mixed.usda'));
    const { layer, meshes } = await loadTinyUsd(bytes);
    expect(layer).toMatch(/upAxis = "Y"/);
    expect(layer.match(/def BasisCurves/g)!.length).toBe(1);
    expect(layer).toMatch(/curveVertexCounts = \[7, 7, 7\]/);
    expect(layer).toMatch(/primvars:id = \[0, 1, 2\]/);
    expect(layer).toMatch(/primvars:name = \["curls-0", "curls-1", "curls-2"\]/);
    expect(layer).toMatch(/widths = \[0\.0002\]/);
    expect(layer).toMatch(/primvars:collisionWidth = \[0\.008\]/);
    expect(layer).toMatch(/inputs:opacity = 0\.15/);
    for (const scope of ['Rods', 'Cloth', 'Solids', 'Obstacles', 'Looks'])
      expect(layer).toContain(`def Scope "${scope}"`);
    for (const name of ['velocities', 'normals', 'extent']) {
      const blocks = [...layer.matchAll(new RegExp(`${name}\\.timeSamples = \\{([^}]*)\\}`, 'g'))];
      expect(blocks.length).toBeGreaterThan(2);
      for (const [, block] of blocks) expect(block.match(/^\s*[\d.]+:/gm)!.length).toBe(recording.frames);
    }
    // the scene that TinyUSDZ builds has normals and a material of every mesh
    expect(meshes.length).toBe(7);
    for (const mesh of meshes as unknown as { normals: Float32Array; points: Float32Array; materialId: number }[]) {
      expect(mesh.normals.length).toBe(mesh.points.length);
      expect(mesh.materialId).toBeGreaterThanOrEqual(0);
    }
    const sleeve = layer.slice(layer.indexOf('def Mesh "sleeve"'));
    const st = /primvars:st = \[([^\]]*)\]/.exec(sleeve)![1].match(/-?[\d.e-]+/g)!;
    near(st.map(Number), sleeveUv());
  });
});

describe.skipIf(vtk === undefined)("vtp in Debian's VTK", () => {
  it('has blocks by name, the names of what is in them, velocities, colours, normals and textures', async () => {
    interface Part {
      name: string;
      errors: number;
      normals: string | null;
      texture: string | null;
      bodies: Record<string, string>;
      points: number[][];
      arrays: Record<string, number[][]>;
    }
    const pvd = path.join(await folderOf('vtp'), 'mixed.pvd');
    const parts = readWithPython(vtk!, 'read-vtp.py', pvd) as Part[];
    expect(parts.slice(0, 4).map(({ name }) => name)).toEqual(['rods', 'bodies', 'obstacles', 'contacts']);
    expect(parts.every(({ errors }) => errors === 0)).toBe(true);
    const [rods, bodies, obstacles] = parts.slice(8, 11);
    expect(rods.bodies).toEqual({ 0: 'curls-0', 1: 'curls-1', 2: 'curls-2', 3: 'ribbon "flat"' });
    expect(bodies.bodies).toEqual({ 4: 'brick', 5: 'sheet', 6: 'sleeve' });
    expect(obstacles.bodies).toEqual({ '-1': 'box of glass', '-2': 'ball', '-3': 'sea' });
    expect([bodies.normals, bodies.texture]).toEqual(['Normals', 'TextureCoordinates']);
    near(rods.arrays.radius[0], [1e-4], 1e-9);
    near(rods.arrays.collisionRadius[0], [4e-3], 1e-9);
    near(rods.arrays.halfAxes[21], [0.02, 0.005], 1e-9);
    near(rods.arrays.velocity.slice(0, 21).flat(), recording.frame(2).velocities!.subarray(0, 63));
    // the brick turns with 5 rad/s about z: its corners move across their arms
    const centre = positionAt(recording, 2, 4);
    const v = recording.frame(2).velocities!.subarray(recording.layout.offsets[4]);
    bodies.points.forEach((point, k) => {
      if (bodies.arrays.body[k][0] !== 4) return;
      const arm = point.map((x, i) => x - centre[i]);
      near(
        bodies.arrays.velocity[k],
        [
          v[0] - v[5] * arm[1] + v[4] * arm[2],
          v[1] + v[5] * arm[0] - v[3] * arm[2],
          v[2] + v[3] * arm[1] - v[4] * arm[0],
        ],
        1e-4,
      );
    });
    // the ball spins with 2 rad/s and moves; the sea rises by 0.1 m/s
    const ball = obstacles.arrays.velocity.filter((_, k) => obstacles.arrays.body[k][0] === -2);
    expect(Math.max(...ball.map(([x]) => x))).toBeCloseTo(0.3 + 2 * 0.1, 2);
    const sea = obstacles.arrays.velocity.filter((_, k) => obstacles.arrays.body[k][0] === -3);
    sea.forEach((own) => near(own, [0, 0, 0.1], 1e-4));
  });
});

describe.skipIf(numpy === undefined)("npz in Debian's NumPy", () => {
  it('has velocities, groups, sections, directors, textures, surfaces and colours', async () => {
    type Arrays = Record<string, { type: string; shape: number[]; values: number[] }>;
    const arrays = readWithPython(numpy!, 'read-npz.py', path.join(await folderOf('npz'), 'mixed.npz')) as Arrays;
    const n = recording.frames;
    const values = (name: string): number[] => arrays[name].values;
    expect(arrays.rod_velocity.shape).toEqual([n, 32, 3]);
    expect(values('velocities_recorded')).toEqual([1]);
    near(values('rod_velocity').slice(0, 63), recording.frame(0).velocities!.subarray(0, 63));
    near(values('rigid_velocity').slice(3, 6), [0, 0, 5]);
    near(values('obstacle_velocity').slice(6, 12), [0.3, 0, 0, 0, 0, 2], 1e-4);
    near(values('rod_radius'), [1e-4, 1e-4, 1e-4, 0.02], 1e-12);
    near(values('rod_collision_radius'), [4e-3, 4e-3, 4e-3, 0.02], 1e-12);
    expect([values('rod_group'), values('rigid_group'), values('cloth_group')]).toEqual([[0, 0, 0, 1], [2], [3, 4]]);
    expect(values('group_names') as unknown).toEqual(['curls', 'ribbon "flat"', 'brick', 'sheet', 'sleeve']);
    expect(values('rod_directors_of')).toEqual([3]);
    near(values('rod_directors').slice(0, 33), recording.frame(0).directors);
    const sheetCorners = 2 * 3 * 24;
    near(values('cloth_uv').slice(sheetCorners), sleeveUv());
    expect(arrays.rigid_vertices.shape).toEqual([24, 3]);
    expect(arrays.obstacle_colour.shape).toEqual([3, 4]);
    near([values('obstacle_colour')[3]], [0.15]);
    expect(arrays.deforming_points.shape).toEqual([n, 3, 3]);
    expect(values('fps')).toEqual([50]);
  });
});
