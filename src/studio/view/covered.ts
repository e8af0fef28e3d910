import { type Insets, noInsets } from './framing.js';

/** Room between what is framed and what lies over the edge (pixels). */
const gap = 8;

/**
 * What elements cover of a view from its edges. Each is counted to the edge that costs the view the least: a bar at the
 * bottom to the bottom, a column at the left to the left.
 */
export function coveredBy(root: HTMLElement, elements: Iterable<Element>): Insets {
  const view = root.getBoundingClientRect();
  const insets = { ...noInsets };
  for (const other of elements) {
    const box = other.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const costs = {
      left: (box.right - view.left) / view.width,
      right: (view.right - box.left) / view.width,
      top: (box.bottom - view.top) / view.height,
      bottom: (view.bottom - box.top) / view.height,
    };
    const sizes = { left: view.width, right: view.width, top: view.height, bottom: view.height };
    const edge = (Object.keys(costs) as (keyof Insets)[]).reduce((a, b) => (costs[b] < costs[a] ? b : a));
    insets[edge] = Math.max(insets[edge], costs[edge] * sizes[edge] + gap);
  }
  return insets;
}
