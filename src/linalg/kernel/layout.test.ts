import { expect, it } from 'vitest';
import { Layout, kernelMemory } from './layout.js';

it('counts on beyond 2^31 bytes, so that too large a problem is seen to be too large', () => {
  const layout = new Layout(128);
  expect([layout.place(5), layout.place(16), layout.size]).toEqual([128, 144, 160]);
  // records of 1.35 million contacts with two rods each
  for (let k = 0; k < 3; k++) layout.place(1.35e6 * 8 * 140);
  expect(layout.size).toBeGreaterThan(4.5e9);
});

it('gives no memory where there is none', () => {
  expect(kernelMemory(65537)?.buffer.byteLength).toBe(2 * 65536);
  expect(kernelMemory(2 ** 40)).toBeUndefined();
});
