import { joinBytes, littleEndian } from '../../record/bytes.js';

type Numbers = Float32Array | Uint32Array | Uint16Array;
type AccessorType = 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4';

const sizes: Record<AccessorType, number> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

/** glTF's numbers for types of numbers and for what a buffer view is used as. */
const componentTypes = { u16: 5123, u32: 5125, f32: 5126 } as const;
const targets = { vertices: 34962, indices: 34963 } as const;

/** Collects the parts of a glTF 2.0 file and writes them as GLB. */
export class GltfBuilder {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  readonly #views: object[] = [];
  readonly #accessors: object[] = [];
  readonly #materials: object[] = [];
  readonly #meshes: object[] = [];
  readonly #skins: object[] = [];
  readonly #nodes: object[] = [];
  readonly #samplers: object[] = [];
  readonly #channels: object[] = [];

  /** Adds numbers; `bounds` where glTF demands least and greatest values. */
  accessor(
    data: Numbers,
    type: AccessorType,
    options: { readonly bounds?: boolean; readonly target?: keyof typeof targets } = {},
  ): number {
    const bytes = data instanceof Uint16Array ? bytesOf16(data) : littleEndian(data);
    const view = {
      buffer: 0,
      byteOffset: this.#length,
      byteLength: bytes.length,
      ...(options.target && { target: targets[options.target] }),
    };
    const pad = (4 - (bytes.length % 4)) % 4;
    this.#parts.push(bytes.slice(), new Uint8Array(pad));
    this.#length += bytes.length + pad;
    const kind = data instanceof Float32Array ? 'f32' : data instanceof Uint32Array ? 'u32' : 'u16';
    return push(this.#accessors, {
      bufferView: push(this.#views, view),
      componentType: componentTypes[kind],
      count: data.length / sizes[type],
      type,
      ...(options.bounds && boundsOf(data, sizes[type])),
    });
  }

  material(colour: readonly number[]): number {
    return push(this.#materials, {
      pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: 0.7 },
      doubleSided: true,
    });
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

  /**
   * The file, with nodes under a root that turns z up into glTF's y up. Nodes with skins stand outside: they follow
   * their joints.
   */
  finish(children: readonly number[], skinned: readonly number[]): Uint8Array {
    const root = push(this.#nodes, { name: 'z up', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children });
    const json = {
      asset: { version: '2.0', generator: 'stickslip' },
      scene: 0,
      scenes: [{ nodes: [root, ...skinned] }],
      nodes: this.#nodes,
      meshes: this.#meshes,
      materials: this.#materials,
      ...(this.#skins.length > 0 && { skins: this.#skins }),
      ...(this.#channels.length > 0 && {
        animations: [{ name: 'run', samplers: this.#samplers, channels: this.#channels }],
      }),
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [{ byteLength: this.#length }],
    };
    const text = new TextEncoder().encode(JSON.stringify(json));
    const spaces = new Uint8Array((4 - (text.length % 4)) % 4).fill(0x20);
    const binary = joinBytes(this.#parts);
    const jsonLength = text.length + spaces.length;
    return joinBytes([
      littleEndian(Uint32Array.of(0x46546c67, 2, 12 + 8 + jsonLength + 8 + binary.length)),
      littleEndian(Uint32Array.of(jsonLength, 0x4e4f534a)),
      text,
      spaces,
      littleEndian(Uint32Array.of(binary.length, 0x004e4942)),
      binary,
    ]);
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

function boundsOf(data: Numbers, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Infinity);
  const max = new Array<number>(size).fill(-Infinity);
  for (let k = 0; k < data.length; k++) {
    min[k % size] = Math.min(min[k % size], data[k]);
    max[k % size] = Math.max(max[k % size], data[k]);
  }
  return { min, max };
}
