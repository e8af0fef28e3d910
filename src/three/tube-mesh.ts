import { BufferAttribute, BufferGeometry, type Material, Mesh } from 'three';

const sides = 10;

/** A rope as a tube about its nodes, in place for every frame: rings carried along without twist. */
export class TubeMesh extends Mesh<BufferGeometry, Material> {
  readonly #radius: number;
  readonly #nodes: number;

  constructor(nodes: number, radius: number, material: Material) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * sides * nodes), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * sides * nodes), 3));
    const index: number[] = [];
    for (let k = 0; k + 1 < nodes; k++) {
      for (let s = 0; s < sides; s++) {
        const [a, b] = [k * sides + s, k * sides + ((s + 1) % sides)];
        index.push(a, b, a + sides, b, b + sides, a + sides);
      }
    }
    geometry.setIndex(index);
    super(geometry, material);
    this.#nodes = nodes;
    this.#radius = radius;
    this.castShadow = this.receiveShadow = true;
    this.frustumCulled = false;
  }

  /** Lays the tube along nodes, 3 numbers each from `from` on. */
  lay(x: Float64Array, from: number): void {
    const position = this.geometry.getAttribute('position') as BufferAttribute;
    const normal = this.geometry.getAttribute('normal') as BufferAttribute;
    let u: number[] | undefined;
    for (let k = 0; k < this.#nodes; k++) {
      const a = from + 3 * Math.max(k - 1, 0);
      const b = from + 3 * Math.min(k + 1, this.#nodes - 1);
      const t = unit([x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]]);
      // the last ring's direction, less its part along the rope
      const seed: number[] = u ?? (Math.abs(t[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
      const along = seed[0] * t[0] + seed[1] * t[1] + seed[2] * t[2];
      u = unit([seed[0] - along * t[0], seed[1] - along * t[1], seed[2] - along * t[2]]);
      const v = [t[1] * u[2] - t[2] * u[1], t[2] * u[0] - t[0] * u[2], t[0] * u[1] - t[1] * u[0]];
      for (let s = 0; s < sides; s++) {
        const angle = (2 * Math.PI * s) / sides;
        const [c, d] = [Math.cos(angle), Math.sin(angle)];
        for (let i = 0; i < 3; i++) {
          const n = c * u[i] + d * v[i];
          normal.array[3 * (k * sides + s) + i] = n;
          position.array[3 * (k * sides + s) + i] = x[from + 3 * k + i] + this.#radius * n;
        }
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

function unit([x, y, z]: readonly number[]): number[] {
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / size, y / size, z / size];
}
