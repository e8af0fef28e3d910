import { besideAtRest } from '../../collision/surroundings.js';
import { distance3 } from '../../math/vec3.js';
import { stencil } from './contacts.js';
import type { StepState } from './step-state.js';

/** Where two cloths, or two places of one, are tied together: vertices of one with their weights, and a vertex of the other. */
export interface Seam {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
  readonly other: number;
}

const anchor = new Float64Array(3);
const place = new Float64Array(3);

/**
 * Whether a contact of layers lies at a seam of the two: what is held together cannot keep a thickness apart. As at rest on one piece,
 * what lies nearer than two thicknesses is left out.
 */
export function isAtSeam({ cloth, contacts, x, seams }: StepState, j: number): boolean {
  if (seams.length === 0 || contacts.obstacleOf(j) >= 0) return false;
  const first = stencil * j;
  const { node, weight } = contacts;
  const [a, b] = [cloth.owner[node[first]], cloth.owner[node[first + contacts.size[j] - 1]]];
  const near = besideAtRest(cloth);
  return seams.some(({ nodes, weights, other }) => {
    const [p, q] = [cloth.owner[nodes[0]], cloth.owner[other]];
    if (!(p === a && q === b) && !(p === b && q === a)) return false;
    anchor.fill(0);
    place.fill(0);
    nodes.forEach((i, k) => add(anchor, weights[k], x, i));
    // the one side of the contact, whose weights add up to 1
    for (let k = first; k < first + contacts.size[j]; k++) if (weight[k] > 0) add(place, weight[k], x, node[k]);
    return distance3(anchor, 0, place, 0) < near;
  });
}

function add(out: Float64Array, weight: number, x: Float64Array, i: number): void {
  for (let c = 0; c < 3; c++) out[c] += weight * x[3 * i + c];
}
