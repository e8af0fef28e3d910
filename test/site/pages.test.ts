import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../../scripts/docs/markdown.mjs';
import { type SitePage, assemblePages, deadLinks } from '../../scripts/docs/pages.mjs';
import { changeScript, moveScripts, placeholder } from '../../scripts/docs/relative.mjs';
import { nodeTerminal } from '../../src/cli/node-terminal.js';
import { commandsFor } from '../../src/cli/commands.js';
import { createProgram } from '../../src/cli/program.js';
import { readProblem } from '../../src/io/index.js';
import { inspectScene } from '../../src/scene/read-scene.js';
import { build, plainEnvironment, root } from '../package/project.js';

const work = mkdtempSync(path.join(os.tmpdir(), 'stickslip-site-'));
const { pages, dead } = assemblePages(root, work);
// inside the project, so that programs find the package by its own name
const scratch = path.join(root, 'dist/.examples');

beforeAll(() => {
  build();
  mkdirSync(scratch, { recursive: true });
}, 300_000);

afterAll(() => {
  rmSync(work, { recursive: true });
  rmSync(scratch, { recursive: true, force: true });
});

const blocks = (page: SitePage, ...languages: string[]) =>
  blocksOf(page.text).filter(({ language }) => languages.includes(language));

/** Pages whose code stands there to be read and is run elsewhere: test/package runs the guide's and every example. */
const ranElsewhere = new Set(['examples.md', 'guide.md', 'python.md']);

/** Parts of programs or scenes, not whole ones: those of scenes.md are checked by src/scene/docs.test.ts. */
const fragments = new Set(['studies.md', 'scenes.md', 'identify.md']);

/** What TypeScript finds wrong with a program for a page; three.js' set-up around it is taken for granted. */
function typeErrors(code: string, name: string): string[] {
  const file = path.join(scratch, `${name}.mts`);
  const given = ['renderer', 'view', 'scene', 'camera'].map((thing) => `declare const ${thing}: any;\n`);
  writeFileSync(file, given.join('') + code);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    noEmit: true,
    skipLibCheck: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const { program } = createProgram(nodeTerminal(), await commandsFor([]));

describe('the pages of the site', () => {
  it('have no link that leads nowhere', () => {
    expect(pages.length).toBeGreaterThan(25);
    expect(dead).toEqual([]);
  });

  it('would be caught with one', () => {
    const page = {
      name: 'x.md',
      from: 'x.md',
      text: '# One\n[a](none.md) [b](#two) [c](#one) [d](https://example.org)\n<img src="gone.webp">\n',
    };
    expect(deadLinks([page], work)).toEqual([
      'x.md: none.md leads nowhere',
      'x.md: #two: no such heading',
      'x.md: gone.webp leads nowhere',
    ]);
  });

  it('have no code of a kind that nothing runs or checks', () => {
    const own = pages.filter(({ name }) => !ranElsewhere.has(name));
    const kinds = own.flatMap((page) => blocksOf(page.text).map(({ language }) => `${language} in ${page.name}`));
    expect(kinds.filter((kind) => !/^(js|ts|json|sh|python|text|) in /.test(kind))).toEqual([]);
  });

  it('keep no script in a page, which hosts with a strict content security policy would not run', () => {
    const site = mkdtempSync(path.join(os.tmpdir(), 'stickslip-scripts-'));
    mkdirSync(path.join(site, 'sub'));
    const page = '<script>a()</script><script id="b">b()</script><script type="module" src="./c.js"></script>';
    for (const name of ['x.html', 'sub/y.html']) writeFileSync(path.join(site, name), page);
    moveScripts(site);
    const moved = readFileSync(path.join(site, 'sub/y.html'), 'utf8');
    const sources = [...moved.matchAll(/<script(?: id="b")? src="\.\.\/(assets\/inline\.\w+\.js)"><\/script>/g)];
    expect(sources.map(([, file]) => readFileSync(path.join(site, file), 'utf8'))).toEqual(['a()', 'b()']);
    expect(readFileSync(path.join(site, 'x.html'), 'utf8')).toBe(moved.replaceAll('../assets', './assets'));
    rmSync(site, { recursive: true });
  });

  it('write a path of the site into scripts that is found when the page is opened', () => {
    const code = changeScript(
      `export const a = "${placeholder}x", b = \`\${a}${placeholder}y\`, c = '<a href="${placeholder}z">';`,
    );
    const run = new Function(
      `globalThis.__stickslipSite = '/sub/'; ${code.replace('export ', '')} return [a, b, c];`,
    ) as () => string[];
    expect(run()).toEqual(['/sub/x', '/sub/x/sub/y', '<a href="/sub/z">']);
  });
});

describe('the programs on the site', () => {
  const programs = pages
    .filter(({ name }) => !ranElsewhere.has(name) && !fragments.has(name))
    .flatMap((page) => blocks(page, 'js', 'ts').map((block) => ({ page: page.name, ...block })));
  const forNode = programs.filter(({ info }) => info !== 'page');
  const forPages = programs.filter(({ info }) => info === 'page');

  it.each(forNode.map((program, k) => ({ ...program, k })))('$page: program $k runs', ({ page, code, language, k }) => {
    const text = pages.find(({ name }) => name === page)!.text;
    const scene = blocks({ name: page, from: '', text }, 'json').find((block) => block.code.includes('"bodies"'));
    if (scene) writeFileSync(path.join(scratch, 'rope.json'), scene.code);
    const settings = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const source = language === 'ts' ? ts.transpileModule(code, { compilerOptions: settings }).outputText : code;
    // what programs find in their folder: a recording of a short run
    if (code.includes('recording.ssr'))
      execFileSync(
        process.execPath,
        [
          path.join(root, 'bin/stickslip.js'),
          'run',
          'incline',
          '--time',
          '0.05',
          '--out',
          path.join(scratch, 'out'),
          '--overwrite',
        ],
        { env: plainEnvironment(), stdio: 'pipe' },
      );
    const file = path.join(scratch, `program-${k}.mjs`);
    writeFileSync(file, source);
    const printed = execFileSync(process.execPath, [file], {
      cwd: scratch,
      env: plainEnvironment(),
      encoding: 'utf8',
    });
    const all = blocksOf(text);
    const after = all[all.findIndex((block) => block.code === code) + 1];
    if (after?.language === 'text') expect(printed).toBe(after.code);
  });

  it('are several', () => {
    expect(forNode.length).toBeGreaterThan(4);
    expect(forPages.length).toBeGreaterThan(1);
  });

  // what pages do is run in test/browser; here the calls that the text shows are compared with the types of the package
  it.each(forPages.map((program, k) => ({ ...program, k })))(
    '$page: program $k for pages has right calls',
    ({ code, k }) => expect(typeErrors(code, `page-${k}`)).toEqual([]),
    60_000,
  );

  it('would be caught with a wrong one', () => {
    const wrong = "import { workerWorld } from 'stickslip/web-worker';\nawait (await workerWorld({})).addBoxes();\n";
    expect(typeErrors(wrong, 'wrong')).toHaveLength(1);
  }, 60_000);

  const data = pages
    .filter(({ name }) => !fragments.has(name))
    .flatMap((page) => blocks(page, 'json').map(({ code }) => ({ page: page.name, code })));
  it.each(data.map((block, k) => ({ ...block, k })))('$page: data $k is right', async ({ code }) => {
    const json = JSON.parse(code) as Record<string, unknown>;
    if ('bodies' in json || 'obstacles' in json) {
      const whole = { version: 1, name: 'example', duration: 1, ...json };
      expect(inspectScene(whole).problems).toEqual([]);
    } else if ('mu' in json && ('W' in json || 'H' in json)) {
      await readProblem(new TextEncoder().encode(code), 'example');
    }
  });

  const lines = pages.flatMap((page) => blocks(page, 'sh').flatMap(({ code }) => code.split('\n')));
  const commands = lines.flatMap((line) => line.split('&&')).map((line) => line.replace(/ #.*/, '').trim());
  it.each([...new Set(commands)].filter((line) => line.startsWith('npx stickslip ')))(
    '%s is a command there is',
    (line) => {
      const [, , name, ...words] = line.split(/\s+/);
      const command = program.commands.find((own) => own.name() === name);
      if (name === '--help') return;
      expect(command, name).toBeDefined();
      const options = new Set([...command!.options.map(({ long }) => long), '--help']);
      expect(words.filter((word) => word.startsWith('--') && !options.has(word.split('=')[0]))).toEqual([]);
    },
  );
});
