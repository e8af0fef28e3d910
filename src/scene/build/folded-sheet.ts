import type { Surface } from '../../bodies/cloth/index.js';
import { InputError } from '../../errors.js';
import { cos, sin } from '../../math/functions.js';
import type { PieceJson } from '../schema/cloth.js';

type SheetJson = Extract<PieceJson, { type: 'sheet' }>;

/**
 * Where the vertices of a sheet lie that was laid in folds: to and fro along v, layer over layer along u x v, with half circles between
 * them. Lengths along it are kept; at rest it stays flat.
 */
export function foldedPositions({ uv }: Surface, json: SheetJson, path: string): Float64Array {
  const { u, v, corner, folds } = json;
  const { layers, bend } = folds!;
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const radius = 0.5 * bend * length;
  const run = (length - (layers - 1) * Math.PI * radius) / layers;
  if (!(run > 0)) {
    const expected = `below ${2 / (Math.PI * (layers - 1))}, so that something is left of each layer`;
    throw new InputError('wrong cloth', [{ path: `${path}folds.bend`, expected, found: String(bend) }]);
  }
  const along = v.map((x) => x / length);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const { points } = uv!;
  const positions = new Float64Array(1.5 * points.length);
  for (let k = 0; 2 * k < points.length; k++) {
    const [x, z] = folded(points[2 * k + 1] * length, run, radius, layers);
    for (let c = 0; c < 3; c++) {
      positions[3 * k + c] = corner[c] + points[2 * k] * u[c] + x * along[c] + (z * n[c]) / size;
    }
  }
  return positions;
}

/** How far along v and how high over the lowest layer the place at arc length s is. */
function folded(s: number, run: number, radius: number, layers: number): [number, number] {
  const bend = Math.PI * radius;
  const layer = Math.min(Math.floor(s / (run + bend)), layers - 1);
  const rest = s - layer * (run + bend);
  const [from, sign] = layer % 2 === 0 ? [0, 1] : [run, -1];
  const height = 2 * radius * layer;
  if (rest <= run) return [from + sign * rest, height];
  const angle = (rest - run) / radius;
  return [from + sign * (run + radius * sin(angle)), height + radius * (1 - cos(angle))];
}
