import { type HairStyle, plainStyle } from './hair.js';
import { type ClothStyle, fabrics, patterns, plainCloth } from './weave.js';

/** How hair and cloth are drawn, beyond what the scene says. */
export interface Looks {
  readonly hair: HairStyle;
  readonly cloth: ClothStyle;
}

/** Names of what an address has of looks. */
export const lookNames = ['hair', 'cloth'] as const;

/** Range of the factor on the thickness of hair. */
export const thicknessRange = { min: 0.3, max: 3 };

const isColour = (text: string): boolean => text === '' || /^#[0-9a-f]{6}$/i.test(text);

/** Looks of an address; what it does not have, or what makes no sense, is as in the scene. */
export function looksOf(query: URLSearchParams): Looks {
  const [hairColour = '', thickness = '1'] = query.get('hair')?.split(',') ?? [];
  const factor = Number(thickness);
  const { min, max } = thicknessRange;
  const [fabric = '', pattern = '', colour = ''] = query.get('cloth')?.split(',') ?? [];
  return {
    hair: {
      colour: isColour(hairColour) ? hairColour : plainStyle.colour,
      thickness: factor >= min && factor <= max ? factor : plainStyle.thickness,
    },
    cloth: {
      fabric: fabrics.find((name) => name === fabric) ?? plainCloth.fabric,
      pattern: patterns.find((name) => name === pattern) ?? plainCloth.pattern,
      colour: isColour(colour) ? colour : plainCloth.colour,
    },
  };
}

/** Puts looks into an address; those of the scene are left out. */
export function writeLooks(query: URLSearchParams, { hair, cloth }: Looks): void {
  const texts = {
    hair: `${hair.colour},${hair.thickness}`,
    cloth: `${cloth.fabric},${cloth.pattern},${cloth.colour}`,
  };
  const plain = { hair: ',1', cloth: ',,' };
  for (const name of lookNames) {
    if (texts[name] === plain[name]) query.delete(name);
    else query.set(name, texts[name]);
  }
}
