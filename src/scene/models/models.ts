import { InputError } from '../../errors.js';
import type { Vector } from '../schema/values.js';

/** Surfaces that come with the program: a head that looks along -y, z up, and the shoulders below it. */
export const modelNames = ['head', 'shoulders'] as const;

export type ModelName = (typeof modelNames)[number];

/** Where hair grows on a head, in the frame of its mesh. */
export interface Scalp {
  /** what the hairline is seen from (m) */
  readonly centre: Vector;
  /** points of the hairline, around the vertical through the centre (m) */
  readonly hairline: readonly Vector[];
  /** the line that hair leaves to both sides, from the forehead to the crown (m) */
  readonly parting: readonly Vector[];
}

/** A surface as scenes write it. */
export interface ModelMesh {
  readonly vertices: readonly Vector[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** Half of a surface (x >= 0): steps from one number to the next, as `unpack` reads them. */
export interface PackedHalf {
  readonly vertices: string;
  readonly triangles: string;
}

/** The surfaces in packed form; `unit` is the length that their whole numbers count (m). */
export interface PackedModels {
  readonly unit: number;
  readonly halves: Readonly<Record<ModelName, PackedHalf>>;
}

let packed: PackedModels | undefined;
const surfaces = new Map<ModelName, ModelMesh>();

/** Hands over the surfaces (`provided.ts`): they weigh 42 kB, which only programs with scenes that name them are to carry. */
export function provideModels(models: PackedModels): void {
  packed = models;
}

/** Vertices and triangles of a model. Throws an `InputError` in programs that were bundled without the surfaces. */
export function modelMesh(name: ModelName): ModelMesh {
  let surface = surfaces.get(name);
  if (!surface) {
    if (!packed) {
      const hint = "import 'stickslip/models' where the program begins: bundlers leave the surfaces out otherwise";
      const problem = { path: 'shape.model', expected: 'a model that is there', found: `'${name}', not loaded`, hint };
      throw new InputError('a model is not there', [problem]);
    }
    surfaces.set(name, (surface = unpack(packed.halves[name], packed.unit)));
  }
  return surface;
}

/** The hairline of one side, from the forehead over temple, ear and nape; the other side is its mirror image. */
const hairlineSide: readonly Vector[] = [
  [0, -0.0735, 0.076],
  [0.025, -0.0685, 0.0765],
  [0.045, -0.058, 0.066],
  [0.0585, -0.044, 0.047],
  [0.066, -0.03, 0.022],
  [0.069, -0.012, 0.0],
  [0.071, -0.002, 0.016],
  [0.073, 0.016, 0.024],
  [0.07, 0.034, 0.012],
  [0.0531, 0.0466, -0.0204],
  [0.0346, 0.0584, -0.0484],
  [0, 0.075, -0.06],
];

/** The scalps of models that have one. */
export const scalps: Readonly<Partial<Record<ModelName, Scalp>>> = {
  head: {
    centre: [0, 0.018, 0.036],
    hairline: [...hairlineSide, ...hairlineSide.slice(1, -1).map(([x, y, z]): Vector => [-x, y, z])],
    parting: [
      [0.0104, -0.0726, 0.0827],
      [0.0111, -0.0185, 0.1135],
      [0.0056, 0.0443, 0.1153],
      [0, 0.0789, 0.0985],
    ],
  },
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Numbers that were written with five bits a letter, the lowest first, the sixth bit saying that there are more; sign last. */
function* numbersIn(text: string): Generator<number> {
  let n = 0;
  let place = 1;
  for (const letter of text) {
    const digit = digits.indexOf(letter);
    n += (digit % 32) * place;
    place *= 32;
    if (digit >= 32) continue;
    yield n % 2 === 1 ? -(n + 1) / 2 : n / 2;
    n = 0;
    place = 1;
  }
}

/** Both halves of a surface: vertices with x = 0 belong to both. */
function unpack(half: PackedHalf, unit: number): ModelMesh {
  const last: [number, number, number] = [0, 0, 0];
  const vertices = triples(numbersIn(half.vertices)).map((step): Vector => {
    for (let i = 0; i < 3; i++) last[i] += step[i];
    return [last[0] * unit, last[1] * unit, last[2] * unit];
  });
  let corner = 0;
  const own = triples(Array.from(numbersIn(half.triangles), (step) => (corner += step)));
  const twin = vertices.map(([x, y, z], v) => (x === 0 ? v : vertices.push([-x, y, z]) - 1));
  const mirrored = own.map(([a, b, c]): [number, number, number] => [twin[a], twin[c], twin[b]]);
  return { vertices, triangles: [...own, ...mirrored] };
}

function triples(numbers: Iterable<number>): [number, number, number][] {
  const all = Array.from(numbers);
  return Array.from({ length: all.length / 3 }, (_, k) => [all[3 * k], all[3 * k + 1], all[3 * k + 2]]);
}
