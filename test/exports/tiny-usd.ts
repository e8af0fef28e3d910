import { type TinyUsdLoader, startTinyUsd } from '../../src/cli/usd-text.js';

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

interface Loader extends TinyUsdLoader {
  loadFromBinary(bytes: Uint8Array, name: string): boolean;
  numMeshes(): number;
  getMesh(k: number): UsdFile['meshes'][number];
  getDefaultRootNode(): UsdNode;
}

/** Reads a USD file with TinyUSDZ, a reader in C++ that knows nothing of ours. */
export async function loadTinyUsd(bytes: Uint8Array): Promise<UsdFile> {
  const { TinyUSDZLoaderNative } = (await startTinyUsd()) as { TinyUSDZLoaderNative: new () => Loader };
  const asLayer = new TinyUSDZLoaderNative();
  if (!asLayer.loadAsLayerFromBinary(bytes, 'file.usda')) throw new Error(asLayer.error());
  const asScene = new TinyUSDZLoaderNative();
  if (!asScene.loadFromBinary(bytes, 'file.usda')) throw new Error(asScene.error());
  const meshes = Array.from({ length: asScene.numMeshes() }, (_, k) => asScene.getMesh(k));
  return { layer: asLayer.layerToString(), meshes, root: asScene.getDefaultRootNode() };
}
