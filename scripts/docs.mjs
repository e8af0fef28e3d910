/**
 * `npm run docs`: the site, into site/dist (or --out FOLDER): static files for any host and any path on it. Pages are put
 * together in site/.work, the API reference is made by TypeDoc, VitePress builds. Exit code 1 where a link leads nowhere.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { build } from 'vitepress';
import { siteConfig } from '../site/config.mjs';
import { brokenTargets } from './docs/built.mjs';
import { anchorsOf } from './docs/markdown.mjs';
import { assemblePages } from './docs/pages.mjs';
import { makeRelative, moveScripts, placeholder } from './docs/relative.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const work = path.join(root, 'site/.work');
const asked = process.argv.indexOf('--out');
const out = asked > 0 ? path.resolve(process.argv[asked + 1]) : path.join(root, 'site/dist');

/** A page for each entry of the package. */
async function makeReference() {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap((target) =>
    typeof target === 'object' && !target.default.includes('/browser/')
      ? [target.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')]
      : [],
  );
  const application = await Application.bootstrapWithPlugins({
    name: 'stickslip',
    entryPoints: entries.map((entry) => path.join(root, entry)),
    tsconfig: path.join(root, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    docsRoot: work,
    out: path.join(work, 'api'),
    readme: 'none',
    outputFileStrategy: 'modules',
    hideBreadcrumbs: true,
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    logLevel: 'Error',
    sanitizeComments: true,
    useCodeBlocks: true,
  });
  const project = await application.convert();
  if (!project) throw new Error('docs: TypeDoc could not read the sources');
  await application.generateOutputs(project);
  mendAnchors(path.join(work, 'api'));
  const sidebar = JSON.parse(readFileSync(path.join(work, 'api/typedoc-sidebar.json'), 'utf8'));
  // links of a sidebar begin at the site
  return JSON.parse(JSON.stringify(sidebar).replaceAll(/"link":"[^"]*?\/api\//g, '"link":"/api/'));
}

/** TypeDoc numbers names that it has seen before, VitePress headings that it has seen: where they differ, the heading counts. */
function mendAnchors(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  const anchors = new Map([...texts].map(([file, text]) => [file, anchorsOf(text)]));
  for (const [file, text] of texts) {
    const mended = text.replace(/\]\(([\w.-]*)#([\w-]+?)-(\d+)\)/g, (whole, target, name, number) => {
      const own = anchors.get(target === '' ? file : target);
      return own && !own.has(`${name}-${number}`) && own.has(name) ? `](${target}#${name})` : whole;
    });
    writeFileSync(path.join(folder, file), mended);
  }
}

// links to programs are links to files, not to pages without their ending
process.env.VITE_EXTRA_EXTENSIONS = 'py';
rmSync(work, { recursive: true, force: true });
mkdirSync(path.join(work, '.vitepress'), { recursive: true });
const { pages, dead } = assemblePages(root, work);
const apiSidebar = await makeReference();
const settings = siteConfig({ base: placeholder, apiSidebar, work });
writeFileSync(
  path.join(work, '.vitepress/config.mjs'),
  `export default ${JSON.stringify({ ...settings, srcDir: '.' })}\n`,
);
mkdirSync(path.join(work, '.vitepress/theme'));
writeFileSync(path.join(work, '.vitepress/theme/index.js'), `export { default } from '../../../theme/index.js';\n`);
await build(work, { outDir: path.join(work, 'built') });
makeRelative(path.join(work, 'built'));
moveScripts(path.join(work, 'built'));
rmSync(out, { recursive: true, force: true });
cpSync(path.join(work, 'built'), out, { recursive: true });
const broken = [...dead, ...brokenTargets(out)];
for (const line of broken) process.stderr.write(`docs: ${line}\n`);
process.stdout.write(
  `docs: ${pages.length} pages and the API reference in ${path.relative(process.cwd(), out) || '.'}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
