import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const built = existsSync(new URL('../../dist/scene/index.js', import.meta.url));
const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
// code is compiled while it runs, however busy the machine is, and the young generation holds what is allocated meanwhile
const flags = ['--no-concurrent-recompilation', '--min-semi-space-size=128', '--max-semi-space-size=128'];

interface Allocation {
  readonly bodies: number;
  readonly contacts: number;
  readonly heap: number;
  readonly buffers: number;
}

function allocated(scene: object, before: number, steps: number): Allocation {
  const args = [...flags, script, JSON.stringify(scene), String(before), String(steps)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Allocation;
}

const stone = { version: 1, step: { length: 0.01 }, materials: { stone: { preset: 'stone', friction: 0.7 } } };
const ground = { name: 'ground', shape: { type: 'plane' }, material: 'stone' };

describe.skipIf(!built)('a settled step allocates', () => {
  it('a wall at rest: less than 64 bytes a body and 64 KiB', { timeout: 300_000 }, () => {
    const wall = { type: 'wall', name: 'brick', courses: 8, bricks: 6, brick: [0.25, 0.12, 0.08], material: 'stone' };
    const scene = { ...stone, name: 'wall', duration: 9, obstacles: [ground], bodies: [{ ...wall, gap: 0.001 }] };
    const { bodies, contacts, heap, buffers } = allocated(scene, 400, 40);
    expect(bodies).toBe(52);
    expect(contacts).toBe(536);
    expect(heap + buffers).toBeLessThan(64 * bodies + 64 * 1024);
  });
});
