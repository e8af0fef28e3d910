import type { Triangles } from '../mesh/triangles.js';
import { vertexNormals } from '../mesh/triangles.js';
import type { Picture } from './png.js';

/** Parallel view: where it looks from, and what part of space fills the picture. */
export interface View {
  /** from the eye into the picture, unit */
  readonly direction: readonly [number, number, number];
  /** middle of the picture (m) */
  readonly centre: readonly [number, number, number];
  /** height of the picture in space (m) */
  readonly height: number;
}

export type Colour = readonly [number, number, number];

/** Rows of pixels and of lines beneath each pixel, for smooth edges. */
const oversampling = 2;

/** A picture that surfaces are drawn into, nearer ones hiding those behind. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #view: View;
  readonly #right: number[];
  readonly #up: number[];
  readonly #colour: Float32Array;
  readonly #depth: Float32Array;
  readonly #light: number[];
  #cover: 1 | 4 = 4;

  constructor(width: number, height: number, view: View, background: Colour = [246, 246, 244]) {
    this.width = width * oversampling;
    this.height = height * oversampling;
    this.#view = view;
    const d = view.direction;
    const flat = Math.hypot(d[0], d[1]);
    this.#right = flat > 1e-9 ? [d[1] / flat, -d[0] / flat, 0] : [1, 0, 0];
    const r = this.#right;
    this.#up = [r[1] * d[2] - r[2] * d[1], r[2] * d[0] - r[0] * d[2], r[0] * d[1] - r[1] * d[0]];
    this.#light = unit([0, 1, 2].map((i) => -0.6 * d[i] + 0.7 * this.#up[i] - 0.4 * r[i]));
    this.#colour = new Float32Array(3 * this.width * this.height);
    for (let k = 0; k < this.#colour.length; k++) this.#colour[k] = background[k % 3];
    this.#depth = new Float32Array(this.width * this.height).fill(Infinity);
  }

  /** Draws a surface lit from above; both of its sides are seen. `cover`: 4 hides what is behind, 1 a quarter of it. */
  draw(surface: Triangles, colour: Colour, cover: 1 | 4 = 4): void {
    this.#cover = cover;
    const normals = vertexNormals(surface);
    const { vertices, triangles } = surface;
    const n = vertices.length / 3;
    const screen = new Float64Array(4 * n);
    const scale = this.height / this.#view.height;
    for (let v = 0; v < n; v++) {
      let [x, y, z, dot] = [0, 0, 0, 0];
      for (let i = 0; i < 3; i++) {
        const c = vertices[3 * v + i] - this.#view.centre[i];
        x += c * this.#right[i];
        y += c * this.#up[i];
        z += c * this.#view.direction[i];
        dot += normals[3 * v + i] * this.#light[i];
      }
      screen.set([0.5 * this.width + scale * x, 0.5 * this.height - scale * y, z, shade(dot)], 4 * v);
    }
    for (let t = 0; t < triangles.length; t += 3) {
      this.#triangle(screen, 4 * triangles[t], 4 * triangles[t + 1], 4 * triangles[t + 2], colour);
    }
  }

  #triangle(p: Float64Array, a: number, b: number, c: number, colour: Colour): void {
    const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1]);
    if (!(Math.abs(area) > 1e-12)) return;
    const left = Math.max(0, Math.ceil(Math.min(p[a], p[b], p[c]) - 0.5));
    const right = Math.min(this.width - 1, Math.floor(Math.max(p[a], p[b], p[c]) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(p[a + 1], p[b + 1], p[c + 1]) - 0.5));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(p[a + 1], p[b + 1], p[c + 1]) - 0.5));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const u = ((p[b] - px) * (p[c + 1] - py) - (p[c] - px) * (p[b + 1] - py)) / area;
        const v = ((p[c] - px) * (p[a + 1] - py) - (p[a] - px) * (p[c + 1] - py)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        this.#pixel(
          x,
          y,
          u * p[a + 2] + v * p[b + 2] + w * p[c + 2],
          u * p[a + 3] + v * p[b + 3] + w * p[c + 3],
          colour,
        );
      }
    }
  }

  #pixel(x: number, y: number, depth: number, brightness: number, colour: Colour): void {
    if (this.#cover === 1 && (x | y) & 1) return;
    const k = y * this.width + x;
    if (depth >= this.#depth[k]) return;
    this.#depth[k] = depth;
    for (let i = 0; i < 3; i++) this.#colour[3 * k + i] = brightness * colour[i];
  }

  /** The picture at its true size. */
  picture(): Picture {
    const width = this.width / oversampling;
    const height = this.height / oversampling;
    const pixels = new Uint8Array(3 * width * height);
    const share = 1 / (oversampling * oversampling);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let i = 0; i < 3; i++) {
          let sum = 0;
          for (let k = 0; k < oversampling * oversampling; k++) {
            const row = oversampling * y + Math.floor(k / oversampling);
            sum += this.#colour[3 * (row * this.width + oversampling * x + (k % oversampling)) + i];
          }
          pixels[3 * (y * width + x) + i] = Math.min(255, Math.round(share * sum));
        }
      }
    }
    return { width, height, pixels };
  }
}

function shade(dot: number): number {
  return 0.45 + 0.55 * Math.abs(dot);
}

function unit(x: number[]): number[] {
  const size = Math.hypot(x[0], x[1], x[2]);
  return x.map((c) => c / size);
}
