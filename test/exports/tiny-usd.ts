import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A node of the scene that TinyUSDZ builds. */
export interface UsdNode {
  readonly primName: string;
  /** row-major, translation in the last row */
  readonly localMatrix: readonly number[];
  readonly children: readonly UsdNode[];
}

/** What TinyUSDZ makes of a file. */
export interface UsdFile {
  /** the layer as its own writer puts it, time samples included */
  readonly layer: string;
  readonly meshes: readonly { readonly points: Float32Array; readonly faceVertexIndices: Uint32Array }[];
  readonly root: UsdNode;
}

interface Loader {
  loadAsLayerFromBinary(bytes: Uint8Array, name: string): boolean;
  loadFromBinary(bytes: Uint8Array, name: string): boolean;
  layerToString(): string;
  numMeshes(): number;
  getMesh(k: number): UsdFile['meshes'][number];
  getDefaultRootNode(): UsdNode;
  error(): string;
}

/** Reads a USD file with TinyUSDZ, a reader in C++ that knows nothing of ours. */
export async function loadTinyUsd(bytes: Uint8Array): Promise<UsdFile> {
  const { TinyUSDZLoaderNative } = await instantiate();
  const asLayer = new TinyUSDZLoaderNative();
  if (!asLayer.loadAsLayerFromBinary(bytes, 'file.usda')) throw new Error(asLayer.error());
  const asScene = new TinyUSDZLoaderNative();
  if (!asScene.loadFromBinary(bytes, 'file.usda')) throw new Error(asScene.error());
  const meshes = Array.from({ length: asScene.numMeshes() }, (_, k) => asScene.getMesh(k));
  return { layer: asLayer.layerToString(), meshes, root: asScene.getDefaultRootNode() };
}

/** The package is built for browsers only: it is shown what it takes for one. */
async function instantiate(): Promise<{ TinyUSDZLoaderNative: new () => Loader }> {
  const host = process as { type?: string };
  const world = globalThis as { window?: unknown };
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.wasm'));
  host.type = 'renderer';
  world.window = globalThis;
  try {
    const { default: create } = (await import('tinyusdz')) as {
      default: (options: object) => Promise<{ TinyUSDZLoaderNative: new () => Loader }>;
    };
    return await create({ wasmBinary });
  } finally {
    delete host.type;
    delete world.window;
  }
}
