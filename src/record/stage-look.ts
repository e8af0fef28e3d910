import { type LinearColour, fromHex } from './looks.js';

/**
 * How scenes are lit, wherever they are drawn: in the studio, on pages that replay a run, in pictures. Directions are those to a light;
 * strengths and the sky are as three.js counts them: a surface that faces a light of strength pi shows its own colour.
 */
export const sun = { from: [0.6, -0.9, 1.6], colour: 0xfff4e0, strength: 2.9 } as const;
export const rim = { from: [-1.2, 1.4, 0.7], colour: 0x9fc4ff, strength: 1.1 } as const;
export const sky = { above: 0xe3ebff, below: 0x6b6259, strength: 1.7 } as const;

/** Behind a scene: colours at the centre of a circle, at 0.48 of its radius and at its rim, by theme. */
export const backdrops = {
  light: ['#ffffff', '#e6eaef', '#cfd6de'],
  dark: ['#2a3644', '#17202a', '#0b1016'],
} as const;

/** Of that circle: its centre, over the width and the height of a picture, and the second place of the colours. */
export const backdrop = { x: 0.5, y: 0.38, middle: 0.48 } as const;

/** The backdrop as style sheets have it. */
export function backdropStyle(theme: keyof typeof backdrops): string {
  const [inner, middle, outer] = backdrops[theme];
  const { x, y, middle: at } = backdrop;
  return `radial-gradient(ellipse at ${100 * x}% ${100 * y}%, ${inner} 0%, ${middle} ${100 * at}%, ${outer} 100%)`;
}

/** Colours of contact states, which no material has; readable on light and dark, and for the colour-blind. */
export const stateColours = { takeOff: 0xf5d800, stick: 0x00cdb8, slide: 0xf0219b } as const;

/** A floor, by theme. */
export const floorColours = { light: 0xc3cad3, dark: 0x4c5968 } as const;

type Triple = readonly [number, number, number];

/** A light's direction, and what it adds to the share of its colour that a surface shows. */
const lamps = [sun, rim].map(({ from: [x, y, z], colour, strength }) => {
  const size = Math.sqrt(x * x + y * y + z * z);
  return {
    to: [x / size, y / size, z / size] as Triple,
    light: fromHex(colour).map((c) => (c * strength) / Math.PI) as unknown as Triple,
  };
});
const [above, below] = [sky.above, sky.below].map((colour) => fromHex(colour).map((c) => (c * sky.strength) / Math.PI));

/** Rows of the matrices of the tone curve [S. Hill's fit of ACES, as in three.js], after its exposure of 1 / 0.6. */
const into = [
  [0.59719, 0.35458, 0.04823],
  [0.076, 0.90834, 0.01566],
  [0.0284, 0.13383, 0.83777],
];
const outOf = [
  [1.60475, -0.53108, -0.07367],
  [-0.10208, 1.10813, -0.00605],
  [-0.00327, -0.07276, 1.07602],
];

/** What is seen of a dull surface in the open, by its colour and the unit normal on the side that is seen. */
export function lit(colour: LinearColour, [x, y, z]: Triple): LinearColour {
  const share = [0, 1, 2].map((i) => {
    let sum = below[i] + (0.5 + 0.5 * z) * (above[i] - below[i]);
    for (const { to, light } of lamps) sum += Math.max(0, x * to[0] + y * to[1] + z * to[2]) * light[i];
    return (colour[i] * sum) / 0.6;
  });
  const times = (rows: readonly number[][], v: readonly number[]): number[] =>
    rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
  const curved = times(into, share).map(
    (v) => (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.432951) + 0.238081),
  );
  const [r, g, b] = times(outOf, curved).map((v) => Math.max(0, Math.min(1, v)));
  return [r, g, b];
}

const vector = (v: readonly number[]): string => `vec3(${v.map((x) => x.toFixed(6)).join(', ')})`;
const matrix = (rows: readonly number[][]): string =>
  `mat3(${[0, 1, 2].map((i) => rows.map((row) => row[i].toFixed(6)).join(', ')).join(', ')})`;

/** The same in WebGL's language, a line each, from a web colour to a web colour: `vec3 lit(vec3 colour, vec3 normal)`. */
export const litShader: readonly string[] = [
  'vec3 lit(vec3 colour, vec3 n) {',
  '  vec3 own = mix(colour / 12.92, pow((colour + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), colour));',
  `  vec3 sum = mix(${vector(below)}, ${vector(above)}, 0.5 + 0.5 * n.z);`,
  ...lamps.map(({ to, light }) => `  sum += max(0.0, dot(n, ${vector(to)})) * ${vector(light)};`),
  `  vec3 v = ${matrix(into)} * (own * sum / 0.6);`,
  '  v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.432951) + 0.238081);',
  `  v = clamp(${matrix(outOf)} * v, 0.0, 1.0);`,
  '  return mix(12.92 * v, 1.055 * pow(v, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), v));',
  '}',
];
