import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** The rules (without the plugin's name) that the project's own configuration reports for a text at a path. */
async function reported(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  expect(result.messages.filter((message) => message.fatal)).toEqual([]);
  return result.messages.map((message) => (message.ruleId ?? 'none').replace('stickslip/', ''));
}

const importing = (source: string): string => `import { x } from '${source}';\nexport const y = x;\n`;

describe('rooms', () => {
  it.each([
    ['src/dynamics/contacts/a.ts', '../step/b.js'],
    ['src/dynamics/groups/a.ts', '../repair/b.js'],
    ['src/dynamics/step/a.ts', '../world.js'],
    ['src/dynamics/newcomer/a.ts', '../members/b.js'],
    ['src/dynamics/step/a.ts', '../newcomer/b.js'],
  ])('%s must not import %s', async (file, source) => {
    expect(await reported(file, importing(source))).toEqual(['rooms']);
    expect(await reported(file, `export * from '${source}';\n`)).toEqual(['rooms']);
  });

  it.each([
    ['src/dynamics/step/a.ts', '../contacts/b.js'],
    ['src/dynamics/contacts/a.ts', './b.js'],
    ['src/dynamics/contacts/a.test.ts', '../world.js'],
    ['src/dynamics/world.ts', './step/b.js'],
    ['src/validation/a.ts', '../dynamics/world.js'],
  ])('%s may import %s', async (file, source) => {
    expect(await reported(file, importing(source))).toEqual([]);
  });
});

describe('layers', () => {
  it.each([
    ['src/math/a.ts', '../linalg/b.js'],
    ['src/friction/a.ts', '../dynamics/b.js'],
    ['src/bodies/a.ts', '../collision/b.js'],
    ['src/collision/a.ts', '../bodies/rod/b.js'],
    ['src/friction/solvers/a.ts', '../../scene/b.js'],
    ['src/record/a.ts', '../io/b.js'],
    ['src/friction/a.ts', '../index.js'],
    ['src/index.ts', './cli/main.js'],
    ['src/errors.ts', './math/functions.js'],
    ['src/friction/a.ts', '../../bench/b.js'],
    ['src/newcomer/a.ts', '../math/b.js'],
    ['src/friction/a.ts', 'node:fs'],
    ['src/io/a.ts', 'fs/promises'],
    ['src/friction/a.ts', 'h5wasm'],
    ['src/record/a.ts', 'h5wasm/node'],
    ['src/io/a.ts', 'three'],
    ['src/scene/a.ts', 'left-pad'],
  ])('%s must not import %s', async (file, source) => {
    expect(await reported(file, importing(source))).toEqual(['layers']);
    expect(await reported(file, `export * from '${source}';\n`)).toEqual(['layers']);
    expect(await reported(file, `export const x = await import('${source}');\n`)).toEqual(['layers']);
  });

  it.each([
    ['src/linalg/a.ts', '../math/b.js'],
    ['src/math/a.ts', './b.js'],
    ['src/dynamics/a.ts', '../collision/b.js'],
    ['src/cli/a.ts', '../index.js'],
    ['src/cli/a.ts', 'node:fs'],
    ['src/io/a.ts', 'h5wasm'],
    ['src/studio/a.ts', 'three/examples/jsm/controls/OrbitControls.js'],
    ['src/index.ts', './io/index.js'],
    ['src/math/a.ts', '../errors.js'],
    ['src/index.ts', './errors.js'],
    ['src/math/a.test.ts', '../io/index.js'],
    ['bench/a.ts', 'node:fs'],
  ])('%s may import %s', async (file, source) => {
    expect(await reported(file, importing(source))).toEqual([]);
  });
});

describe('deterministic maths', () => {
  const forbidden = [
    'export const x = Math.sin(1);',
    'export const x = Math.hypot(1, 2);',
    'export const x = Math.random();',
    "export const x = Math['sqrt'](2);",
    'export const { sin } = Math;',
    'export const f = [1, 2].map((x) => x ** 2);',
    'export let x = 2;\nx **= 2;',
    'export const x = Date.now();',
    'export const x = new Date();',
    'export const x = performance.now();',
    'export const x = globalThis.performance;',
  ];
  it.each(forbidden)('forbids %s', async (code) => {
    for (const layer of ['math', 'linalg', 'friction', 'bodies', 'collision', 'dynamics', 'scene', 'record']) {
      expect(await reported(`src/${layer}/a.ts`, code)).toContain('deterministic');
    }
  });

  it.each(forbidden)('leaves tests, cli and studio alone: %s', async (code) => {
    for (const file of ['src/math/a.test.ts', 'src/cli/a.ts', 'src/studio/a.ts', 'test/a.test.ts']) {
      expect(await reported(file, code)).not.toContain('deterministic');
    }
  });

  it('allows what is exact, and names that only look alike', async () => {
    const code = `
      import { sin } from './functions.js';
      export const a = Math.sqrt(2) + Math.max(1, 2) + Math.PI + sin(1);
      export const b = { performance: 1, Date: 2 };
      export const c = b.performance + b.Date;
      export function f(performance: number): number {
        return performance;
      }
      export type When = Date;
    `;
    expect(await reported('src/math/a.ts', code)).toEqual([]);
  });

  it('lets one file measure time', async () => {
    const code = 'export const now = (): number => performance.now();';
    expect(await reported('src/friction/clock.ts', code)).toEqual([]);
    expect(await reported('src/friction/other.ts', code)).toEqual(['deterministic']);
  });
});

describe('platform', () => {
  it.each(['document.title', 'window.innerWidth', 'process.argv', 'fetch("x")', 'console.log(1)'])(
    'the library must not use %s',
    async (expression) => {
      const code = `export const x = () => ${expression};`;
      expect(await reported('src/io/a.ts', code)).toEqual(['no-restricted-globals']);
      expect(await reported('src/cli/a.ts', code)).toEqual([]);
    },
  );
});
