import type { Vector } from '../schema/values.js';
import { packedHalves, unit } from './head-mesh.js';

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

const surfaces = new Map<ModelName, { readonly vertices: number[]; readonly triangles: number[] }>();

/** Vertices and triangles of a model, flat. */
export function modelNumbers(name: ModelName): { readonly vertices: number[]; readonly triangles: number[] } {
  let surface = surfaces.get(name);
  if (!surface) surfaces.set(name, (surface = unpack(packedHalves[name])));
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
  [0.062, 0.05, -0.025],
  [0.045, 0.068, -0.05],
  [0, 0.075, -0.06],
];

/** The scalps of models that have one. */
export const scalps: Readonly<Partial<Record<ModelName, Scalp>>> = {
  head: {
    centre: [0, 0.018, 0.036],
    hairline: [...hairlineSide, ...hairlineSide.slice(1, -1).map(([x, y, z]): Vector => [-x, y, z])],
    parting: [
      [0.012, -0.08, 0.09],
      [0.012, -0.02, 0.12],
      [0.006, 0.045, 0.118],
      [0, 0.08, 0.1],
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
function unpack(half: { readonly vertices: string; readonly triangles: string }): {
  vertices: number[];
  triangles: number[];
} {
  const vertices: number[] = [];
  const last = [0, 0, 0];
  for (const step of numbersIn(half.vertices)) {
    const axis = vertices.length % 3;
    last[axis] += step;
    vertices.push(last[axis] * unit);
  }
  let corner = 0;
  const triangles = Array.from(numbersIn(half.triangles), (step) => (corner += step));
  const [count, corners] = [vertices.length / 3, triangles.length];
  const twin = Array.from({ length: count }, (_, v) => {
    const [x, y, z] = vertices.slice(3 * v, 3 * v + 3);
    return x === 0 ? v : vertices.push(-x, y, z) / 3 - 1;
  });
  for (let k = 0; k < corners; k += 3) {
    triangles.push(twin[triangles[k]], twin[triangles[k + 2]], twin[triangles[k + 1]]);
  }
  return { vertices, triangles };
}
