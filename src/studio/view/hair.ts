import {
  BufferAttribute,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshDepthMaterial,
  RGBADepthPacking,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
} from 'three';
import type { DrawnRod } from './centre-lines.js';
import { hairFragment, hairVertex } from './hair-shader.js';
import { LineTexture, readSamples } from './line-texture.js';
import { type DrawnStrands, layStrands } from './strand-guides.js';
import type { TintUniforms } from './tint.js';

/** How hair looks beyond its own colour. */
export interface HairStyle {
  /** factor on the thickness */
  readonly thickness: number;
  /** as on the web; empty: the scene's */
  readonly colour: string;
}

export const plainStyle: HairStyle = { thickness: 1, colour: '' };

/** Strands drawn for each simulated one: at most, and so many in all that a card draws them at once. */
const mostPer = 10;
const mostStrands = 60000;
/** Share of the room of a simulated strand that those drawn for it fill, seen from the side. */
const cover = 0.62;
/** Depth of hair that takes half of the light or so away, over the extent of a shadow map (about 3.2 radii of the scene). */
const opaqueDepth = 0.0022;

/** A strand as a band that faces the camera, wide as told but no narrower than most of a pixel, and pointed. */
const strands = /* glsl */ `
attribute vec2 corner;
attribute vec4 guides;
attribute vec2 shares;
attribute vec4 chance;
attribute vec3 colour;
uniform float thickness;
uniform float pixel;
${readSamples}
vec3 strandTangent;
vec3 strandFacing;
float strandAlong;
float strandValue;
vec3 strandPoint() {
  strandAlong = corner.x;
  float at = corner.x * (guides.w - 1.0);
  int low = int(min(floor(at), guides.w - 2.0));
  float rest = at - float(low);
  vec3 share = vec3(1.0 - shares.x - shares.y, shares);
  vec3 centre = vec3(0.0);
  vec3 tangent = vec3(0.0);
  float radius = 0.0;
  strandValue = 0.0;
  for (int g = 0; g < 3; g++) {
    ivec2 a = texelOf(int(guides[g] + 0.5) + low);
    ivec2 b = texelOf(int(guides[g] + 0.5) + low + 1);
    vec4 p = texelFetch(samples, a, 0);
    centre += share[g] * mix(p.xyz, texelFetch(samples, b, 0).xyz, rest);
    tangent += share[g] * mix(texelFetch(samples, a + ivec2(2, 0), 0).xyz, texelFetch(samples, b + ivec2(2, 0), 0).xyz, rest);
    radius = max(radius, p.w);
    strandValue += share[g] * mix(texelFetch(samples, a + ivec2(1, 0), 0).w, texelFetch(samples, b + ivec2(1, 0), 0).w, rest);
  }
  tangent = normalize(tangent);
  // apart from the mean of its guides within their room, closer at the tip: locks
  vec3 e1 = texelFetch(samples, texelOf(int(guides.x + 0.5) + low) + ivec2(1, 0), 0).xyz;
  vec3 e2 = cross(tangent, e1);
  float angle = 6.2832 * chance.y + 2.5 * (chance.w - 0.5) * corner.x;
  float away = radius * sqrt(chance.z) * (1.0 - 0.35 * corner.x) * (1.0 + 0.6 * sin(6.2832 * (chance.w + (1.0 + chance.x) * corner.x)));
  centre += away * (cos(angle) * e1 + sin(angle) * e2);
  vec3 back = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 eye = -(viewMatrix[3].xyz * mat3(viewMatrix));
  bool parallel = projectionMatrix[3][3] == 1.0;
  vec3 toEye = parallel ? back : normalize(eye - centre);
  vec3 side = normalize(cross(tangent, toEye) + 1e-6);
  float smallest = parallel ? 0.0 : 0.4 * pixel * distance(eye, centre);
  float taper = min(1.0, 3.2 * (1.0 - corner.x)) * mix(1.0, 0.75, corner.x);
  float wide = max(thickness * radius, smallest) * taper * (0.85 + 0.3 * chance.w);
  strandTangent = tangent;
  strandFacing = normalize(toEye - dot(toEye, tangent) * tangent + 1e-6);
  return centre + corner.y * wide * side;
}`;

/** Many strands for each simulated one, as bands on the card; each frame sends only the simulated ones. */
export class Hair {
  readonly mesh: Mesh;
  readonly #source: LineTexture;
  readonly #strands: DrawnStrands;
  readonly #geometry: InstancedBufferGeometry;
  readonly #uniforms: Record<string, { value: unknown }>;
  /** half of the width of a strand over the radius of its rod, as drawn in full */
  readonly #thickness: number;
  #style = plainStyle;
  #share = 1;

  constructor(rods: readonly DrawnRod[], colours: readonly Color[], first: Float32Array, tint: TintUniforms) {
    this.#source = new LineTexture(rods);
    const per = Math.max(1, Math.min(mostPer, Math.round(mostStrands / rods.length)));
    this.#strands = layStrands(rods, first, per);
    this.#thickness = cover / Math.sqrt(per);
    this.#geometry = this.#build(colours);
    this.#uniforms = UniformsUtils.merge([
      UniformsLib.lights,
      {
        thickness: { value: this.#thickness },
        pixel: { value: 1e-3 },
        roughness: { value: 0.16 },
        hairDepth: { value: opaqueDepth },
        paint: { value: new Color() },
        painted: { value: 0 },
      },
    ]) as Record<string, { value: unknown }>;
    this.#uniforms.samples = { value: this.#source.texture };
    this.#uniforms.tintOn = tint.tintOn;
    this.#uniforms.tintMost = tint.tintMost;
    const material = new ShaderMaterial({
      uniforms: this.#uniforms as ShaderMaterial['uniforms'],
      vertexShader: hairVertex.replace('STRANDS', strands),
      fragmentShader: hairFragment,
      lights: true,
      side: 2,
    });
    this.mesh = new Mesh(this.#geometry, material);
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking, side: 2 });
    depth.onBeforeCompile = (shader) => {
      for (const name of ['samples', 'thickness', 'pixel']) shader.uniforms[name] = this.#uniforms[name];
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n${strands}`)
        .replace('#include <begin_vertex>', 'vec3 transformed = strandPoint();');
    };
    this.mesh.customDepthMaterial = depth;
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  get lines(): LineTexture['lines'] {
    return this.#source.lines;
  }

  /** Takes the places of a frame. */
  update(frame: Float32Array): void {
    this.#source.update(frame);
  }

  /** Takes values of nodes to colour by. */
  takeValues(values: Float32Array): void {
    this.#source.takeValues(values);
  }

  set style(style: HairStyle) {
    this.#style = style;
    this.#uniforms.painted.value = style.colour === '' ? 0 : 1;
    if (style.colour !== '') (this.#uniforms.paint.value as Color).set(style.colour);
    this.share = this.#share;
  }

  /** Share of the strands that is drawn; fewer are thicker. */
  set share(share: number) {
    this.#share = share;
    this.#geometry.instanceCount = Math.max(1, Math.round(share * this.#strands.count));
    this.#uniforms.thickness.value = (this.#style.thickness * this.#thickness) / Math.sqrt(share);
  }

  /** Width of a pixel at a distance of 1. */
  set pixel(width: number) {
    this.#uniforms.pixel.value = width;
  }

  dispose(): void {
    this.#source.dispose();
    this.#geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
    this.mesh.customDepthMaterial?.dispose();
  }

  #build(colours: readonly Color[]): InstancedBufferGeometry {
    const { lines } = this.#source;
    const { count, guides, shares, chance } = this.#strands;
    const rows = lines.rods.reduce((most, _, k) => Math.max(most, lines.start[k + 1] - lines.start[k]), 2);
    const corner = new Float32Array(4 * rows);
    const index = new Uint16Array(6 * (rows - 1));
    for (let r = 0; r < rows; r++) {
      corner.set([r / (rows - 1), -1, r / (rows - 1), 1], 4 * r);
      if (r < rows - 1) index.set([2 * r, 2 * r + 1, 2 * r + 2, 2 * r + 1, 2 * r + 3, 2 * r + 2], 6 * r);
    }
    const starts = new Float32Array(4 * count);
    const colour = new Float32Array(3 * count);
    for (let s = 0; s < count; s++) {
      const rod = guides[3 * s];
      for (let g = 0; g < 3; g++) starts[4 * s + g] = lines.start[guides[3 * s + g]];
      starts[4 * s + 3] = lines.start[rod + 1] - lines.start[rod];
      colour.set([colours[rod].r, colours[rod].g, colours[rod].b], 3 * s);
    }
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * rows), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(6 * rows), 3));
    geometry.setAttribute('corner', new BufferAttribute(corner, 2));
    geometry.setAttribute('guides', new InstancedBufferAttribute(starts, 4));
    geometry.setAttribute('shares', new InstancedBufferAttribute(shares, 2));
    geometry.setAttribute('chance', new InstancedBufferAttribute(chance, 4));
    geometry.setAttribute('colour', new InstancedBufferAttribute(colour, 3));
    geometry.setIndex(new BufferAttribute(index, 1));
    geometry.instanceCount = count;
    return geometry;
  }
}
