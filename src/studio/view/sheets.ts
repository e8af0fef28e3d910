import { BufferAttribute, BufferGeometry, type Color, DoubleSide, Mesh, MeshPhysicalMaterial } from 'three';

/** A cloth: a triangle mesh whose vertices come with every frame. */
export class Sheet {
  readonly mesh: Mesh;
  readonly offset: number;
  readonly #positions: BufferAttribute;

  /** @param offset first of its numbers in a frame */
  constructor(nodes: number, triangles: readonly number[], offset: number, { colour }: { readonly colour: Color; readonly material: string }) {
    this.offset = offset;
    this.#positions = new BufferAttribute(new Float32Array(3 * nodes), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#positions);
    geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
    const material = new MeshPhysicalMaterial({
      color: colour,
      roughness: 0.85,
      sheen: 0.6,
      sheenRoughness: 0.5,
      side: DoubleSide,
    });
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
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshPhysicalMaterial).dispose();
  }
}
