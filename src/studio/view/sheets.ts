import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshPhysicalMaterial } from 'three';
import { patchWeave, weaveOf } from './weave.js';

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

  /** @param offset first of its numbers in a frame */
  constructor(nodes: number, triangles: readonly number[], offset: number, { colour, material: fabric }: SheetLook) {
    this.offset = offset;
    this.#positions = new BufferAttribute(new Float32Array(3 * nodes), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#positions);
    geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
    const weave = weaveOf(fabric);
    const material = new MeshPhysicalMaterial({ color: colour, side: DoubleSide, ...weave.look });
    material.sheenColor.copy(colour).lerp(new Color(1, 1, 1), 0.35);
    material.onBeforeCompile = (shader) => patchWeave(shader, weave);
    this.mesh = new Mesh(geometry, material);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  update(frame: Float32Array): void {
    const x = this.#positions.array as Float32Array;
    x.set(frame.subarray(this.offset, this.offset + x.length));
    this.#positions.needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
    this.mesh.geometry.computeBoundingSphere();
    if (!this.mesh.geometry.hasAttribute('rest')) this.#keepRest();
  }

  /** The first frame is what threads and patterns are laid on. */
  #keepRest(): void {
    const { geometry } = this.mesh;
    geometry.setAttribute('rest', geometry.getAttribute('position').clone());
    geometry.setAttribute('restNormal', geometry.getAttribute('normal').clone());
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshPhysicalMaterial).dispose();
  }
}
