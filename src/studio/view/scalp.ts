import { BufferAttribute, type BufferGeometry, Color, type Matrix4, type MeshStandardMaterial, Vector3 } from 'three';
import type { DrawnRod } from './centre-lines.js';
import { typicalSpacing } from './strand-guides.js';

/** A surface that hair may grow on, and its place in the first frame. */
export interface GrownOn {
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly pose: Matrix4;
}

/** How much of the skin's own colour is gone in the midst of the roots: one sees far more hair than strands are drawn. */
const covered = 0.88;
/** Roots that count for a place: those within so many times their spacing. */
const around = 1.5;
/**
 * How far from a place the middle of those roots is, over their reach: up to where it is amid the hair, and from where on it is bare.
 * At a straight hairline it is 4 / 3 pi = 0.42, amid the hair 0, also in a gap such as a crown.
 */
const inside = 0.38;
const beyond = 0.62;
/** Shade of hair that lies deep, over the colour of its strands. */
const deep = 0.55;

/**
 * Skin between the roots in the colour of the hair: a head has a hundred times as many strands as are simulated, and between
 * those that are drawn one would see it bald.
 */
export class Scalp {
  readonly #colour = { value: new Color() };
  readonly #own: Color;

  /** @param frame numbers of the first frame */
  constructor(rods: readonly DrawnRod[], frame: Float32Array, own: Color, surfaces: readonly GrownOn[]) {
    this.#own = own;
    this.colour = '';
    const roots = new Roots(rods, frame, around * typicalSpacing(rods, frame));
    for (const { geometry, material, pose } of surfaces) {
      const places = geometry.getAttribute('position');
      const grown = new Float32Array(places.count);
      const at = new Vector3();
      for (let k = 0; k < grown.length; k++) {
        at.fromBufferAttribute(places, k).applyMatrix4(pose);
        const out = Math.min(1, Math.max(0, (roots.outside(at) - inside) / (beyond - inside)));
        grown[k] = covered * (1 - out * out * (3 - 2 * out));
      }
      if (grown.every((share) => share === 0)) continue;
      geometry.setAttribute('grown', new BufferAttribute(grown, 1));
      material.onBeforeCompile = (shader) => {
        shader.uniforms.hairColour = this.#colour;
        shader.vertexShader = shader.vertexShader
          .replace('#include <common>', '#include <common>\nattribute float grown;\nvarying float grownAt;')
          .replace('#include <begin_vertex>', '#include <begin_vertex>\ngrownAt = grown;');
        shader.fragmentShader = shader.fragmentShader
          .replace('#include <common>', '#include <common>\nvarying float grownAt;\nuniform vec3 hairColour;')
          .replace(
            '#include <color_fragment>',
            '#include <color_fragment>\ndiffuseColor.rgb = mix(diffuseColor.rgb, hairColour, grownAt);',
          )
          .replace(
            '#include <roughnessmap_fragment>',
            '#include <roughnessmap_fragment>\nroughnessFactor = mix(roughnessFactor, 1.0, grownAt);',
          );
      };
    }
  }

  /** Colour of the hair, as on the web; empty: the scene's. */
  set colour(colour: string) {
    this.#colour.value.copy(colour === '' ? this.#own : new Color(colour)).multiplyScalar(deep);
  }
}

/** Where hair begins, in cells as wide as one looks for them. */
class Roots {
  readonly #cells = new Map<string, Vector3[]>();
  readonly #reach: number;

  constructor(rods: readonly DrawnRod[], frame: Float32Array, reach: number) {
    this.#reach = reach;
    for (const { offset } of rods) {
      const root = new Vector3().fromArray(frame, offset);
      const key = this.#key(root.x, root.y, root.z);
      const there = this.#cells.get(key);
      if (there) there.push(root);
      else this.#cells.set(key, [root]);
    }
  }

  /** How far away the middle of the roots around a place is, over their reach; infinite where there are none. */
  outside({ x, y, z }: Vector3): number {
    const reach = this.#reach;
    const sum = new Vector3();
    let count = 0;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (let k = -1; k <= 1; k++) {
          for (const root of this.#cells.get(this.#key(x + i * reach, y + j * reach, z + k * reach)) ?? []) {
            if ((root.x - x) ** 2 + (root.y - y) ** 2 + (root.z - z) ** 2 > reach * reach) continue;
            sum.add(root);
            count++;
          }
        }
      }
    }
    return count === 0 ? Infinity : sum.divideScalar(count).distanceTo(new Vector3(x, y, z)) / reach;
  }

  #key(x: number, y: number, z: number): string {
    return [x, y, z].map((one) => Math.floor(one / this.#reach)).join(' ');
  }
}
