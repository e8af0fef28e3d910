import { closestOnTriangle } from '../geometry/closest-on-triangle.js';
import { sharedIntsOf } from '../linalg/kernel/shared-work.js';
import type { ThickSurface } from './proximity.js';

/** Vertices that lie so near each triangle that they cannot be another layer: `list[start[t] .. start[t + 1] - 1]`. */
export interface Surroundings {
  readonly start: Int32Array;
  readonly list: Int32Array;
}

/**
 * What lies nearer at rest than this on one piece of a surface cannot come to lie on each other (m): between layers that touch, a thickness
 * apart, there is at least a half circle of surface, π/2 thicknesses. All else can, neighbouring rows of triangles included. A thickness and a
 * half is how far contacts are looked for.
 */
export function besideAtRest({ thickest }: ThickSurface): number {
  return 2 * thickest;
}

/** What of a surface lies beside each triangle at rest, on the same piece. */
export function surroundings(surface: ThickSurface): Surroundings {
  const { nodes, triangles, piece, rest } = surface;
  const near = besideAtRest(surface);
  const cells = new Map<string, number[]>();
  let size = near;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const corners = [0, 1, 2].map((k) => rest[3 * triangles[t + k] + c]);
      size = Math.max(size, Math.max(...corners) - Math.min(...corners));
    }
  }
  const cellOf = (x: number): number => Math.floor(x / size);
  for (let i = 0; i < nodes; i++) {
    const key = `${cellOf(rest[3 * i])} ${cellOf(rest[3 * i + 1])} ${cellOf(rest[3 * i + 2])}`;
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  const start = new Int32Array(triangles.length / 3 + 1);
  const list: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const range = [0, 1, 2].map((axis) => {
      const corners = [rest[a + axis], rest[b + axis], rest[c + axis]];
      return [cellOf(Math.min(...corners) - near), cellOf(Math.max(...corners) + near)];
    });
    for (let x = range[0][0]; x <= range[0][1]; x++) {
      for (let y = range[1][0]; y <= range[1][1]; y++) {
        for (let z = range[2][0]; z <= range[2][1]; z++) {
          for (const i of cells.get(`${x} ${y} ${z}`) ?? []) {
            if (piece[i] !== piece[triangles[t]]) continue;
            const square = closestOnTriangle(rest, a, b, c, rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            if (square < near * near) list.push(i);
          }
        }
      }
    }
    start[t / 3 + 1] = list.length;
  }
  return { start: sharedIntsOf(start), list: sharedIntsOf(list) };
}
