import type { Sides } from '../delassus/sides.js';
import { bisect } from './bisection.js';
import { bodyGraph } from './body-graph.js';

/**
 * The order in which the contacts of a large problem are swept, and what of it may be done side by side. Bodies are divided into
 * parts. First come the contacts within each part, then, phase by phase, those between parts: a piece holds the contacts
 * between the same parts, and no two pieces of a phase have a part in common. So the pieces of a phase may be swept in any
 * order, or at the same time, and give the same bits.
 */
export interface Parts {
  /** number of parts; the first so many pieces, the first phase, are the contacts within them */
  readonly count: number;
  /** part of each block of M */
  readonly partOf: Int32Array;
  /** contacts, piece after piece */
  readonly order: Int32Array;
  /** first contact of each piece in `order`, and n */
  readonly pieces: Int32Array;
  /** first piece of each phase, and the number of pieces */
  readonly phases: Int32Array;
}

/**
 * A part has at least so many contacts and bodies. Smaller ones would leave too many contacts between parts, in too many phases: with 250
 * contacts to a part two threads sweep 12,000 contacts of balls no faster than one, with 1,000 they do it 1.5 times as fast.
 */
const contactsInPart = 1000;
const bodiesInPart = 16;

/**
 * Phases of fewer contacts are swept as one piece by one thread: that takes no longer than it takes threads to meet, and to get hold of
 * what another has just written.
 */
const contactsInPhase = 150;

/** Parts of the largest problems: some for each of a dozen threads, who then seldom wait for the last one. */
const mostParts = 64;

/** Contacts below which problems have no parts and are swept in the order they come in. */
export const fewestForParts = 2 * contactsInPart;

/**
 * The parts of a problem; undefined where it is too small for any.
 *
 * @param least contacts in a part
 */
export function partsOf(sides: Sides, blocks: number, least = contactsInPart): Parts | undefined {
  const most = Math.min(sides.n / least, blocks / bodiesInPart, mostParts);
  let count = 1;
  while (2 * count <= most) count *= 2;
  if (count < 2) return undefined;
  const partOf = bisect(bodyGraph(sides, blocks), count);
  return arrangePieces(sides, partOf, count);
}

/** All contacts as one piece, in their own order. */
export function inOnePart(n: number, blocks: number): Parts {
  return {
    count: 1,
    partOf: new Int32Array(blocks),
    order: Int32Array.from({ length: n }, (_, i) => i),
    pieces: Int32Array.of(0, n),
    phases: Int32Array.of(0, 1),
  };
}

/** A set of parts and the contacts that lie on all of them. */
interface Piece {
  readonly parts: readonly number[];
  readonly contacts: number[];
}

function arrangePieces({ n, ptr, block }: Sides, partOf: Int32Array, count: number): Parts {
  const pieces: Piece[] = Array.from({ length: count }, (_, k) => ({ parts: [k], contacts: [] }));
  const between = new Map<string | number, Piece>();
  for (let i = 0; i < n; i++) {
    // contacts on nothing that moves go anywhere
    const a = ptr[i] < ptr[i + 1] ? partOf[block[ptr[i]]] : 0;
    let set: number[] | undefined;
    for (let s = ptr[i] + 1; s < ptr[i + 1]; s++) {
      const b = partOf[block[s]];
      if (b === a || set?.includes(b)) continue;
      (set ??= [a]).push(b);
    }
    if (!set) {
      pieces[a].contacts.push(i);
      continue;
    }
    set.sort((x, y) => x - y);
    const key = set.length === 2 ? set[0] * count + set[1] : set.join();
    const found = between.get(key);
    if (found) found.contacts.push(i);
    else between.set(key, { parts: set, contacts: [i] });
  }
  const colours = colour([...between.values()], count);
  const all = [...pieces, ...colours.flat()];
  const order = new Int32Array(n);
  const starts = new Int32Array(all.length + 1);
  all.forEach(({ contacts }, k) => {
    order.set(contacts, starts[k]);
    starts[k + 1] = starts[k] + contacts.length;
  });
  const phases = new Int32Array(colours.length + 2);
  phases[1] = count;
  colours.forEach((phase, k) => (phases[k + 2] = phases[k + 1] + phase.length));
  return { count, partOf, order, pieces: starts, phases };
}

/** Puts each piece, large ones first, into the first phase in which none of its parts is taken; large ones come first in each. */
function colour(pieces: Piece[], count: number): Piece[][] {
  const phases: { pieces: Piece[]; taken: Uint8Array }[] = [];
  const bySize = pieces.sort((a, b) => b.contacts.length - a.contacts.length || a.contacts[0] - b.contacts[0]);
  for (const piece of bySize) {
    let phase = phases.find(({ taken }) => piece.parts.every((k) => taken[k] === 0));
    if (!phase) phases.push((phase = { pieces: [], taken: new Uint8Array(count) }));
    phase.pieces.push(piece);
    for (const k of piece.parts) phase.taken[k] = 1;
  }
  const large = phases.filter(({ pieces: own }) => sizeOf(own) >= contactsInPhase);
  const rest = phases.filter((phase) => !large.includes(phase)).flatMap((phase) => phase.pieces);
  const together = { parts: [], contacts: rest.flatMap(({ contacts }) => contacts) };
  return [...large.map((phase) => phase.pieces), ...(rest.length > 0 ? [[together]] : [])];
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { contacts }) => sum + contacts.length, 0);
}

/** The contacts of each piece in the order in which they stand in `order`. */
export function arrangeWithin({ order: contacts, pieces }: Parts, order: Int32Array): Int32Array {
  const n = order.length;
  const pieceOf = new Int32Array(n);
  for (let k = 0; k + 1 < pieces.length; k++) for (let e = pieces[k]; e < pieces[k + 1]; e++) pieceOf[contacts[e]] = k;
  const next = pieces.slice();
  const out = new Int32Array(n);
  for (const i of order) out[next[pieceOf[i]]++] = i;
  return out;
}
