import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshPhysicalMaterial } from 'three';
import type { TintUniforms } from './tint.js';
import { type ClothStyle, type WeaveUniforms, patchWeave, weaveOf, weaveUniforms } from './weave.js';

/** Colour of a cloth, and the name of its material. */
interface SheetLook {
  readonly colour: Color;
  readonly material: string;
}

/** A cloth: a triangle mesh whose vertices come with every frame. */
export class Sheet {
  readonly mesh: Mesh;
  readonly offset: number;
  readonly #positions: BufferAttribute;
  readonly #values: BufferAttribute;
  readonly #look: SheetLook;
  readonly #material: MeshPhysicalMaterial;
  readonly #weave: WeaveUniforms;

  /** @param offset first of its numbers in a frame */
  constructor(nodes: number, triangles: readonly number[], offset: number, look: SheetLook, tint: TintUniforms) {
    this.offset = offset;
    this.#positions = new BufferAttribute(new Float32Array(3 * nodes), 3);
    this.#values = new BufferAttribute(new Float32Array(nodes), 1);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#positions);
    geometry.setAttribute('tint', this.#values);
    geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
    this.#look = look;
    const weave = weaveOf(look.material);
    this.#weave = weaveUniforms(weave);
    this.#material = new MeshPhysicalMaterial({ side: DoubleSide, ...weave.look });
    this.#paint(look.colour);
    this.#material.onBeforeCompile = (shader) => {
      tint.patch(shader, 'attribute float tint;', 'tint');
      patchWeave(shader, this.#weave);
    };
    this.mesh = new Mesh(geometry, this.#material);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Draws the cloth as another fabric, with another pattern or colour. */
  set style({ fabric, pattern, colour }: ClothStyle) {
    const weave = weaveOf(fabric === '' ? this.#look.material : fabric);
    this.#material.setValues(weave.look);
    const next = weaveUniforms(weave, pattern);
    this.#weave.weave.value = next.weave.value;
    this.#weave.twill.value = next.twill.value;
    this.#weave.crossed.value = next.crossed.value;
    this.#paint(colour === '' ? this.#look.colour : new Color(colour));
  }

  #paint(colour: Color): void {
    this.#material.color.copy(colour);
    this.#material.sheenColor.copy(colour).lerp(new Color(1, 1, 1), 0.35);
  }

  update(frame: Float32Array): void {
    const x = this.#positions.array as Float32Array;
    x.set(frame.subarray(this.offset, this.offset + x.length));
    this.#positions.needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
    this.mesh.geometry.computeBoundingSphere();
    if (!this.mesh.geometry.hasAttribute('rest')) this.#keepRest();
  }

  /** Takes values of vertices to colour by, in the first of the three places of each in a frame. */
  takeValues(values: Float32Array): void {
    for (let k = 0; k < this.#values.count; k++) this.#values.array[k] = values[this.offset + 3 * k];
    this.#values.needsUpdate = true;
  }

  /** The first frame is what threads and patterns are laid on. */
  #keepRest(): void {
    const { geometry } = this.mesh;
    geometry.setAttribute('rest', geometry.getAttribute('position').clone());
    geometry.setAttribute('restNormal', geometry.getAttribute('normal').clone());
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.#material.dispose();
  }
}
