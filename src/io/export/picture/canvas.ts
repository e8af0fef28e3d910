import { type LinearColour, srgbFromLinear } from '../../../record/looks.js';
import { backdrop, backdrops, lit } from '../../../record/stage-look.js';
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

/** How a surface is drawn. */
export interface DrawOptions {
  readonly cover?: 1 | 4;
  readonly plain?: boolean;
}

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
  #cover: 1 | 4 = 4;

  constructor(width: number, height: number, view: View) {
    this.width = width * oversampling;
    this.height = height * oversampling;
    this.#view = view;
    const d = view.direction;
    const flat = Math.hypot(d[0], d[1]);
    this.#right = flat > 1e-9 ? [d[1] / flat, -d[0] / flat, 0] : [1, 0, 0];
    const r = this.#right;
    this.#up = [r[1] * d[2] - r[2] * d[1], r[2] * d[0] - r[0] * d[2], r[0] * d[1] - r[1] * d[0]];
    this.#colour = new Float32Array(3 * this.width * this.height);
    this.#paintBackdrop();
    this.#depth = new Float32Array(this.width * this.height).fill(Infinity);
  }

  /** The studio's backdrop in its light theme. */
  #paintBackdrop(): void {
    const stops = backdrops.light.map((text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)));
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [across, down] = [x - backdrop.x * this.width, y - backdrop.y * this.height];
        const away = Math.min(1, Math.sqrt(across * across + down * down) / (0.75 * this.width));
        const outer = away > backdrop.middle;
        const share = outer ? (away - backdrop.middle) / (1 - backdrop.middle) : away / backdrop.middle;
        const [from, to] = outer ? [stops[1], stops[2]] : [stops[0], stops[1]];
        for (let i = 0; i < 3; i++) this.#colour[3 * (y * this.width + x) + i] = from[i] + share * (to[i] - from[i]);
      }
    }
  }

  /**
   * Draws a surface; both of its sides are seen. `cover`: 4 hides what is behind, 1 a quarter of it; `plain`: marks, which are not lit.
   */
  draw(surface: Triangles, colour: LinearColour, { cover = 4, plain = false }: DrawOptions = {}): void {
    this.#cover = cover;
    const normals = vertexNormals(surface);
    const { vertices, triangles } = surface;
    const n = vertices.length / 3;
    const screen = new Float64Array(6 * n);
    const d = this.#view.direction;
    const scale = this.height / this.#view.height;
    for (let v = 0; v < n; v++) {
      let [x, y, z] = [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        const c = vertices[3 * v + i] - this.#view.centre[i];
        x += c * this.#right[i];
        y += c * this.#up[i];
        z += c * this.#view.direction[i];
      }
      const [a, b, c] = normals.subarray(3 * v, 3 * v + 3);
      // the side that is seen
      const side = a * d[0] + b * d[1] + c * d[2] > 0 ? -1 : 1;
      const seen = plain ? colour : lit(colour, [side * a, side * b, side * c]);
      const paint = seen.map((share) => 255 * srgbFromLinear(share));
      screen.set([0.5 * this.width + scale * x, 0.5 * this.height - scale * y, z, ...paint], 6 * v);
    }
    for (let t = 0; t < triangles.length; t += 3) {
      this.#triangle(screen, 6 * triangles[t], 6 * triangles[t + 1], 6 * triangles[t + 2]);
    }
  }

  #triangle(p: Float64Array, a: number, b: number, c: number): void {
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
        const k = y * this.width + x;
        if (!this.#isInFront(x, y, u * p[a + 2] + v * p[b + 2] + w * p[c + 2])) continue;
        for (let i = 0; i < 3; i++) this.#colour[3 * k + i] = u * p[a + 3 + i] + v * p[b + 3 + i] + w * p[c + 3 + i];
      }
    }
  }

  /** Whether something at a depth is seen in a pixel; then it hides what is behind. */
  #isInFront(x: number, y: number, depth: number): boolean {
    if (this.#cover === 1 && (x | y) & 1) return false;
    const k = y * this.width + x;
    if (depth >= this.#depth[k]) return false;
    this.#depth[k] = depth;
    return true;
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
