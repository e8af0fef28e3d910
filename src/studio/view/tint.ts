import type { WebGLProgramParametersWithUniforms } from 'three';

/** What colours show: those of the scene, how fast every place moves, or how fast things slide on each other. */
export type TintKind = 'own' | 'speed' | 'slip';

/** Colours from rest to the fastest, each as light as it is fast (viridis without its darkest part); as in the style sheet. */
export const tintStops = [0x414487, 0x2a788e, 0x22a884, 0x7ad151, 0xfde725];

const parts = (colour: number): string =>
  [colour >> 16, (colour >> 8) & 255, colour & 255].map((x) => ((x / 255) ** 2.2).toFixed(4)).join(', ');

/** GLSL: the colour of a value, if values are shown, else a colour's own. */
export const tintColour = /* glsl */ `
uniform float tintOn;
uniform float tintMost;
vec3 tinted(vec3 own, float value) {
  if (tintOn < 0.5) return own;
  float x = 4.0 * clamp(value / tintMost, 0.0, 1.0);
  vec3 c = vec3(${parts(tintStops[0])});
  c = mix(c, vec3(${parts(tintStops[1])}), clamp(x, 0.0, 1.0));
  c = mix(c, vec3(${parts(tintStops[2])}), clamp(x - 1.0, 0.0, 1.0));
  c = mix(c, vec3(${parts(tintStops[3])}), clamp(x - 2.0, 0.0, 1.0));
  return mix(c, vec3(${parts(tintStops[4])}), clamp(x - 3.0, 0.0, 1.0));
}`;

/** Whether values are shown as colours, and the value that has the last of them: shared by everything drawn of a scene. */
export class TintUniforms {
  readonly tintOn = { value: 0 };
  readonly tintMost = { value: 1 };

  /**
   * Puts the colours into the shader of a lit surface.
   * @param declared what the vertex shader declares besides
   * @param value the value at a vertex, where `transformed` is its place
   */
  patch(shader: WebGLProgramParametersWithUniforms, declared: string, value: string): void {
    shader.uniforms.tintOn = this.tintOn;
    shader.uniforms.tintMost = this.tintMost;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${declared}\nvarying float tintValue;`)
      .replace('#include <project_vertex>', `tintValue = ${value};\n#include <project_vertex>`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${tintColour}\nvarying float tintValue;`)
      .replace(
        '#include <color_fragment>',
        '#include <color_fragment>\ndiffuseColor.rgb = tinted(diffuseColor.rgb, tintValue);',
      )
      .replace(
        '#include <lights_physical_fragment>',
        // a sheen would lie over the values
        '#include <lights_physical_fragment>\n#ifdef USE_SHEEN\nif (tintOn > 0.5) material.sheenColor = vec3(0.0);\n#endif',
      );
  }
}

/** The least of 1, 2, 5, 10, 20, ... times a power of ten that is not below a value. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1e-3;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((k) => k * power).find((x) => x >= value * (1 - 1e-9))!;
}
