/** Dark blue to yellow, readable without colours too: lightness grows all the way. */
const ramp: readonly (readonly [number, number, number])[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/** Colour of a share from 0 to 1. */
export function colourAt(share: number): string {
  const s = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(s));
  const part = ramp[k].map((a, c) => Math.round(a + (s - k) * (ramp[k + 1][c] - a)));
  return `rgb(${part.join(',')})`;
}
