import { Color } from 'three';

/** How things of a material look. */
interface Look {
  readonly colours: readonly number[];
  readonly roughness: number;
  /** random part of the lightness */
  readonly spread: number;
}

const looks: Readonly<Record<string, Look>> = {
  hair: { colours: [0x4a2c17, 0x5a3820, 0x6b4527, 0x3a2212], roughness: 0.42, spread: 0.06 },
  spaghetti: { colours: [0xe9c46a, 0xe6bb55, 0xf0cf82], roughness: 0.5, spread: 0.04 },
  rope: { colours: [0xd9a066, 0x4f9fd9, 0xe07a5f, 0x81b29a], roughness: 0.7, spread: 0.02 },
  'steel-wire': { colours: [0xa9b4c2, 0x8f9bab], roughness: 0.3, spread: 0.02 },
  rubber: { colours: [0xe07a5f, 0x3d8fd1, 0x81b29a, 0xf2cc8f], roughness: 0.6, spread: 0.03 },
  stone: { colours: [0xc9b79c, 0xbfae95, 0xd6c6ad, 0xb3a58f], roughness: 0.9, spread: 0.05 },
  wood: { colours: [0xc58b52, 0xb97f49, 0xd19a63], roughness: 0.75, spread: 0.05 },
  ice: { colours: [0xbfe3f2], roughness: 0.2, spread: 0.02 },
  steel: { colours: [0x9aa7b5], roughness: 0.35, spread: 0.02 },
  skin: { colours: [0xe0b39a], roughness: 0.7, spread: 0.02 },
};

const fallback: Look = {
  colours: [0x3d8fd1, 0xe07a5f, 0x81b29a, 0xf2cc8f, 0x9b7fd1, 0xd96c8a],
  roughness: 0.55,
  spread: 0.03,
};

/** Colour of body number k of a material, always the same one. */
export function bodyLook(material: string, k: number): { colour: Color; roughness: number } {
  const look = looks[material] ?? fallback;
  const colour = new Color(look.colours[k % look.colours.length]);
  // a cheap hash: neighbours differ
  const noise = ((Math.imul(k + 1, 2654435761) >>> 8) & 0xffff) / 0xffff - 0.5;
  colour.offsetHSL(0, 0, 2 * look.spread * noise);
  return { colour, roughness: look.roughness };
}

/** Colours of contact states; readable on light and dark, and for the colour-blind. */
export const stateColours = { takeOff: 0x8d99ae, stick: 0x2ec4b6, slide: 0xff7b39 } as const;

export const obstacleColour = new Color(0x98a1b0);

export const clothColours = [0xc8553d, 0x588b8b, 0xf28f3b, 0x2d7dd2].map((hex) => new Color(hex));
