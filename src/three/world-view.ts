import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Vector3,
} from 'three';
import { shapeObject } from './shape-geometry.js';
import { TubeMesh } from './tube-mesh.js';
import type { ViewSource, ViewedPart } from './view-source.js';

/** How parts look. */
export interface ViewOptions {
  /** the material of a part; undefined: the usual one of its kind */
  readonly material?: (part: ViewedPart) => Material | undefined;
}

/** A part as it is drawn. */
interface Drawn {
  readonly part: ViewedPart;
  readonly object: Object3D;
  readonly update: () => void;
}

const colours: Record<string, number> = {
  fixed: 0xb9b4aa,
  kinematic: 0x8a93a6,
  rigid: 0xc98b4b,
  rope: 0x9c6b3f,
  cloth: 0x6f8fb3,
};

/** The parts of a world as three.js objects. */
export class WorldView {
  /** what is added to a scene; ours have z up, which is the scene's matter */
  readonly object = new Group();
  readonly #world: ViewSource;
  readonly #options: ViewOptions;
  readonly #drawn = new Map<number, Drawn>();

  constructor(world: ViewSource, options: ViewOptions) {
    this.#world = world;
    this.#options = options;
    this.update();
  }

  /** Brings everything to where it is now; new parts appear, removed ones go. Call it before every frame that is rendered. */
  update(): void {
    const seen = new Set<number>();
    for (const part of this.#world.handles) {
      seen.add(part.id);
      let drawn = this.#drawn.get(part.id);
      if (drawn && drawn.part !== part) {
        this.#drop(part.id);
        drawn = undefined;
      }
      if (!drawn) {
        drawn = this.#draw(part);
        drawn.object.userData = { id: part.id };
        this.#drawn.set(part.id, drawn);
        this.object.add(drawn.object);
      }
      drawn.object.visible = part.enabled;
      drawn.update();
    }
    for (const id of [...this.#drawn.keys()]) if (!seen.has(id)) this.#drop(id);
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    for (const id of [...this.#drawn.keys()]) this.#drop(id);
    this.object.removeFromParent();
  }

  #drop(id: number): void {
    const { object } = this.#drawn.get(id)!;
    object.removeFromParent();
    object.traverse((child) => {
      if (child instanceof Mesh || child instanceof LineSegments) (child.geometry as BufferGeometry).dispose();
    });
    this.#drawn.delete(id);
  }

  #draw(part: ViewedPart): Drawn {
    const material = this.#options.material?.(part) ?? usual(part);
    if (part.triangles) return drawCloth(part, material);
    if (part.kind === 'hair') return drawHair(part, material);
    if (part.positions) return drawRope(part, material);
    return drawSolid(part, material);
  }
}

/**
 * Draws a world: add `view.object` to a scene, call `view.update()` before rendering.
 *
 * @example
 * ```ts
 * const view = worldView(world);
 * scene.add(view.object);
 * renderer.setAnimationLoop(() => {
 *   world.step();
 *   view.update();
 *   renderer.render(scene, camera);
 * });
 * ```
 */
export function worldView(world: ViewSource, options: ViewOptions = {}): WorldView {
  return new WorldView(world, options);
}

function usual({ kind, triangles }: ViewedPart): Material {
  if (kind === 'hair') return new LineBasicMaterial({ color: 0x4a2f1d });
  return new MeshStandardMaterial({
    color: colours[kind] ?? 0xaaaaaa,
    roughness: 0.8,
    ...(triangles && { side: DoubleSide }),
  });
}

function drawSolid(part: ViewedPart, material: Material): Drawn {
  const object = part.shape ? shapeObject(part.shape, material) : new Group();
  const centre = new Vector3();
  return {
    part,
    object,
    update: () => {
      const { pose, centre: c } = part;
      if (!pose) return;
      object.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
      if (c) centre.set(c[0], c[1], c[2]).applyQuaternion(object.quaternion);
      object.position.set(pose[0], pose[1], pose[2]).sub(centre);
    },
  };
}

function drawRope(part: ViewedPart, material: Material): Drawn {
  const object = new TubeMesh(part.positions!.length / 3, part.radius ?? 0.01, material);
  return { part, object, update: () => object.lay(part.positions!, 0) };
}

function drawHair(part: ViewedPart, material: Material): Drawn {
  const { starts = Int32Array.of(0, part.positions!.length / 3) } = part;
  const index: number[] = [];
  for (let s = 0; s + 1 < starts.length; s++) for (let k = starts[s]; k + 1 < starts[s + 1]; k++) index.push(k, k + 1);
  const geometry = pointsOf(part, index);
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  return { part, object, update: () => copyPositions(geometry, part) };
}

function drawCloth(part: ViewedPart, material: Material): Drawn {
  const geometry = pointsOf(part, [...part.triangles!]);
  const object = new Mesh(geometry, material);
  object.castShadow = object.receiveShadow = true;
  object.frustumCulled = false;
  return {
    part,
    object,
    update: () => {
      copyPositions(geometry, part);
      geometry.computeVertexNormals();
    },
  };
}

function pointsOf({ positions }: ViewedPart, index: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions!.length), 3));
  geometry.setIndex(index);
  return geometry;
}

function copyPositions(geometry: BufferGeometry, { positions }: ViewedPart): void {
  const attribute = geometry.getAttribute('position') as BufferAttribute;
  (attribute.array as Float32Array).set(positions!);
  attribute.needsUpdate = true;
}
