import type { Look } from '../../../record/looks.js';

const short = (x: number): number => Number(x.toPrecision(5));

/** A colour, as USD writes it. */
export const colourText = ({ colour }: Look): string => `(${colour.map(short).join(', ')})`;

/** Materials of a stage, one for each look. */
export class UsdMaterials {
  readonly #names = new Map<string, string>();

  /** Path of the material of a look. */
  of(look: Look): string {
    const key = `            color3f inputs:diffuseColor = ${colourText(look)}
            float inputs:roughness = ${short(look.roughness)}
            float inputs:opacity = ${short(look.opacity)}
`;
    const name = this.#names.get(key) ?? `look_${this.#names.size}`;
    this.#names.set(key, name);
    return `/World/Looks/${name}`;
  }

  /** The material of many things: of the mean of their colours, which each has besides as its own displayColor. */
  ofAll(looks: readonly Look[]): string {
    const mean = [0, 1, 2].map((i) => looks.reduce((sum, { colour }) => sum + colour[i], 0) / looks.length);
    return this.of({ ...looks[0], colour: [mean[0], mean[1], mean[2]] });
  }

  /** The prims of all of them. */
  *prims(): Generator<string> {
    yield '    def Scope "Looks"\n    {\n';
    for (const [inputs, name] of this.#names) {
      const surface = `/World/Looks/${name}/surface`;
      yield `        def Material "${name}"
        {
            token outputs:surface.connect = <${surface}.outputs:surface>
            def Shader "surface"
            {
                uniform token info:id = "UsdPreviewSurface"
${inputs.replace(/^ {12}/gm, ' '.repeat(16))}                token outputs:surface
            }
        }
`;
    }
    yield '    }\n';
  }
}
