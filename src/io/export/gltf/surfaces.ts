import type { LinearColour, Look } from '../../../record/looks.js';
import { type Triangles, vertexNormals } from '../mesh/triangles.js';
import { type GltfArray, type GltfBuilder, boundsOfArray } from './builder.js';

/** Materials of a file, one for each look. */
export class GltfMaterials {
  readonly #gltf: GltfBuilder;
  readonly #known = new Map<string, number>();

  constructor(gltf: GltfBuilder) {
    this.#gltf = gltf;
  }

  /** @param twoSided whether it is seen from behind, too */
  of({ colour, roughness, opacity }: Look, twoSided: boolean): number {
    const key = JSON.stringify([colour, roughness, opacity, twoSided]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#gltf.material({
      name: `look-${this.#known.size}`,
      pbrMetallicRoughness: { baseColorFactor: [...colour, opacity], metallicFactor: 0, roughnessFactor: roughness },
      ...(opacity < 1 && { alphaMode: 'BLEND' }),
      ...(twoSided && { doubleSided: true }),
    });
    this.#known.set(key, made);
    return made;
  }

  /** The material of many things that have their colours at their vertices. */
  ofAll(looks: readonly Look[], twoSided: boolean): { readonly material: number; readonly perVertex: boolean } {
    const perVertex = looks.some(({ colour }) => colour.some((x, i) => x !== looks[0].colour[i]));
    const colour: LinearColour = perVertex ? [1, 1, 1] : looks[0].colour;
    return { material: this.of({ ...looks[0], colour }, twoSided), perVertex };
  }
}

/** An array of vertices that is known now. */
export function vertexArray(
  type: 'VEC2' | 'VEC3' | 'VEC4',
  data: Float32Array | Uint16Array,
  bounds = false,
): GltfArray {
  const size = { VEC2: 2, VEC3: 3, VEC4: 4 }[type];
  return {
    type,
    ...(data instanceof Uint16Array && { component: 'u16' as const }),
    count: data.length / size,
    target: 'vertices',
    ...(bounds && { bounds: boundsOfArray(data, size) }),
    data: () => [data],
  };
}

/** What a mesh is drawn from: places, normals, texture coordinates, triangles. */
export function primitive(
  gltf: GltfBuilder,
  mesh: Triangles,
  material: number,
  more: Record<string, number> = {},
): object {
  const { uv, triangles } = mesh;
  return {
    attributes: {
      POSITION: gltf.array(vertexArray('VEC3', Float32Array.from(mesh.vertices), true)),
      NORMAL: gltf.array(vertexArray('VEC3', Float32Array.from(vertexNormals(mesh)))),
      // glTF counts v from above
      ...(uv && {
        TEXCOORD_0: gltf.array(
          vertexArray(
            'VEC2',
            Float32Array.from(uv, (x, k) => (k % 2 === 0 ? x : 1 - x)),
          ),
        ),
      }),
      ...more,
    },
    indices: gltf.array({
      type: 'SCALAR',
      component: 'u32',
      count: triangles.length,
      target: 'indices',
      data: () => [triangles],
    }),
    material,
  };
}

/** Colours of vertices, so many of each look. */
export function vertexColours(looks: readonly Look[], counts: readonly number[]): Float32Array {
  const out = new Float32Array(3 * counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  looks.forEach(({ colour }, k) => {
    for (let v = 0; v < counts[k]; v++, at += 3) out.set(colour, at);
  });
  return out;
}
