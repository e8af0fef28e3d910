import {
  Box3,
  type BufferGeometry,
  CanvasTexture,
  Color,
  EdgesGeometry,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { SolidPart, SolidShape } from '../../record/geometry.js';
import type { GrownOn } from './scalp.js';
import { hasEdges, solidGeometry } from './shapes.js';
import type { TintUniforms } from './tint.js';

/** A body or an obstacle made of solids. */
export interface DrawnSolid {
  /** number that picking answers with */
  readonly id: number;
  readonly parts: readonly SolidPart[];
  readonly colour: Color;
  readonly roughness: number;
  /** shade of the stripes that show how round things turn, 1: none */
  readonly stripes: number;
  /** below 1 one sees and reaches through it */
  readonly opacity: number;
}

interface Batch {
  readonly mesh: InstancedMesh;
  readonly edges: LineSegments[];
  /** solid of each instance, and the place of its part in the solid's frame */
  readonly solids: number[];
  readonly local: Matrix4[];
  /** velocity, angular velocity and place of the solid of each instance, where they are shown as colours */
  readonly motion: readonly InstancedBufferAttribute[];
}

const matrix = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const unit = new Vector3(1, 1, 1);

/** Solids, those of one shape drawn together. */
export class Solids {
  readonly group = new Group();
  readonly solids: readonly DrawnSolid[];
  readonly #batches: Batch[] = [];
  readonly #tint: TintUniforms | undefined;
  readonly #poses: Matrix4[];

  /** @param tint of those whose motion may be shown as colours */
  constructor(solids: readonly DrawnSolid[], tint?: TintUniforms) {
    this.solids = solids;
    this.#tint = tint;
    this.#poses = solids.map(() => new Matrix4());
    const byShape = new Map<string, { shape: SolidShape; uses: { solid: number; part: SolidPart }[] }>();
    solids.forEach((solid, k) => {
      for (const part of solid.parts) {
        const key = `${JSON.stringify(part.shape)}${solid.roughness} ${solid.opacity}`;
        const entry = byShape.get(key) ?? { shape: part.shape, uses: [] };
        entry.uses.push({ solid: k, part });
        byShape.set(key, entry);
      }
    });
    for (const { shape, uses } of byShape.values()) {
      const geometry = solidGeometry(shape);
      if (geometry) this.#addBatch(shape, geometry, uses);
    }
  }

  /** Places solid k: position and quaternion (w, x, y, z) at `at`. */
  place(k: number, pose: ArrayLike<number>, at: number): void {
    position.set(pose[at], pose[at + 1], pose[at + 2]);
    rotation.set(pose[at + 4], pose[at + 5], pose[at + 6], pose[at + 3]);
    this.#poses[k].compose(position, rotation, unit);
  }

  /** Takes over the places. */
  update(): void {
    for (const { mesh, edges, solids, local } of this.#batches) {
      solids.forEach((solid, i) => {
        matrix.multiplyMatrices(this.#poses[solid], local[i]);
        mesh.setMatrixAt(i, matrix);
        edges[i]?.matrix.copy(matrix);
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.computeBoundingSphere();
    }
  }

  /** Takes velocities of poses to colour by, `offsetOf` a solid's number in them. */
  takeValues(values: Float32Array, offsetOf: (id: number) => number): void {
    for (const { solids, motion } of this.#batches) {
      solids.forEach((solid, i) => {
        const at = offsetOf(this.solids[solid].id);
        const [velocity, spin, middle] = motion;
        velocity.setXYZ(i, values[at], values[at + 1], values[at + 2]);
        spin.setXYZ(i, values[at + 3], values[at + 4], values[at + 5]);
        const { x, y, z } = position.setFromMatrixPosition(this.#poses[solid]);
        middle.setXYZ(i, x, y, z);
      });
      for (const attribute of motion) attribute.needsUpdate = true;
    }
  }

  /** Box around all of them. */
  measure(): Box3 {
    const box = new Box3();
    for (const { mesh } of this.#batches) {
      mesh.computeBoundingBox();
      box.union(mesh.boundingBox!);
    }
    return box;
  }

  /** Box around solid k. */
  boxOf(k: number): Box3 {
    const box = new Box3();
    for (const { mesh, solids, local } of this.#batches) {
      if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
      solids.forEach((solid, i) => {
        if (solid !== k) return;
        matrix.multiplyMatrices(this.#poses[k], local[i]);
        box.union(mesh.geometry.boundingBox!.clone().applyMatrix4(matrix));
      });
    }
    return box;
  }

  /** Place of solid k in the world. */
  poseOf(k: number): Matrix4 {
    return this.#poses[k];
  }

  /** Surfaces that stand for one part of one solid alone, in their places. */
  get singles(): GrownOn[] {
    return this.#batches.flatMap(({ mesh, solids, local }) =>
      solids.length > 1
        ? []
        : [
            {
              geometry: mesh.geometry,
              material: mesh.material as MeshStandardMaterial,
              pose: this.#poses[solids[0]].clone().multiply(local[0]),
            },
          ],
    );
  }

  /** Solid of an instance that a ray has hit. */
  solidOf(mesh: unknown, instance: number): number {
    const batch = this.#batches.find((other) => other.mesh === mesh);
    return batch ? batch.solids[instance] : -1;
  }

  dispose(): void {
    for (const { mesh, edges } of this.#batches) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
      mesh.dispose();
      edges[0]?.geometry.dispose();
    }
  }

  #addBatch(shape: SolidShape, geometry: BufferGeometry, uses: { solid: number; part: SolidPart }[]): void {
    const { roughness, stripes: shade, opacity } = this.solids[uses[0].solid];
    const glass = opacity < 1;
    const material = new MeshStandardMaterial({ roughness, metalness: 0.02 });
    if (shape.type === 'sphere' || shape.type === 'cylinder' || shape.type === 'capsule') material.map = stripes(shade);
    if (shape.type === 'mesh') material.side = 2;
    const motion = this.#tint ? addMotion(geometry, material, uses.length, this.#tint) : [];
    const mesh = new InstancedMesh(geometry, material, uses.length);
    mesh.castShadow = !glass;
    if (glass) {
      Object.assign(material, { transparent: true, opacity, depthWrite: false });
      mesh.raycast = () => undefined;
    }
    mesh.receiveShadow = true;
    const edges: LineSegments[] = [];
    const outline = hasEdges(shape) && uses.length <= 400 ? new EdgesGeometry(geometry, 20) : undefined;
    uses.forEach(({ solid }, i) => {
      const { colour } = this.solids[solid];
      mesh.setColorAt(i, colour);
      if (!outline) return;
      const dark = new Color(colour).multiplyScalar(0.35);
      const line = new LineSegments(outline, new LineBasicMaterial({ color: dark, transparent: true, opacity: 0.55 }));
      line.matrixAutoUpdate = false;
      line.frustumCulled = false;
      // a ray meets lines within a metre of it: what stands behind or within could not be taken hold of
      line.raycast = () => undefined;
      edges.push(line);
    });
    const local = uses.map(({ part: { pose } }) =>
      new Matrix4().compose(
        new Vector3(pose[0], pose[1], pose[2]),
        new Quaternion(pose[4], pose[5], pose[6], pose[3]),
        unit,
      ),
    );
    this.#batches.push({ mesh, edges, solids: uses.map((use) => use.solid), local, motion });
    this.group.add(mesh, ...edges);
  }
}

/** Attributes of instances that a shader makes the speed at every place of, and the shader that does. */
function addMotion(
  geometry: BufferGeometry,
  material: Material,
  count: number,
  tint: TintUniforms,
): InstancedBufferAttribute[] {
  const names = ['bodyVelocity', 'bodySpin', 'bodyMiddle'];
  material.onBeforeCompile = (shader) => {
    const declared = names.map((name) => `attribute vec3 ${name};`).join('\n');
    const arm = '(instanceMatrix * vec4(transformed, 1.0)).xyz - bodyMiddle';
    tint.patch(shader, declared, `length(bodyVelocity + cross(bodySpin, ${arm}))`);
  };
  return names.map((name) => {
    const attribute = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    geometry.setAttribute(name, attribute);
    return attribute;
  });
}

const textures = new Map<number, CanvasTexture>();

/** Two shades around the axis, so that one sees round things turn. */
function stripes(shade: number): CanvasTexture {
  const known = textures.get(shade);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = 512;
  canvas.height = 16;
  const context = canvas.getContext('2d')!;
  for (let k = 0; k < 8; k++) {
    context.fillStyle = k % 2 === 0 ? '#ffffff' : `rgb(${255 * shade} ${255 * shade} ${255 * shade})`;
    context.fillRect(64 * k, 0, 64, 16);
  }
  const texture = new CanvasTexture(canvas);
  textures.set(shade, texture);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
