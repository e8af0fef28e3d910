import type { ContactMemory } from '../contacts/memory.js';
import { type ClothContacts, stencil } from './contacts.js';

/** Stands between the two halves of a key: vertices number below it, obstacles below `shift`. */
const radix = 67108864;
const shift = 1048576;
/** An impulse at most this far from a normal, by the cosine, may belong to it. */
const along = 0.5;

/** Remembers the impulses of all contacts, in world axes, by the first vertex and what touches it. */
export function rememberImpulses(memory: ContactMemory, { own, size, leafA, leafB, r }: ClothContacts): void {
  memory.forget();
  for (let j = 0; j < own; j++) {
    // one that another has taken the place of has no vertices and no impulse
    if (size[j] > 0) add(memory, leafA[j], leafB[j], r.subarray(3 * j, 3 * j + 3));
  }
  memory.sort();
}

function add(memory: ContactMemory, leafA: number, leafB: number, impulse: Float64Array): void {
  const m = memory.add(leafA, leafB, 0);
  memory.force.set(impulse, 3 * m);
}

/**
 * First guess for the contacts that were there before. Where a vertex has slid to another triangle, what pushed it in the same
 * direction is taken.
 */
export function recallImpulses(memory: ContactMemory, contacts: ClothContacts): void {
  const { leafA, leafB, force } = memory.save();
  const give = (j: number, m: number): void => contacts.r.set(force.subarray(3 * m, 3 * m + 3), 3 * j);
  const lost: number[] = [];
  memory.begin();
  for (let j = 0; j < contacts.own; j++) {
    const m = memory.find(contacts.leafA[j], contacts.leafB[j], 0);
    if (m >= 0) give(j, m);
    else if (contacts.obstacleOf(j) < 0 && contacts.weight[stencil * j] === 1) lost.push(j);
  }
  if (lost.length === 0) return;
  const left = new Map<number, Set<number>>();
  for (let m = 0; m < leafA.length; m++) {
    if (memory.isFound(m) || leafB[m] < 0) continue;
    const known = left.get(leafA[m]);
    if (known) known.add(m);
    else left.set(leafA[m], new Set([m]));
  }
  for (const j of lost) {
    const onVertex = left.get(contacts.node[stencil * j]);
    const m = onVertex ? mostAlong(onVertex, force, contacts.normal, 3 * j) : -1;
    if (m < 0) continue;
    give(j, m);
    onVertex!.delete(m);
  }
}

/** The impulse that is most along a normal, or -1. */
function mostAlong(list: Iterable<number>, r: Float64Array, normal: Float64Array, at: number): number {
  let best = -1;
  let most = 0;
  for (const m of list) {
    const [x, y, z] = [r[3 * m], r[3 * m + 1], r[3 * m + 2]];
    const rN = x * normal[at] + y * normal[at + 1] + z * normal[at + 2];
    if (rN <= most || rN * rN < along * along * (x * x + y * y + z * z)) continue;
    most = rN;
    best = m;
  }
  return best;
}

/** Keys and impulses one after another, 4 numbers a contact, as recordings keep them. */
export function saveImpulses(memory: ContactMemory): Float64Array {
  const { leafA, leafB, force } = memory.save();
  const out = new Float64Array(4 * leafA.length);
  for (let m = 0; m < leafA.length; m++) {
    out[4 * m] = leafA[m] * radix + (leafB[m] + shift);
    for (let c = 0; c < 3; c++) out[4 * m + 1 + c] = force[3 * m + c];
  }
  return out;
}

export function loadImpulses(memory: ContactMemory, state: Float64Array): void {
  memory.forget();
  for (let m = 0; m < state.length; m += 4) {
    const leafA = Math.floor(state[m] / radix);
    add(memory, leafA, state[m] - leafA * radix - shift, state.subarray(m + 1, m + 4));
  }
  memory.sort();
}

/** Forgets the impulses on obstacles, whose numbers are about to change. */
export function forgetObstacles(memory: ContactMemory): void {
  const { leafA, leafB, force } = memory.save();
  memory.forget();
  for (let m = 0; m < leafA.length; m++) {
    if (leafB[m] >= 0) add(memory, leafA[m], leafB[m], force.subarray(3 * m, 3 * m + 3));
  }
  memory.sort();
}
