import {
  type SharedData,
  defineWork,
  sharedFloats,
  sharedInts,
  sharedIntsOf,
} from '../../linalg/kernel/shared-work.js';
import { type TeamJob, type WorkTeam, teamJob } from '../../linalg/kernel/work-team.js';
import type { ClothAssembly } from './assembly.js';
import { bisectPoints } from './bisection.js';
import { type FlatElements, addFlatForces, cornersOf, pickElements } from './flat-elements.js';

/** The vectors of a local step, 3 numbers a vertex or one, in arrays that threads can share. */
export type LocalVectors = {
  /** positions and velocities that it starts from, v at the end of the step as known so far */
  readonly q0: Float64Array;
  readonly v: Float64Array;
  /** velocities without elastic forces and contacts */
  readonly free: Float64Array;
  readonly inverseMass: Float64Array;
  readonly airDamping: Float64Array;
  /** 1 at vertices that the air does not damp */
  readonly touching: Uint8Array;
  /** what it finds: positions, elastic forces there, velocities of vertices that move by themselves */
  readonly q: Float64Array;
  readonly F: Float64Array;
  readonly y: Float64Array;
};

/** Vertices of a part, about: elements on rims, which two parts work on, are then 3 to 4 % of all (square-1, square-3, arabesque, crinoline). */
const partSize = 3000;
/** Parts at least, so that two threads and three are done at about the same time. */
const fewestParts = 4;

/** Elements of one energy, part after part. */
type DividedElements = {
  readonly elements: FlatElements;
  /** where those of each part begin, and the end */
  readonly start: Int32Array;
};

type LocalData = SharedData & {
  readonly vectors: LocalVectors;
  readonly energies: readonly DividedElements[];
  /** vertices that a part knows: its own ones, then those that its elements reach; where they begin, and where its own ones end */
  readonly vertex: Int32Array;
  readonly start: Int32Array;
  readonly own: Int32Array;
  /** positions and forces of those */
  readonly x: Float64Array;
  readonly f: Float64Array;
  /** length of the step; 1 where forces are complete, so that y can be told */
  readonly numbers: Float64Array;
};

/** A part: positions, its elements one after the other as one thread would, then its own vertices. */
export const projecting = defineWork<LocalData>('local step of cloth', (data, task) => {
  const { vectors, energies, vertex, start, own, x, f, numbers } = data;
  const { q0, v, q, F } = vectors;
  const h = numbers[0];
  const end = start[task + 1];
  for (let k = start[task]; k < own[task]; k++) {
    const i = 3 * vertex[k];
    q[i] = x[3 * k] = q0[i] + h * v[i];
    q[i + 1] = x[3 * k + 1] = q0[i + 1] + h * v[i + 1];
    q[i + 2] = x[3 * k + 2] = q0[i + 2] + h * v[i + 2];
  }
  for (let k = own[task]; k < end; k++) {
    const i = 3 * vertex[k];
    x[3 * k] = q0[i] + h * v[i];
    x[3 * k + 1] = q0[i + 1] + h * v[i + 1];
    x[3 * k + 2] = q0[i + 2] + h * v[i + 2];
  }
  f.fill(0, 3 * start[task], 3 * end);
  for (let e = 0; e < energies.length; e++) {
    const range = energies[e].start;
    addFlatForces(f, x, energies[e].elements, range[task], range[task + 1]);
  }
  if (numbers[1] === 1) {
    moveAlone(vectors, h, f, start[task], own[task], vertex);
    return;
  }
  for (let k = start[task]; k < own[task]; k++) {
    const i = 3 * vertex[k];
    F[i] = f[3 * k];
    F[i + 1] = f[3 * k + 1];
    F[i + 2] = f[3 * k + 2];
  }
});

/**
 * Velocities of vertices moving by themselves: M y = M v_n + h (f_ext + f), less the air damping of vertices without contact.
 *
 * @param f elastic forces, of the vertices of the list one after the other
 * @param list the vertices of which those from `from` to before `to` are moved; all where missing
 */
function moveAlone(
  { y, free, v, inverseMass, airDamping, touching }: LocalVectors,
  h: number,
  f: Float64Array,
  from: number,
  to: number,
  list?: Int32Array,
): void {
  for (let o = from, p = 3 * from; o < to; o++, p += 3) {
    const i = list ? list[o] : o;
    const k = 3 * i;
    const a = h * inverseMass[i];
    const d = touching[i] ? 0 : a * airDamping[i];
    y[k] = free[k] + a * f[p] - d * v[k];
    y[k + 1] = free[k + 1] + a * f[p + 1] - d * v[k + 1];
    y[k + 2] = free[k + 2] + a * f[p + 2] - d * v[k + 2];
  }
}

/** The local step by this thread: all elements projected at q = q0 + h v, and y without contact impulses. */
export function takeLocalStep(cloth: ClothAssembly, vectors: LocalVectors, h: number): void {
  const { q0, v, q, F } = vectors;
  for (let k = 0; k < q.length; k++) q[k] = q0[k] + h * v[k];
  F.fill(0);
  cloth.addForces(F, q);
  moveAlone(vectors, h, F, 0, cloth.nodes);
}

/**
 * The same by a team, with the same bits. Vertices are divided into parts that lie together, each with all elements that reach one of
 * its own vertices, in the order of all elements: so every vertex has its forces added in the order of one thread. Energies that do not
 * come as flat arrays, and those after them, are left to this thread.
 */
export class DividedLocalStep {
  readonly job: TeamJob;
  readonly #cloth: ClothAssembly;
  readonly #data: LocalData;
  readonly #parts: number;
  /** number of the first energy of each cloth that is not divided */
  readonly #left: readonly number[];

  constructor(cloth: ClothAssembly, vectors: LocalVectors) {
    this.#cloth = cloth;
    this.#left = cloth.cloths.map(({ energies }) => {
      const first = energies.findIndex(({ flat }) => !flat);
      return first < 0 ? energies.length : first;
    });
    const count = Math.max(fewestParts, 2 * Math.round(cloth.nodes / (2 * partSize)));
    const parts = bisectPoints(cloth.rest, Int32Array.from(cloth.mass.keys()), count);
    this.#parts = parts.length;
    this.#data = divide(cloth, vectors, parts, this.#left);
    this.job = teamJob(projecting, this.#data);
  }

  take(team: WorkTeam, h: number): void {
    const { vectors, numbers } = this.#data;
    const cloth = this.#cloth;
    const { cloths } = cloth;
    const isWhole = cloths.every(({ energies }, c) => this.#left[c] === energies.length);
    numbers[0] = h;
    numbers[1] = isWhole ? 1 : 0;
    team.perform(this.job, 0, this.#parts);
    if (isWhole) return;
    for (let c = 0; c < cloths.length; c++) {
      const { energies } = cloths[c];
      const [F, q] = [cloth.part(vectors.F, c), cloth.part(vectors.q, c)];
      for (let e = this.#left[c]; e < energies.length; e++) energies[e].addForces(F, q);
    }
    moveAlone(vectors, h, vectors.F, 0, cloth.nodes);
  }
}

function divide(
  cloth: ClothAssembly,
  vectors: LocalVectors,
  parts: readonly Int32Array[],
  left: readonly number[],
): LocalData {
  const owner = new Int32Array(cloth.nodes);
  parts.forEach((part, p) => part.forEach((i) => (owner[i] = p)));
  const divided = cloth.cloths.flatMap(({ energies }, c) =>
    energies.slice(0, left[c]).map(({ flat }) => ({
      flat: flat!,
      offset: cloth.start[c],
      lists: elementsOf(flat!, owner, cloth.start[c], parts.length),
    })),
  );
  const vertex: number[] = [];
  const [start, own] = [sharedInts(parts.length + 1), sharedInts(parts.length)];
  /** place of each vertex among those of the part, less one, where it has been seen there */
  const place = new Int32Array(cloth.nodes);
  const energies = divided.map(({ flat, lists }) => ({
    elements: pickElements(flat, lists.flat()),
    start: sharedInts(parts.length + 1),
  }));
  parts.forEach((part, p) => {
    const first = (start[p] = vertex.length);
    const placeOf = (i: number): number => {
      if (place[i] <= first) place[i] = vertex.push(i);
      return place[i] - 1;
    };
    part.forEach(placeOf);
    own[p] = vertex.length;
    divided.forEach(({ flat, offset, lists }, e) => {
      const { elements, start: begin } = energies[e];
      const corners = cornersOf(flat);
      let to = corners * begin[p];
      for (const element of lists[p]) {
        for (let c = corners * element; c < corners * element + corners; c++) {
          elements.nodes[to++] = placeOf(offset + flat.nodes[c]);
        }
      }
      begin[p + 1] = to / corners;
    });
  });
  start[parts.length] = vertex.length;
  return {
    vectors,
    energies,
    vertex: sharedIntsOf(vertex),
    start,
    own,
    x: sharedFloats(3 * vertex.length),
    f: sharedFloats(3 * vertex.length),
    numbers: sharedFloats(2),
  };
}

/** Elements that reach a vertex of each part, rising. */
function elementsOf(flat: FlatElements, owner: Int32Array, offset: number, parts: number): number[][] {
  const lists: number[][] = Array.from({ length: parts }, () => []);
  const corners = cornersOf(flat);
  for (let e = 0; corners * e < flat.nodes.length; e++) {
    for (let c = corners * e; c < corners * e + corners; c++) {
      const list = lists[owner[offset + flat.nodes[c]]];
      if (list[list.length - 1] !== e) list.push(e);
    }
  }
  return lists;
}
