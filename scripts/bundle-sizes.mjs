/**
 * `node scripts/bundle-sizes.mjs`: what a page pays for the library, bundled and minified from dist/ by Vite as a user's
 * project would be. The budgets are checked by test/package/sizes.test.ts. Needs a build.
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Entries that users write, and the most that each may weigh, minified and gzipped (bytes), and the packages that may come along. A budget is what was
 * measured when it was set and a tenth more: room for growth, none for a dependency that slips in.
 */
export const bundles = [
  { name: 'solve', code: `export { solve } from 'stickslip';`, budget: { min: 240_000, gz: 88_000 }, packages: [] },
  {
    name: 'World',
    code: `export { World, buildWorld, readScene } from 'stickslip';`,
    budget: { min: 987_000, gz: 349_000 },
    packages: ['zod'],
  },
  {
    name: 'World + three',
    code: `export { World } from 'stickslip';
      export { dragControls, worldView } from 'stickslip/three';
      export { AmbientLight, DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';`,
    budget: { min: 1_505_000, gz: 463_000 },
    packages: ['three', 'zod'],
  },
  {
    name: 'a world in a worker',
    code: `export { workerWorld } from 'stickslip/web-worker';`,
    budget: { min: 12_000, gz: 4_300 },
    packages: [],
  },
];

/** Every name that a package exports leads to a file of this project's build. */
function ownPackage(exported) {
  const entries = Object.entries(exported).filter(([, target]) => typeof target === 'object');
  return new Map(entries.map(([name, target]) => [`stickslip${name.slice(1)}`, path.join(root, target.default)]));
}

/** Bytes of one entry, minified, and after gzip; with the packages that ended up in it. */
export async function bundleSize(code, exported) {
  const names = ownPackage(exported);
  const entry = '\0entry.js';
  const plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'entry.js' ? entry : (names.get(id) ?? null)),
    load: (id) => (id === entry ? code : null),
  };
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: 'entry.js', preserveEntrySignatures: 'strict', checks: { bundlerTimings: false } },
    },
  });
  const chunks = [output].flat().flatMap(({ output: files }) => files.filter((file) => file.type === 'chunk'));
  // what is loaded at once; parts that are imported on demand are not paid by a page that does not ask for them
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set();
  const visit = (chunk) => {
    if (chunk === undefined || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  chunks.filter((chunk) => chunk.isEntry).forEach(visit);
  const packages = new Set();
  let [min, gz] = [0, 0];
  for (const chunk of seen) {
    min += Buffer.byteLength(chunk.code);
    gz += gzipSync(chunk.code, { level: 9 }).length;
    for (const id of chunk.moduleIds) {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.split(path.sep).join('/'));
      if (found) packages.add(found[1]);
    }
  }
  return { min, gz, packages: [...packages].sort() };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
  for (const { name, code, budget } of bundles) {
    const { min, gz, packages } = await bundleSize(code, manifest.exports);
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
    process.stdout.write(
      `${name.padEnd(20)} ${kB(min).padStart(10)} min  ${kB(gz).padStart(10)} gz  budget ${kB(budget.min)}, ${kB(budget.gz)}  with ${packages.join(', ') || 'no package'}\n`,
    );
  }
}
