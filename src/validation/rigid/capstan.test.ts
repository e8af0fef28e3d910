import { describe, expect, it } from 'vitest';
import { capstanRatio } from './capstan.js';

describe('the discrete capstan law', () => {
  // half a turn, nodes that touch: ratio of tensions
  it.each([
    [0.1, [1.3931405115, 1.3747910723, 1.3705096562, 1.3694570781, 1.3691950251]],
    [0.2, [1.9430600716, 1.8905271201, 1.8784116069, 1.875441153, 1.8747021167]],
    [0.3, [2.7163182233, 2.6010497114, 2.5748538567, 2.5684531177, 2.5668619766]],
    [0.5, [5.3718508307, 4.9361076479, 4.8410817886, 4.818079866, 4.8123749876]],
  ])('for mu = %f is that of the table', (mu, ratios) => {
    ratios.forEach((ratio, k) => expect(Math.abs(capstanRatio(mu, 4 << k) / ratio - 1)).toBeLessThan(1e-10));
  });
});
