import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vite';

/**
 * One classic script with relative paths: module scripts and workers in files of their own are refused to pages that are
 * opened from a folder, so the script is not a module and the worker is inside it.
 */
const classicScript: Plugin = {
  name: 'classic-script',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<script type="module"( crossorigin)?/g, '<script defer').replace(/ crossorigin/g, ''),
  },
};

const project = path.dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: path.join(project, 'src/studio'),
  base: './',
  plugins: [classicScript],
  worker: { format: 'iife' },
  build: {
    outDir: path.join(project, 'dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 6000,
    rolldownOptions: { output: { format: 'iife' } },
  },
});
