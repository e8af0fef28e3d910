import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backdropStyle, lit, litShader, sun } from '../../record/stage-look.js';
import { tintStops } from './tint.js';

const style = (name: string): string => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), 'utf8');
type Triple = readonly [number, number, number];

describe('one look', () => {
  it('has the backdrop and the colours of values that the style sheets have', () => {
    expect(style('base')).toContain(`--view: ${backdropStyle('dark')};`);
    expect(style('base')).toContain(`--view: ${backdropStyle('light')};`);
    const stops = tintStops.map((colour) => `#${colour.toString(16).padStart(6, '0')}`);
    expect(style('scene')).toContain(`linear-gradient(to right, ${stops.join(', ')})`);
  });

  it('lights what faces the sun more than what faces away, and no colour beyond white', () => {
    const size = Math.hypot(...sun.from);
    const to = sun.from.map((x) => x / size) as unknown as Triple;
    const away = to.map((x) => -x) as unknown as Triple;
    const [bright, dark] = [lit([0.5, 0.5, 0.5], to), lit([0.5, 0.5, 0.5], away)];
    for (let i = 0; i < 3; i++) expect(bright[i]).toBeGreaterThan(1.5 * dark[i]);
    expect(Math.max(...lit([1, 1, 1], to))).toBeLessThanOrEqual(1);
    expect(Math.max(...lit([0, 0, 0], to))).toBeLessThan(1e-3);
    // a grey that the sun and the sky light: 0.5 (2.9 cos 0 + 1.7 of the sky) / pi, through the tone curve
    expect(bright[1]).toBeGreaterThan(0.45);
    expect(bright[1]).toBeLessThan(0.75);
  });

  it('is the same in the language of graphics cards: the function of its lines, run as a program', () => {
    // GLSL's vectors as arrays: enough of the language for these lines
    const text = litShader.join('\n');
    const numbers = [...text.matchAll(/-?\d+\.\d+/g)].map(([x]) => Number(x));
    const shown = lit([0.2, 0.4, 0.6], [0, 0, 1]);
    const [r, g, b] = glslLit([0.2, 0.4, 0.6], [0, 0, 1], numbers);
    [r, g, b].forEach((x, i) => expect(x).toBeCloseTo(shown[i], 4));
  });
});

/** The shader's sum with the numbers that stand in it, in their order: sky below and above, lamps, the two matrices. */
function glslLit(own: Triple, n: Triple, numbers: readonly number[]): number[] {
  // 12.92, 0.055, 1.055, 2.4, 0.04045 convert the colour; then come the vectors
  const at = 5;
  const vector = (k: number): number[] => numbers.slice(at + k, at + k + 3);
  const [below, above] = [vector(0), vector(3)];
  // after the sky 0.5 + 0.5 n.z, then 0.0 and direction and light of each lamp
  const lamps = [8, 15].map((k) => ({ to: vector(k + 1), light: vector(k + 4) }));
  const columns = (k: number): number[][] => [vector(k), vector(k + 3), vector(k + 6)];
  const times = (m: number[][], v: number[]): number[] =>
    [0, 1, 2].map((i) => m[0][i] * v[0] + m[1][i] * v[1] + m[2][i] * v[2]);
  const share = [0, 1, 2].map((i) => {
    let sum = below[i] + (0.5 + 0.5 * n[2]) * (above[i] - below[i]);
    for (const { to, light } of lamps) sum += Math.max(0, to[0] * n[0] + to[1] * n[1] + to[2] * n[2]) * light[i];
    return (own[i] * sum) / 0.6;
  });
  const into = columns(22);
  // 0.6 and the five numbers of the curve stand between the matrices
  const outOf = columns(22 + 9 + 1 + 5);
  const curved = times(into, share).map(
    (v) => (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.432951) + 0.238081),
  );
  return times(outOf, curved);
}
