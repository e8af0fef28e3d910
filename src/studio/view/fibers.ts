import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { CentreLines, DrawnRod } from './centre-lines.js';
import { LineTexture, readSamples } from './line-texture.js';
import type { TintUniforms } from './tint.js';

const declarations = /* glsl */ `
attribute vec3 ring;
attribute vec2 cap;
${readSamples}
vec3 tubeNormal;
vec3 tubePoint() {
  ivec2 at = texelOf(int(ring.x + 0.5));
  vec4 centre = texelFetch(samples, at, 0);
  vec3 e1 = texelFetch(samples, at + ivec2(1, 0), 0).xyz;
  vec3 t = texelFetch(samples, at + ivec2(2, 0), 0).xyz;
  vec3 radial = ring.y * e1 + ring.z * cross(t, e1);
  tubeNormal = cap.x * radial + cap.y * t;
  return centre.xyz + centre.w * tubeNormal;
}`;

/** Rings of a round cap: share of the radius across, and along the tangent. */
const roundCap = [
  [0.87, 0.5],
  [0.5, 0.87],
  [0.02, 1],
];
/** The cap of one of very many rods, a point. */
const pointedCap = [[0.02, 1]];

/** Vertices around a rod and the rings of its ends: what a rod among many, a few pixels wide, needs less of. */
function detailFor(samples: number): { readonly sides: number; readonly capRings: readonly number[][] } {
  if (samples > 30000) return { sides: 3, capRings: pointedCap };
  return { sides: samples > 8000 ? 8 : 14, capRings: roundCap };
}

/**
 * All rods of a scene as one mesh of tubes. The vertices stay on the card; each frame sends only the centre lines, as a
 * texture, and the vertex shader puts the rings around them.
 */
export class Fibers {
  readonly mesh: Mesh;
  readonly #source: LineTexture;

  constructor(rods: readonly DrawnRod[], colours: readonly Color[], look: { roughness: number }, tint: TintUniforms) {
    this.#source = new LineTexture(rods);
    const material = new MeshStandardMaterial({ vertexColors: true, roughness: look.roughness, metalness: 0 });
    material.onBeforeCompile = (shader) => {
      tint.patch(shader, '', 'texelFetch(samples, texelOf(int(ring.x + 0.5)) + ivec2(1, 0), 0).w');
      this.#patch(shader, 'tube');
    };
    this.mesh = new Mesh(this.#geometry(colours), material);
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    depth.onBeforeCompile = (shader) => this.#patch(shader, 'tubePoint()');
    this.mesh.customDepthMaterial = depth;
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  get lines(): CentreLines {
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

  dispose(): void {
    this.#source.dispose();
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.customDepthMaterial?.dispose();
  }

  /** Puts the tube's shape into a shader; `place`: the expression for a vertex, which lit ones have once they have the normal. */
  #patch(shader: WebGLProgramParametersWithUniforms, place: 'tube' | 'tubePoint()'): void {
    shader.uniforms.samples = { value: this.#source.texture };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${declarations}`)
      .replace('#include <beginnormal_vertex>', 'vec3 tube = tubePoint();\nvec3 objectNormal = tubeNormal;')
      .replace('#include <begin_vertex>', `vec3 transformed = ${place};`);
  }

  /** Rings of vertices along every rod, with round ends. */
  #geometry(colours: readonly Color[]): BufferGeometry {
    const { rods, start, count } = this.lines;
    const { sides, capRings } = detailFor(count);
    const rings = count + 2 * capRings.length * rods.length;
    const ring = new Float32Array(3 * sides * rings);
    const cap = new Float32Array(2 * sides * rings);
    const colour = new Uint8Array(3 * sides * rings);
    const index = new Uint32Array(6 * sides * (rings - rods.length));
    let r = 0;
    let at = 0;
    const add = (sample: number, across: number, along: number, paint: Color, joined: boolean): void => {
      for (let k = 0; k < sides; k++) {
        const angle = (2 * Math.PI * k) / sides;
        const v = r * sides + k;
        ring.set([sample, Math.cos(angle), Math.sin(angle)], 3 * v);
        cap.set([across, along], 2 * v);
        colour.set([255 * paint.r, 255 * paint.g, 255 * paint.b], 3 * v);
        if (!joined) continue;
        const next = r * sides + ((k + 1) % sides);
        index.set([v - sides, next - sides, next, v - sides, next, v], at);
        at += 6;
      }
      r++;
    };
    rods.forEach((_, k) => {
      const [first, last] = [start[k], start[k + 1] - 1];
      for (let c = capRings.length - 1; c >= 0; c--) {
        add(first, capRings[c][0], -capRings[c][1], colours[k], c < capRings.length - 1);
      }
      for (let s = first; s <= last; s++) add(s, 1, 0, colours[k], true);
      for (const [across, along] of capRings) add(last, across, along, colours[k], true);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * sides * rings), 3));
    geometry.setAttribute('ring', new BufferAttribute(ring, 3));
    geometry.setAttribute('cap', new BufferAttribute(cap, 2));
    geometry.setAttribute('color', new BufferAttribute(colour, 3, true));
    geometry.setIndex(new BufferAttribute(index, 1));
    return geometry;
  }
}
