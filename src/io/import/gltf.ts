import { parseJson } from '../../parse-json.js';
import { Findings } from '../findings.js';
import { checkOutline } from './gltf-outline.js';
import { unreadable } from './unreadable.js';

/** The parts of glTF 2.0 that are looked at. */
export interface Gltf {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly skins?: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices?: number }[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly animations?: readonly GltfAnimation[];
}

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly weights?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly matrix?: readonly number[];
}

interface GltfMesh {
  readonly primitives: readonly GltfPrimitive[];
  /** of its morph targets */
  readonly weights?: readonly number[];
}

export interface GltfPrimitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly indices?: number;
  readonly mode?: number;
}

interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
  readonly normalized?: boolean;
  readonly sparse?: {
    readonly count: number;
    readonly indices: SparsePart & { readonly componentType: number };
    readonly values: SparsePart;
  };
}

interface SparsePart {
  readonly bufferView: number;
  readonly byteOffset?: number;
}

export interface GltfAnimation {
  readonly name?: string;
  readonly channels: readonly {
    readonly sampler: number;
    readonly target: { readonly node?: number; readonly path: string };
  }[];
  readonly samplers: readonly { readonly input: number; readonly output: number; readonly interpolation?: string }[];
}

const widths: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Numbers of an accessor without bytes of its own that are believed: a file of a few bytes must not fill the memory. */
const mostNumbers = 1e8;

type Reader = (view: DataView, at: number) => number;

/** Size, reader and largest value of each component type. */
const components: Record<number, readonly [size: number, read: Reader, most: number]> = {
  5120: [1, (view, at) => view.getInt8(at), 127],
  5121: [1, (view, at) => view.getUint8(at), 255],
  5122: [2, (view, at) => view.getInt16(at, true), 32767],
  5123: [2, (view, at) => view.getUint16(at, true), 65535],
  5125: [4, (view, at) => view.getUint32(at, true), 4294967295],
  5126: [4, (view, at) => view.getFloat32(at, true), 1],
};

/** A glTF file with its buffers. Its methods throw `InputError`s that name the place in the file. */
export class GltfFile {
  readonly json: Gltf;
  readonly findings: Findings;
  readonly #buffers: readonly Uint8Array[];

  constructor(json: Gltf, buffers: readonly Uint8Array[], findings: Findings) {
    this.json = json;
    this.#buffers = buffers;
    this.findings = findings;
  }

  /** The numbers of an accessor, one after another. */
  numbers(index: number, type: string, path: string): Float64Array {
    const accessor = this.json.accessors?.[index];
    if (!accessor) return this.findings.fail(path, 'the number of an accessor', String(index));
    const place = `accessors[${index}]`;
    if (accessor.type !== type) return this.findings.fail(`${place}.type`, type, String(accessor.type));
    const { count, componentType, normalized } = accessor;
    if (!Number.isInteger(count) || count < 0 || count > mostNumbers) {
      return this.findings.fail(`${place}.count`, `a whole number up to ${mostNumbers}`, String(count));
    }
    const width = widths[type];
    // what has no buffer view is zero but for its sparse part
    const out = accessor.bufferView === undefined ? new Float64Array(count * width) : this.#read(accessor, place);
    const { sparse } = accessor;
    if (!sparse) return out;
    const part = (own: SparsePart, kind: number, name: string, partType: string): Float64Array => {
      const described = { ...own, componentType: kind, count: sparse.count, type: partType };
      return this.#read(described, `${place}.sparse.${name}`);
    };
    const indices = part(sparse.indices, sparse.indices.componentType, 'indices', 'SCALAR');
    const values = part(sparse.values, componentType, 'values', type);
    const most = components[componentType][2];
    indices.forEach((index, k) => {
      if (!(index < count)) this.findings.fail(`${place}.sparse.indices`, `numbers below ${count}`, String(index));
      for (let i = 0; i < width; i++) {
        const value = values[k * width + i];
        out[index * width + i] = normalized ? Math.max(-1, value / most) : value;
      }
    });
    return out;
  }

  /** The numbers of a buffer view. */
  #read(accessor: GltfAccessor, place: string): Float64Array {
    const component = components[accessor.componentType];
    if (!component) return this.findings.fail(`${place}.componentType`, '5120 to 5126', `${accessor.componentType}`);
    const [size, read, most] = component;
    const width = widths[accessor.type];
    const view = this.json.bufferViews?.[accessor.bufferView!];
    const buffer = view && this.#buffers[view.buffer];
    if (!view || !buffer)
      return this.findings.fail(`${place}.bufferView`, 'a buffer view', String(accessor.bufferView));
    const stride = view.byteStride ?? size * width;
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const { count } = accessor;
    const end = start + (count - 1) * stride + size * width;
    if (!(Number.isInteger(count) && count >= 0 && start >= 0 && stride > 0 && (count === 0 || end <= buffer.length))) {
      return this.findings.fail(place, `bytes up to ${end}`, `a buffer of ${buffer.length}`);
    }
    const data = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const out = new Float64Array(count * width);
    for (let k = 0; k < out.length; k++) {
      out[k] = read(data, start + Math.floor(k / width) * stride + (k % width) * size);
      if (accessor.normalized) out[k] = Math.max(-1, out[k] / most);
    }
    return out;
  }

  /** Number of the node of a name, or of the only one that `fits` where no name is given. */
  node(name: string | undefined, fits: (node: GltfNode, k: number) => boolean, what: string): number {
    const nodes = this.json.nodes ?? [];
    const found = nodes.flatMap((node, k) => ((name === undefined ? fits(node, k) : node.name === name) ? [k] : []));
    if (found.length === 1) return found[0];
    const names = nodes.flatMap((node) => (node.name === undefined ? [] : [node.name])).slice(0, 20);
    const hint = `"node" says which; there are: ${names.join(', ') || 'none with a name'}`;
    return this.findings.fail(name ?? 'node', what, found.length === 0 ? 'none' : `${found.length} of them`, hint);
  }

  /** Numbers of a node and those above it, from the root on. */
  chain(node: number): number[] {
    const nodes = this.json.nodes ?? [];
    const above = new Map<number, number>();
    nodes.forEach(({ children }, k) => children?.forEach((child) => above.set(child, k)));
    const chain = [node];
    for (let k = above.get(node); k !== undefined; k = above.get(k)) {
      if (chain.includes(k)) this.findings.fail(`nodes[${k}]`, 'a tree of nodes', 'a circle');
      chain.unshift(k);
    }
    return chain;
  }
}

/** Opens a .glb or .gltf file; `read` fetches buffers that lie in files beside it. */
export async function openGltf(
  bytes: Uint8Array,
  name: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<GltfFile> {
  const findings = new Findings(`${name} is not a usable glTF file`);
  const [text, binary] = chunks(bytes, findings);
  let json: Gltf;
  try {
    json = parseJson(text) as Gltf;
  } catch (cause) {
    findings.addCaused('its JSON', 'JSON', cause);
    findings.settle();
    throw cause;
  }
  checkOutline(json, findings);
  const buffers: Uint8Array[] = [];
  for (const [k, { uri }] of (json.buffers ?? []).entries()) {
    if (uri === undefined) buffers.push(binary ?? new Uint8Array(0));
    else if (/^data:[^,]*;base64,/.test(uri)) buffers.push(fromBase64(uri.slice(uri.indexOf(',') + 1), k, findings));
    else {
      try {
        buffers.push(await read(decodeURIComponent(uri)));
      } catch (cause) {
        const { expected, found, hint } = unreadable(cause);
        findings.add(`buffers[${k}].uri`, expected, found, hint);
        findings.settle();
      }
    }
  }
  return new GltfFile(json, buffers, findings);
}

/** JSON and binary of a file. */
function chunks(bytes: Uint8Array, findings: Findings): [string, Uint8Array | undefined] {
  const decode = (part: Uint8Array): string => new TextDecoder().decode(part);
  if (decode(bytes.subarray(0, 4)) !== 'glTF') return [decode(bytes), undefined];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) findings.fail('its header', '20 bytes', `${bytes.length}`);
  const jsonLength = view.getUint32(12, true);
  const json = decode(bytes.subarray(20, 20 + jsonLength));
  const at = 20 + jsonLength;
  if (at + 8 > bytes.length) return [json, undefined];
  return [json, bytes.subarray(at + 8, at + 8 + view.getUint32(at, true))];
}

function fromBase64(text: string, k: number, findings: Findings): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch (cause) {
    findings.addCaused(`buffers[${k}].uri`, 'base64', cause);
    findings.settle();
    throw cause;
  }
}
