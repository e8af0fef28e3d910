import { sharedFloats, sharedInts } from '../../linalg/kernel/shared-work.js';
import { type FlatStencils, addStencilForces } from './stencil-bending.js';
import { type FlatTriangles, addTriangleForces } from './triangles.js';

/** Elements of an energy in flat arrays, of which any run can be worked on by itself. */
export type FlatElements = FlatTriangles | FlatStencils;

/** F += forces at x of the elements from `from` to before `to`, in their order */
export function addFlatForces(
  F: Float64Array,
  x: Float64Array,
  elements: FlatElements,
  from: number,
  to: number,
): void {
  if (elements.kind === 'triangles') addTriangleForces(F, x, elements, from, to);
  else addStencilForces(F, x, elements, from, to);
}

/** Vertices of an element. */
export function cornersOf({ kind }: FlatElements): number {
  return kind === 'triangles' ? 3 : 4;
}

/** Those of the elements that are listed, an element once or more, in arrays that threads can share; their vertices are 0. */
export function pickElements(elements: FlatElements, list: readonly number[]): FlatElements {
  const nodes = sharedInts(cornersOf(elements) * list.length);
  const count = elements.nodes.length / cornersOf(elements);
  const pick = (x: Float64Array): Float64Array => {
    const size = x.length / count;
    const out = sharedFloats(size * list.length);
    list.forEach((e, k) => {
      for (let c = 0; c < size; c++) out[size * k + c] = x[size * e + c];
    });
    return out;
  };
  if (elements.kind === 'triangles') return { ...elements, nodes, rest: pick(elements.rest) };
  const { coefficient, weight, rest } = elements;
  return { ...elements, nodes, coefficient: pick(coefficient), weight: pick(weight), rest: pick(rest) };
}
