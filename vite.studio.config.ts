import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vite';
import { noticesPlugin } from './scripts/notices.mjs';

/**
 * Classic scripts with relative paths: module scripts and workers in files of their own are refused to pages that are
 * opened from a folder, so scripts are not modules and workers are inside them. `--mode hdf5` builds the second script,
 * the reader of HDF5 files, which is loaded only when somebody brings one.
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
const root = path.join(project, 'src/studio');

export default defineConfig(({ mode }) => ({
  root,
  base: './',
  plugins: [classicScript, noticesPlugin(mode === 'hdf5' ? 'notices-hdf5.txt' : 'notices.txt')],
  publicDir: mode === 'hdf5' ? false : 'public',
  // the HDF5 library looks for itself, then does not need to
  define: { 'import.meta.url': 'document.baseURI' },
  worker: { format: 'iife' },
  build: {
    outDir: path.join(project, 'packages/studio/dist'),
    emptyOutDir: mode !== 'hdf5',
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 6000,
    ...(mode === 'hdf5' && {
      lib: {
        entry: path.join(root, 'problem/hdf5-file.ts'),
        name: 'stickslipHdf5',
        formats: ['iife' as const],
        fileName: () => 'hdf5-file.js',
      },
    }),
    rolldownOptions: { checks: { bundlerTimings: false }, output: { format: 'iife' as const } },
  },
}));
