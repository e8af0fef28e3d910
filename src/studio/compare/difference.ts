import type { Frame, FrameLayout } from '../../record/frame.js';

/**
 * Largest distance between the same point on two sides (m): nodes of rods and cloth, origins of solids.
 * NaN where the two scenes are not built alike.
 */
export function largestDifference(layout: FrameLayout, a: Frame, b: Frame): number {
  const [x, y] = [a.bodies, b.bodies];
  if (x.length !== y.length) return NaN;
  let largest = 0;
  layout.bodies.forEach((body, k) => {
    const end = body.kind === 'rigid' ? layout.offsets[k] + 3 : layout.offsets[k + 1];
    for (let i = layout.offsets[k]; i < end; i += 3) {
      const square = (x[i] - y[i]) ** 2 + (x[i + 1] - y[i + 1]) ** 2 + (x[i + 2] - y[i + 2]) ** 2;
      largest = Math.max(largest, square);
    }
  });
  return Math.sqrt(largest);
}
