/** Colours of bodies in turn, linear (not sRGB): what glTF and USD expect. */
export const bodyColours: readonly (readonly [number, number, number])[] = [
  [0.84, 0.54, 0.26],
  [0.34, 0.54, 0.75],
  [0.47, 0.66, 0.36],
  [0.75, 0.38, 0.41],
];

export const obstacleColour: readonly [number, number, number] = [0.7, 0.72, 0.75];

export const bodyColour = (body: number): readonly [number, number, number] => bodyColours[body % bodyColours.length];
