import type { Triple } from './up-axis.js';

/** A surface whose vertices are given at several times. */
export interface DeformingMesh {
  /** rising (s) */
  readonly times: readonly number[];
  /** vertices at each time, 3 numbers each (m) */
  readonly frames: readonly Float32Array[];
  readonly triangles: readonly Triple[];
}

/**
 * The same surface with vertices joined that are at the same place at all times: files split them where normals or texture
 * coordinates jump, and contacts would see an open edge there.
 */
export function welded({ times, frames, triangles }: DeformingMesh): DeformingMesh {
  const n = frames[0].length / 3;
  const numbers = new Int32Array(n);
  const places = new Map<string, number[]>();
  const kept: number[] = [];
  const same = (a: number, b: number): boolean =>
    frames.every((x) => x[3 * a] === x[3 * b] && x[3 * a + 1] === x[3 * b + 1] && x[3 * a + 2] === x[3 * b + 2]);
  for (let v = 0; v < n; v++) {
    const x = frames[0];
    const key = `${x[3 * v]} ${x[3 * v + 1]} ${x[3 * v + 2]}`;
    const there = places.get(key);
    const twin = there?.find((other) => same(kept[other], v));
    if (twin !== undefined) {
      numbers[v] = twin;
      continue;
    }
    numbers[v] = kept.length;
    if (there) there.push(kept.length);
    else places.set(key, [kept.length]);
    kept.push(v);
  }
  if (kept.length === n) return { times, frames, triangles };
  const joined = triangles.map(([a, b, c]): Triple => [numbers[a], numbers[b], numbers[c]]);
  return {
    times,
    frames: frames.map((x) =>
      Float32Array.from({ length: 3 * kept.length }, (_, k) => x[3 * kept[Math.floor(k / 3)] + (k % 3)]),
    ),
    triangles: joined.filter(([a, b, c]) => a !== b && b !== c && c !== a),
  };
}
