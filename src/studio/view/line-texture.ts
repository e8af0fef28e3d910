import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import { CentreLines, type DrawnRod } from './centre-lines.js';

/** Samples in a row of the texture: three texels each. */
const rowSamples = 1024;

/** What shaders need to read a sample: centre and radius, normal and value, tangent. */
export const readSamples = /* glsl */ `
uniform highp sampler2D samples;
ivec2 texelOf(int i) {
  return ivec2(3 * (i % ${rowSamples}), i / ${rowSamples});
}`;

/** Centre lines of rods as a texture: each frame sends only them, and vertex shaders put surfaces around them. */
export class LineTexture {
  readonly lines: CentreLines;
  readonly texture: DataTexture;

  constructor(rods: readonly DrawnRod[]) {
    const rows = (samples: number): number => Math.ceil(samples / rowSamples);
    this.lines = new CentreLines(rods, (n) => 12 * rowSamples * rows(n));
    const { samples } = this.lines;
    this.texture = new DataTexture(samples, 3 * rowSamples, rows(this.lines.count), RGBAFormat, FloatType);
    this.texture.minFilter = NearestFilter;
    this.texture.magFilter = NearestFilter;
  }

  /** Takes the places of a frame. */
  update(frame: Float32Array): void {
    this.lines.update(frame);
    this.texture.needsUpdate = true;
  }

  /** Takes values of nodes to colour by. */
  takeValues(values: Float32Array): void {
    this.lines.takeValues(values);
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
