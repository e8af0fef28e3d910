import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, emptyFolder, pack, projectWith, run } from './project.js';

/** The lowest TypeScript that README and docs/versions.md state: zod's types need NoInfer, which came with it. */
const lowest = '5.4';

let folder = '';
const packed = emptyFolder('pack');

beforeAll(() => {
  build();
  folder = projectWith(pack(packed), 'lowest-types');
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--no-save', `typescript@${lowest}`);
}, 600_000);

afterAll(() => {
  for (const own of [folder, packed]) rmSync(own, { recursive: true, force: true });
}, 60_000);

describe('types for the lowest TypeScript', () => {
  it('compile in a strict project that checks libraries too', () => {
    writeFileSync(
      path.join(folder, 'main.ts'),
      `import { World, solve, type ContactProblem, type SceneInput, type SolveResult } from 'stickslip';
       import * as friction from 'stickslip/friction';
       import * as io from 'stickslip/io';
       import * as study from 'stickslip/study';
       import * as worker from 'stickslip/web-worker';
       import { Recording, Runner, memorySource } from 'stickslip/record';
       import { buildWorld, readScene, type SceneRod } from 'stickslip/scene';
       const rod: SceneRod = { type: 'rod', model: 'der', length: 1, radius: 0.01, elements: 8, material: 'rope' };
       const scene: SceneInput = { version: 1, name: 'rod', duration: 1, bodies: [rod] };
       export const built: unknown[] = [buildWorld(readScene(scene)), new Runner(scene), World, friction, io, study, worker];
       export const open = (bytes: Uint8Array): Recording => new Recording(memorySource(bytes));
       export const result = (problem: ContactProblem): SolveResult => solve(problem);
       // @ts-expect-error a model has a name
       export const wrong: SceneRod = { ...rod, model: 7 };
      `,
    );
    const tsc = 'node_modules/typescript/bin/tsc';
    expect(run(folder, process.execPath, tsc, '--version')).toContain(` ${lowest}.`);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    run(folder, process.execPath, tsc, ...options, 'main.ts');
  });
});
