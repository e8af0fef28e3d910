import type { IUniform, MeshPhysicalMaterialParameters, WebGLProgramParametersWithUniforms } from 'three';

/** How a fabric is woven and shines. */
export interface Weave {
  /** what the material has of its own */
  readonly look: MeshPhysicalMaterialParameters;
  /** distance of the threads, and of the stripes of the pattern (m) */
  readonly thread: number;
  readonly stripe: number;
  /** how deep the threads stand out (m), how much stripes change the colour, and by how many threads a row is shifted (twill) */
  readonly relief: number;
  readonly contrast: number;
  readonly twill: number;
}

/** Fabrics that cloth can be drawn as, and patterns. */
export const fabrics = ['cotton', 'wool', 'silk', 'denim'] as const;
export const patterns = ['plain', 'stripes', 'checks'] as const;

/** How cloth looks beyond what the scene says; empty: as in the scene. */
export interface ClothStyle {
  readonly fabric: '' | (typeof fabrics)[number];
  readonly pattern: '' | (typeof patterns)[number];
  /** as on the web */
  readonly colour: string;
}

export const plainCloth: ClothStyle = { fabric: '', pattern: '', colour: '' };

/** Stripes and checks that somebody asks for: as wide and as strong as those of wool (m). */
const askedStripe = 0.055;
const askedContrast = 0.34;

/** Fabrics by the name of their material. */
const weaves: Readonly<Record<string, Weave>> = {
  wool: {
    look: { roughness: 1, sheen: 0.9, sheenRoughness: 0.85 },
    thread: 0.004,
    stripe: 0.055,
    relief: 0.0011,
    contrast: 0.34,
    twill: 0,
  },
  silk: {
    // three's anisotropy needs texture coordinates, which meshes of scenes need not have
    look: { roughness: 0.36, sheen: 0.6, sheenRoughness: 0.35 },
    thread: 0.0006,
    stripe: 0,
    relief: 0.00003,
    contrast: 0,
    twill: 0,
  },
  denim: {
    look: { roughness: 0.95, sheen: 0.25, sheenRoughness: 0.6 },
    thread: 0.0022,
    stripe: 0,
    relief: 0.0005,
    contrast: 0,
    twill: 1,
  },
  cotton: {
    look: { roughness: 0.9, sheen: 0.5, sheenRoughness: 0.6 },
    thread: 0.0016,
    stripe: 0,
    relief: 0.0002,
    contrast: 0,
    twill: 0,
  },
};

/** The weave of a material; cotton where it has none. */
export function weaveOf(material: string): Weave {
  return Object.hasOwn(weaves, material) ? weaves[material] : weaves.cotton;
}

/** Values of a weave as a shader takes them. */
export interface WeaveUniforms {
  readonly weave: IUniform<number[]>;
  readonly twill: IUniform<number>;
  /** 1: stripes both ways, checks; 0: one way */
  readonly crossed: IUniform<number>;
}

/** Of a fabric with its own pattern, or with another. */
export function weaveUniforms(
  { thread, stripe, relief, contrast, twill }: Weave,
  pattern: ClothStyle['pattern'] = '',
): WeaveUniforms {
  const striped = pattern === '' ? stripe > 0 : pattern !== 'plain';
  const wide = stripe > 0 ? stripe : askedStripe;
  const strong = contrast > 0 ? contrast : askedContrast;
  return {
    weave: { value: [thread, striped ? wide : 0, relief, striped ? strong : 0] },
    twill: { value: twill },
    crossed: { value: pattern === 'stripes' ? 0 : 1 },
  };
}

const declarations = /* glsl */ `
varying vec3 clothAt;
varying vec3 clothFacing;
uniform vec4 weave;
uniform float twill;
uniform float crossed;
// height of the threads, -1 to 1, and the shade of the pattern in a plane of the cloth as it was at first
vec2 wovenIn(vec2 at) {
  vec2 threads = at / weave.x;
  float row = floor(threads.y);
  float over = mod(floor(threads.x) + (twill > 0.0 ? twill * row : 0.0), twill > 0.0 ? 3.0 : 2.0) < 1.0 == (twill > 0.0 || mod(row, 2.0) < 1.0) ? 1.0 : -1.0;
  vec2 round_ = cos(6.2832 * (fract(threads) - 0.5));
  float height = over > 0.0 ? round_.y : round_.x;
  // what is finer than a pixel is not there
  float seen = clamp(1.5 - 3.0 * length(fwidth(threads)), 0.0, 1.0);
  vec2 stripes = weave.y > 0.0 ? at / weave.y : vec2(0.0);
  vec2 band = smoothstep(0.46, 0.5, abs(fract(stripes) - 0.5)) * 0.9 + step(0.25, abs(fract(stripes * 0.5) - 0.25) * 1.0) * 0.5;
  float shade = weave.y > 0.0 ? mix(band.x, 0.5 * (band.x + band.y), crossed) : 0.0;
  return vec2(height * seen, shade);
}
vec2 woven() {
  vec3 w = pow(abs(normalize(clothFacing)), vec3(6.0));
  w /= w.x + w.y + w.z;
  return w.x * wovenIn(clothAt.yz) + w.y * wovenIn(clothAt.xz) + w.z * wovenIn(clothAt.xy);
}`;

/** Puts a weave into the shader of a cloth, whose vertices keep where they were at first in `rest` and `restNormal`. */
export function patchWeave(shader: WebGLProgramParametersWithUniforms, uniforms: WeaveUniforms): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader = shader.vertexShader
    .replace(
      '#include <common>',
      '#include <common>\nattribute vec3 rest;\nattribute vec3 restNormal;\nvarying vec3 clothAt;\nvarying vec3 clothFacing;',
    )
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nclothAt = rest;\nclothFacing = restNormal;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${declarations}`)
    .replace(
      '#include <color_fragment>',
      `#include <color_fragment>
  vec2 cloth = woven();
  diffuseColor.rgb *= (1.0 + 0.12 * cloth.x) * (1.0 - weave.w * cloth.y);`,
    )
    .replace(
      '#include <normal_fragment_maps>',
      `#include <normal_fragment_maps>
  {
    // the relief as a slope in the plane of the screen [Mikkelsen 2010]
    vec3 dx = dFdx(-vViewPosition);
    vec3 dy = dFdy(-vViewPosition);
    vec3 r1 = cross(dy, normal);
    vec3 r2 = cross(normal, dx);
    float det = dot(dx, r1);
    float height = weave.z * cloth.x;
    normal = normalize(abs(det) * normal - sign(det) * (dFdx(height) * r1 + dFdy(height) * r2) + 1e-12 * normal);
  }`,
    );
}
