import type { ContactMemory } from '../contacts/memory.js';
import { type ClothContacts, stencil } from './contacts.js';

/** Stands between the two halves of a key: vertices number below it, obstacles below `shift`. */
const radix = 67108864;
const shift = 1048576;
/** An impulse at most this far from a normal, by the cosine, may belong to it. */
const along = 0.5;

/** Remembers the impulses of all contacts, in world axes, by the first vertex and what touches it. */
export function rememberImpulses(memory: ContactMemory, contacts: ClothContacts): void {
  const kept: number[] = [];
  // one that another has taken the place of has no vertices and no impulse
  for (let j = 0; j < contacts.own; j++) if (contacts.size[j] > 0) kept.push(j);
  const force = new Float64Array(3 * kept.length);
  kept.forEach((j, m) => force.set(contacts.r.subarray(3 * j, 3 * j + 3), 3 * m));
  const pick = (of: Int32Array): Int32Array => Int32Array.from(kept, (j) => of[j]);
  load(memory, pick(contacts.leafA), pick(contacts.leafB), force);
}

function load(memory: ContactMemory, leafA: Int32Array, leafB: Int32Array, force: Float64Array): void {
  memory.load({ leafA, leafB, feature: new Int32Array(leafA.length), force });
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
  const n = state.length / 4;
  const [leafA, leafB, force] = [new Int32Array(n), new Int32Array(n), new Float64Array(3 * n)];
  for (let m = 0; m < n; m++) {
    leafA[m] = Math.floor(state[4 * m] / radix);
    leafB[m] = state[4 * m] - leafA[m] * radix - shift;
    for (let c = 0; c < 3; c++) force[3 * m + c] = state[4 * m + 1 + c];
  }
  load(memory, leafA, leafB, force);
}

/** Forgets the impulses on obstacles, whose numbers are about to change. */
export function forgetObstacles(memory: ContactMemory): void {
  const { leafA, leafB, force } = memory.save();
  const isKept = (m: number): boolean => leafB[m] >= 0;
  load(
    memory,
    leafA.filter((_, m) => isKept(m)),
    leafB.filter((_, m) => isKept(m)),
    force.filter((_, k) => isKept(Math.floor(k / 3))),
  );
}
