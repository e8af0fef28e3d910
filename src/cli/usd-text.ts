import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { InputError } from '../errors.js';

/** What TinyUSDZ offers, as far as it is used here and in tests. */
export interface TinyUsdLoader {
  loadAsLayerFromBinary(bytes: Uint8Array, name: string): boolean;
  layerToString(): string;
  error(): string;
  delete?(): void;
}

export interface TinyUsd {
  readonly TinyUSDZLoaderNative: new () => TinyUsdLoader;
}

let loaded: Promise<TinyUsd> | undefined;

/**
 * Text (.usda) of a USD file of any form, by TinyUSDZ, which is installed where USD is used (`npm install tinyusdz`). Throws an
 * `InputError`.
 */
export async function usdText(bytes: Uint8Array, name: string): Promise<string> {
  loaded ??= startTinyUsd();
  const module = await loaded;
  const loader = new module.TinyUSDZLoaderNative();
  try {
    if (loader.loadAsLayerFromBinary(bytes, name)) return loader.layerToString();
    throw problem('a USD file', reason(loader.error()));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    // what is wrong beyond the reader's own checks stops it for good
    loaded = undefined;
    throw problem('a USD file', 'one that TinyUSDZ cannot read');
  } finally {
    if (loaded) loader.delete?.();
  }
}

function problem(expected: string, found: string, hint?: string): InputError {
  return new InputError('wrong USD file', [{ path: '', expected, found, ...(hint && { hint }) }]);
}

const reason = (text: string): string => text.trim().split('\n', 1)[0].slice(0, 200) || 'something else';

/** The package is built for browsers only: while it starts it is shown what it takes for one. */
export async function startTinyUsd(): Promise<TinyUsd> {
  const require = createRequire(import.meta.url);
  let wasmBinary: Buffer;
  try {
    wasmBinary = readFileSync(require.resolve('tinyusdz/tinyusdz.wasm'));
  } catch {
    const hint = 'npm install tinyusdz (in the folder where stickslip is installed)';
    throw problem('the package tinyusdz, which reads USD files', 'a place without it', hint);
  }
  const host = process as { type?: string };
  const world = globalThis as { window?: unknown };
  host.type = 'renderer';
  world.window = globalThis;
  try {
    // a name that is not known when this is compiled: the package need not be there
    const name = 'tinyusdz';
    const { default: create } = (await import(name)) as { default: (options: object) => Promise<TinyUsd> };
    const silent = (): void => undefined;
    return await create({ wasmBinary, print: silent, printErr: silent });
  } finally {
    delete host.type;
    delete world.window;
  }
}
