import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { inflateSync } from 'node:zlib';
import type { Recording } from '../../record/recording.js';
import { mixedRecording } from '../../record/testing/mixed-run.js';
import { Findings } from '../findings.js';
import { readNpy } from '../npz/npy.js';
import { readZip } from '../npz/zip.js';
import { base64 } from './base64.js';
import { exporterNamed, exporters } from './registry.js';

let recording: Recording;
const files = new Map<string, Map<string, Uint8Array>>();

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Everything that an exporter writes, by path. */
async function collect(format: string): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  // pictures take long to draw
  const frames = format === 'png' ? [15] : Array.from({ length: recording.frames }, (_, k) => k);
  for await (const file of exporterNamed(format)!.files(recording, { name: 'mixed', frames })) {
    const parts: Buffer[] = [];
    for await (const piece of file.pieces) parts.push(Buffer.from(piece));
    found.set(file.path, new Uint8Array(Buffer.concat(parts)));
  }
  return found;
}

/** Position of node i of the rod, body 0, at a frame. */
const rodNode = (frame: number, i: number): number[] =>
  Array.from(recording.frame(frame).bodies.slice(3 * i, 3 * i + 3));

/** Position of the box, body 1, at a frame. */
const boxPosition = (frame: number): number[] => Array.from(recording.frame(frame).bodies.slice(27, 30));

/** glTF's y axis points up. */
const yUp = ([x, y, z]: readonly number[]): number[] => [x, z, -y];

const near = (a: readonly number[], b: readonly number[]): void =>
  a.forEach((x, k) => expect(Math.abs(x - b[k])).toBeLessThan(1e-6));

beforeAll(async () => {
  recording = mixedRecording();
  for (const { name } of exporters) files.set(name, await collect(name));
}, 60000);

describe('every exporter', () => {
  it.each(exporters.map(({ name }) => name))('%s writes files with safe, distinct names', (format) => {
    const own = files.get(format)!;
    expect(own.size).toBeGreaterThan(0);
    for (const [path, bytes] of own) {
      expect(path).toMatch(/^mixed[\w./-]*$/);
      expect(bytes.length).toBeGreaterThan(0);
    }
  });

  it.each(exporters.map(({ name }) => name))('%s writes the same bytes again', async (format) => {
    const again = await collect(format);
    for (const [path, bytes] of files.get(format)!) expect(Buffer.compare(bytes, again.get(path)!)).toBe(0);
  });
});

describe('glb', () => {
  it('passes the validator of Khronos', async () => {
    const report = await validateBytes(files.get('glb')!.get('mixed.glb')!);
    expect(report.issues.messages.filter((message) => message.severity < 2)).toEqual([]);
    expect(report.info.animationCount).toBe(1);
  });

  it('moves the box and the joints of the rod as recorded', () => {
    const bytes = files.get('glb')!.get('mixed.glb')!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const length = view.getUint32(12, true);
    const gltf = JSON.parse(text(bytes.subarray(20, 20 + length)));
    const binary = 28 + length;
    const translations = (name: string): Float32Array => {
      const node = gltf.nodes.findIndex((own: { name?: string }) => own.name === name);
      const { samplers, channels } = gltf.animations[0];
      type Channel = { sampler: number; target: { node: number; path: string } };
      const channel = channels.find(
        ({ target }: Channel) => target.node === node && target.path === 'translation',
      ) as Channel;
      const accessor = gltf.accessors[samplers[channel.sampler].output];
      const { byteOffset, byteLength } = gltf.bufferViews[accessor.bufferView];
      return new Float32Array(bytes.slice(binary + byteOffset, binary + byteOffset + byteLength).buffer);
    };
    for (const frame of [3, 15]) {
      near(Array.from(translations('rigid-1').slice(3 * frame, 3 * frame + 3)), yUp(boxPosition(frame)));
      near(Array.from(translations('rod-0-joint-8').slice(3 * frame, 3 * frame + 3)), yUp(rodNode(frame, 8)));
    }
  });
});

describe('vtp', () => {
  /** The numbers of an array of a file. */
  function array(file: string, name: string): Float32Array | Int32Array {
    const match = new RegExp(`<DataArray type="(\\w+)" Name="${name}"[^>]*>([^<]*)<`).exec(file)!;
    const bytes = Buffer.from(match[2], 'base64');
    expect(bytes.readUInt32LE(0)).toBe(bytes.length - 4);
    const data = new Uint8Array(bytes.subarray(4)).slice().buffer;
    return match[1] === 'Float32' ? new Float32Array(data) : new Int32Array(data);
  }

  it('has rods as lines, solids as triangles, contacts as points', () => {
    const own = files.get('vtp')!;
    for (const frame of [2, 15]) {
      const file = (block: string): string =>
        text(own.get(`mixed-vtp/${block}-frame-00${String(frame).padStart(2, '0')}.vtp`)!);
      const rods = file('rods');
      near(Array.from(array(rods, 'Points').slice(24, 27)), rodNode(frame, 8));
      expect(rods).toContain('NumberOfLines="1"');
      for (const block of ['bodies', 'obstacles']) {
        const solids = file(block);
        const points = array(solids, 'Points');
        expect(Math.max(...array(solids, 'connectivity'))).toBeLessThan(points.length / 3);
        expect(array(solids, 'Normals').length).toBe(points.length);
        // obstacles have numbers below zero
        expect(new Set(array(solids, 'body'))).toEqual(new Set(block === 'bodies' ? [1, 2] : [-1, -2]));
      }
      const contacts = file('contacts');
      expect(array(contacts, 'force')).toEqual(recording.contacts(frame).force);
      expect(array(contacts, 'state').length).toBe(recording.contacts(frame).n);
    }
  });

  it('is indexed by time', () => {
    const pvd = text(files.get('vtp')!.get('mixed.pvd')!);
    expect(pvd.match(/<DataSet /g)!.length).toBe(4 * recording.frames);
    expect(pvd).toContain('timestep="0.06" part="1" name="bodies" file="mixed-vtp/bodies-frame-0003.vtp"');
  });
});

describe('npz', () => {
  it('is read back as arrays', async () => {
    const findings = new Findings('mixed.npz');
    const members = await readZip(files.get('npz')!.get('mixed.npz')!, findings);
    const array = (name: string) => readNpy(members.get(`${name}.npy`)!, name, findings);
    expect(array('rod_points').shape).toEqual([16, 9, 3]);
    expect(array('rigid_pose').shape).toEqual([16, 2, 7]);
    expect(array('obstacle_pose').shape).toEqual([16, 1, 7]);
    const points = array('rod_points').data as Float64Array;
    near(Array.from(points.slice(27 * 7 + 12, 27 * 7 + 15)), rodNode(7, 4));
    expect(array('step_t').data).toEqual(recording.column('t'));
    const starts = array('contact_start').data as Float64Array;
    expect(array('contact_force').shape).toEqual([starts[16], 3]);
  });
});

describe('usda', () => {
  it('has curves, transforms and time samples', () => {
    const usda = text(files.get('usda')!.get('mixed.usda')!);
    expect(usda.startsWith('#usda 1.0')).toBe(true);
    expect(usda).toContain('int[] curveVertexCounts = [9]');
    expect(usda).toContain('float[] widths = [0.02]');
    expect(usda).toMatch(/timeCodesPerSecond = 50\n/);
    const samples = /point3f\[\] points\.timeSamples = \{\n([^}]*)\}/.exec(usda)![1].trim().split('\n');
    expect(samples.length).toBe(recording.frames);
    const at15 = samples[15].match(/-?[\d.e-]+/g)!.map(Number);
    expect(at15[0]).toBe(15);
    near(at15.slice(1, 4), rodNode(15, 0));
    expect(usda.split('{').length).toBe(usda.split('}').length);
    expect(usda).toMatch(/quatf xformOp:orient\.timeSamples/);
  });
});

describe('meshes', () => {
  it('are closed and turned outward: the volume of each solid is right', () => {
    const obj = text(files.get('obj')!.get('mixed-obj/frame-0005.obj')!);
    const vertices: number[][] = [];
    const volume = new Map<string, number>();
    let name = '';
    for (const line of obj.split('\n')) {
      const [word, ...rest] = line.split(' ');
      if (word === 'o') name = rest[0];
      if (word === 'v') vertices.push(rest.map(Number));
      if (word !== 'f') continue;
      const [a, b, c] = rest.map((k) => vertices[parseInt(k) - 1]);
      const det =
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      volume.set(name, (volume.get(name) ?? 0) + det / 6);
    }
    expect(volume.get('rigid-1')).toBeCloseTo(1e-3, 7);
    // a ball of 48 sides is a little smaller than a round one
    expect(volume.get('rigid-2')! / ((4 / 3) * Math.PI * 0.05 ** 3)).toBeGreaterThan(0.98);
    expect(volume.get('rod-0')! / (Math.PI * 0.01 ** 2 * 0.4)).toBeGreaterThan(0.95);
    expect(volume.get('rod-0')! / (Math.PI * 0.01 ** 2 * 0.4)).toBeLessThan(1);
  });

  it('are the same as ply, where vertices with several normals are several', () => {
    const ply = files.get('ply')!.get('mixed-ply/frame-0005.ply')!;
    const head = text(ply.subarray(0, 800));
    const obj = text(files.get('obj')!.get('mixed-obj/frame-0005.obj')!);
    const vertices = Number(/element vertex (\d+)/.exec(head)![1]);
    const faces = Number(/element face (\d+)/.exec(head)![1]);
    expect(vertices).toBe(obj.match(/^vn /gm)!.length);
    expect(vertices).toBeGreaterThan(obj.match(/^v /gm)!.length);
    expect(faces).toBe(obj.match(/^f /gm)!.length);
    expect(ply.length).toBe(head.indexOf('end_header') + 11 + 40 * vertices + 13 * faces);
  });
});

describe('hair', () => {
  it('has the header and the points of the format', () => {
    const bytes = files.get('hair')!.get('mixed-hair/frame-0009.hair')!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(text(bytes.subarray(0, 4))).toBe('HAIR');
    expect([view.getUint32(4, true), view.getUint32(8, true)]).toEqual([1, 9]);
    expect(view.getUint16(128, true)).toBe(8);
    near([view.getFloat32(130, true), view.getFloat32(134, true), view.getFloat32(138, true)], rodNode(9, 0));
    expect(bytes.length).toBe(128 + 2 + 9 * 12 + 9 * 4);
  });
});

describe('pictures', () => {
  it('are PNG files that show something', () => {
    const png = Buffer.from(files.get('png')!.get('mixed-png/frame-0015.png')!);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([960, 720]);
    const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    expect(rows.length).toBe(720 * (1 + 3 * 960));
    expect(new Set(rows).size).toBeGreaterThan(50);
  });
});

describe('replay', () => {
  it('is one page without links to elsewhere', () => {
    const page = text(files.get('html')!.get('mixed.html')!);
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    const positions = Buffer.from(/data-part="positions">([^<]*)</.exec(page)![1], 'base64');
    expect(inflateSync(positions).length).toBe(2 * 27 * 16);
    const head = JSON.parse(/id="head">([^<]*)</.exec(page)![1]);
    expect(head.contacts).toEqual(Array.from({ length: 16 }, (_, k) => recording.contacts(k).n));
  });
});

describe('csv', () => {
  it('has a row a step', () => {
    const lines = text(files.get('csv')!.get('mixed.csv')!).trim().split('\n');
    expect(lines.length).toBe(61);
    expect(lines[60].split(',').length).toBe(lines[0].split(',').length);
    expect(lines[60]).toContain('converged');
  });
});

describe('base64', () => {
  it('agrees with another implementation', () => {
    for (const n of [0, 1, 2, 3, 4, 100, 12287, 12288, 12289, 40000]) {
      const bytes = Uint8Array.from({ length: n }, (_, k) => (k * 7919) & 255);
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }
  });
});
