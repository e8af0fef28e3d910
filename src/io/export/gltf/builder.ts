import { joinBytes, littleEndian } from '../../../record/bytes.js';

type AccessorType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
type Component = 'f32' | 'u32' | 'u16';

const sizes: Record<AccessorType, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** glTF's numbers for types of numbers and for what a buffer view is used as, and bytes of a number. */
const componentTypes = { u16: 5123, u32: 5125, f32: 5126 } as const;
const componentBytes = { u16: 2, u32: 4, f32: 4 } as const;
const targets = { vertices: 34962, indices: 34963 } as const;

/** The most that the format can say of its own length. */
const mostBytes = 0xffffffff;

/** Least and greatest values of each component. */
export interface Bounds {
  readonly min: number[];
  readonly max: number[];
}

/** An array of the file: what it is, and how its bytes are made when they are written. */
export interface GltfArray {
  readonly type: AccessorType;
  readonly component?: Component;
  /** vectors in it */
  readonly count: number;
  /** where glTF demands them */
  readonly bounds?: Bounds;
  readonly target?: keyof typeof targets;
  /** its numbers, in one part or several */
  data(): Iterable<Float32Array | Uint32Array | Uint16Array>;
}

/** A file that is too large for its format. */
export class TooLargeError extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`${bytes} bytes do not fit into a file of this format`);
    this.name = 'TooLargeError';
    this.bytes = bytes;
  }
}

/** Collects the parts of a glTF 2.0 file and writes them as GLB, array by array: none but the one being written is in memory. */
export class GltfBuilder {
  readonly #arrays: { readonly own: GltfArray; readonly bytes: number; readonly pad: number }[] = [];
  #length = 0;
  readonly #views: object[] = [];
  readonly #accessors: object[] = [];
  readonly #materials: object[] = [];
  readonly #meshes: object[] = [];
  readonly #skins: object[] = [];
  readonly #nodes: object[] = [];
  readonly #samplers: object[] = [];
  readonly #channels: object[] = [];

  array(own: GltfArray): number {
    const component = own.component ?? 'f32';
    const bytes = componentBytes[component] * sizes[own.type] * own.count;
    const view = {
      buffer: 0,
      byteOffset: this.#length,
      byteLength: bytes,
      ...(own.target && { target: targets[own.target] }),
    };
    const pad = (4 - (bytes % 4)) % 4;
    this.#arrays.push({ own, bytes, pad });
    this.#length += bytes + pad;
    return push(this.#accessors, {
      bufferView: push(this.#views, view),
      componentType: componentTypes[component],
      count: own.count,
      type: own.type,
      ...own.bounds,
    });
  }

  material(material: object): number {
    return push(this.#materials, material);
  }

  mesh(mesh: object): number {
    return push(this.#meshes, mesh);
  }

  skin(skin: object): number {
    return push(this.#skins, skin);
  }

  node(node: object): number {
    return push(this.#nodes, node);
  }

  /** Moves a property of a node over time, joined linearly. */
  channel(node: number, path: 'translation' | 'rotation' | 'weights', input: number, output: number): void {
    const sampler = push(this.#samplers, { input, output, interpolation: 'LINEAR' });
    this.#channels.push({ sampler, target: { node, path } });
  }

  /** The file, piece by piece. Throws a `TooLargeError` before the first where it does not fit. */
  *write(roots: readonly number[], extras: object): Generator<Uint8Array> {
    const json = {
      asset: { version: '2.0', generator: 'stickslip', extras },
      scene: 0,
      scenes: [{ nodes: roots, extras }],
      nodes: this.#nodes,
      ...(this.#meshes.length > 0 && { meshes: this.#meshes }),
      ...(this.#materials.length > 0 && { materials: this.#materials }),
      ...(this.#skins.length > 0 && { skins: this.#skins }),
      ...(this.#channels.length > 0 && {
        animations: [{ name: 'run', samplers: this.#samplers, channels: this.#channels, extras }],
      }),
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [{ byteLength: this.#length }],
    };
    const text = new TextEncoder().encode(JSON.stringify(json));
    const spaces = new Uint8Array((4 - (text.length % 4)) % 4).fill(0x20);
    const jsonLength = text.length + spaces.length;
    const total = 12 + 8 + jsonLength + 8 + this.#length;
    if (total > mostBytes) throw new TooLargeError(total);
    yield littleEndian(Uint32Array.of(0x46546c67, 2, total, jsonLength, 0x4e4f534a));
    yield joinBytes([text, spaces]);
    yield littleEndian(Uint32Array.of(this.#length, 0x004e4942));
    for (const { own, bytes, pad } of this.#arrays) {
      let written = 0;
      for (const data of own.data()) {
        const piece = data instanceof Uint16Array ? bytesOf16(data) : littleEndian(data);
        written += piece.length;
        yield piece;
      }
      if (written !== bytes) throw new Error(`an array has ${written} bytes instead of ${bytes}`);
      if (pad > 0) yield new Uint8Array(pad);
    }
  }
}

function push(list: object[], item: object): number {
  return list.push(item) - 1;
}

function bytesOf16(data: Uint16Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * data.length));
  data.forEach((x, k) => view.setUint16(2 * k, x, true));
  return new Uint8Array(view.buffer);
}

/** Least and greatest values of vectors of a size. */
export function boundsOfArray(data: ArrayLike<number>, size: number): Bounds {
  const min = new Array<number>(size).fill(Infinity);
  const max = new Array<number>(size).fill(-Infinity);
  for (let k = 0; k < data.length; k++) {
    const i = k % size;
    if (data[k] < min[i]) min[i] = data[k];
    if (data[k] > max[i]) max[i] = data[k];
  }
  return { min, max };
}
