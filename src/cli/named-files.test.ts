import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from './main.js';
import { nodeTerminal } from './node-terminal.js';
import { mostBytes } from './read-file.js';

const home = mkdtempSync(path.join(os.tmpdir(), 'stickslip-named-'));
const folder = path.join(home, 'scene');
afterAll(() => rmSync(home, { recursive: true }));

/** Runs the command line on the real file system. */
async function stickslip(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const out = (text: string): void => void (stdout += text);
  const err = (text: string): void => void (stderr += text);
  const code = await main(args, { ...nodeTerminal(), out, err });
  return { code, stdout, stderr };
}

const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';

function sceneOf(file: string): string {
  const at = path.join(folder, 'scene.json');
  const body = {
    name: 'thing',
    type: 'rigid',
    shape: { type: 'sphere', radius: 0.1 },
    material: 'm',
    position: [0, 0, 9],
  };
  const obstacle = { name: 'mesh', shape: { type: 'mesh', file }, material: 'm' };
  const scene = {
    version: 1,
    name: 'named',
    materials: { m: { density: 1000, friction: 0.3 } },
    bodies: [body],
    obstacles: [obstacle],
    duration: 0.01,
    step: { length: 0.01 },
  };
  writeFileSync(at, JSON.stringify(scene));
  return at;
}

function gltfOf(uri: string): string {
  const gltf = {
    asset: { version: '2.0' },
    buffers: [{ uri, byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
  };
  writeFileSync(path.join(folder, 'model.gltf'), JSON.stringify(gltf));
  return 'model.gltf';
}

mkdirSync(path.join(folder, 'inner'), { recursive: true });
writeFileSync(path.join(home, 'secret.obj'), tetrahedron);
writeFileSync(path.join(home, 'secret.bin'), new Uint8Array(36));
writeFileSync(path.join(folder, 'inner', 'good.obj'), tetrahedron);
symlinkSync('good.obj', path.join(folder, 'inner', 'link.obj'));
symlinkSync('../secret.obj', path.join(folder, 'out.obj'));
symlinkSync('/dev/zero', path.join(folder, 'zero.obj'));
symlinkSync('loop.obj', path.join(folder, 'loop.obj'));
mkdirSync(path.join(folder, 'folder.obj'));
spawnSync('mkfifo', [path.join(folder, 'pipe.obj')]);
writeFileSync(path.join(folder, 'huge.obj'), '');
// sparse: takes no place on the disk
truncateSync(path.join(folder, 'huge.obj'), mostBytes + 1);

describe('files that a scene names', () => {
  it.each(['inner/good.obj', 'inner/../inner/good.obj', 'inner/link.obj', path.join(folder, 'inner/good.obj')])(
    'are read within its folder: %s',
    async (file) => {
      expect(await stickslip('check', sceneOf(file))).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.each([
    ['../secret.obj', 'leads out of it'],
    ['inner/../../secret.obj', 'leads out of it'],
    [path.join(home, 'secret.obj'), 'leads out of it'],
    ['out.obj', 'a link that leads out of the folder'],
    ['zero.obj', 'a link that leads out of the folder'],
    ['pipe.obj', 'a pipe'],
    ['folder.obj', 'a folder'],
    ['huge.obj', 'larger than 512 MiB'],
    ['loop.obj', 'ELOOP'],
    ['nul\0.obj', 'ERR_INVALID_ARG_VALUE'],
  ])('but %s is not opened', async (file, reason) => {
    const { code, stderr } = await stickslip('check', sceneOf(file));
    expect(code).toBe(2);
    expect(stderr).toContain('obstacles[0].shape.file: expected');
    expect(stderr).toContain(reason);
  });

  it.each(['../secret.bin', '%2e%2e/secret.bin', '../../../../../../../etc/passwd', path.join(home, 'secret.bin')])(
    'nor are buffers of glTF: %s',
    async (uri) => {
      const { code, stderr } = await stickslip('check', sceneOf(gltfOf(uri)));
      expect(code).toBe(2);
      expect(stderr).toContain('buffers[0].uri: expected a file within');
      expect(stderr).toContain('--allow-outside');
    },
  );

  it('are opened elsewhere where that is asked for, regular files only', async () => {
    for (const file of ['../secret.obj', 'out.obj']) {
      expect(await stickslip('check', sceneOf(file), '--allow-outside')).toMatchObject({ code: 0 });
      expect(await stickslip('run', sceneOf(file), '--allow-outside')).toMatchObject({ code: 0 });
    }
    const { code, stderr } = await stickslip('check', sceneOf('zero.obj'), '--allow-outside');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a device or a socket')]);
  });

  it('are within the folder of a study whose scene is written in it', async () => {
    const scene = JSON.parse(readFileSync(sceneOf('../secret.obj'), 'utf8')) as unknown;
    const parameters = { mu: { path: 'materials.m.friction', values: [0.1] } };
    const study = { version: 1, name: 's', scene, parameters, measure: { moved: 'travel(thing)' } };
    const file = path.join(folder, 'study.json');
    writeFileSync(file, JSON.stringify(study));
    const { code, stderr } = await stickslip('check', file);
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of it')]);
    expect((await stickslip('check', file, '--allow-outside')).code).toBe(0);
  });
});
