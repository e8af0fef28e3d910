import type { TriangleMesh } from './triangle-mesh.js';

/** Which edges of a mesh stand out, and what lies about them. */
export interface MeshRidges {
  /** of each edge its two vertices, and its two triangles (-1: none) */
  readonly ends: Int32Array;
  readonly sides: Int32Array;
  /** the three edges of each triangle */
  readonly edgeOf: Int32Array;
  /** how far each edge comes out of straight stretches of the length asked about that lie over it; 0 in hollows (m) */
  readonly dip: Float64Array;
}

const n = new Float64Array(6);

/**
 * The edges of a mesh as it is now, and how far each comes through something of straight pieces `stretch` long whose ends lie on the mesh:
 * over one ridge with the angle α between its faces α/4 of the stretch; over several, at a distance l, as over a ball of radius l/α.
 */
export function meshRidges(mesh: TriangleMesh, stretch: number): MeshRidges {
  const { vertices: x, triangles } = mesh;
  const known = new Map<number, number>();
  const ends: number[] = [];
  const sides: number[] = [];
  const edgeOf = new Int32Array(triangles.length);
  const count = x.length / 3;
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const a = triangles[k];
    const b = triangles[3 * t + ((k + 1) % 3)];
    const key = Math.min(a, b) * count + Math.max(a, b);
    const found = known.get(key);
    if (found === undefined) {
      known.set(key, sides.length / 2);
      edgeOf[k] = sides.length / 2;
      ends.push(a, b);
      sides.push(t, -1);
    } else {
      edgeOf[k] = found;
      sides[2 * found + 1] = t;
    }
  }
  const dip = Float64Array.from({ length: sides.length / 2 }, (_, e) => dipOf(mesh, ends, sides, e, stretch));
  return { ends: Int32Array.from(ends), sides: Int32Array.from(sides), edgeOf, dip };
}

function dipOf(
  mesh: TriangleMesh,
  ends: readonly number[],
  sides: readonly number[],
  e: number,
  stretch: number,
): number {
  const [first, second] = [sides[2 * e], sides[2 * e + 1]];
  // the rim of a surface comes through wherever it is
  if (second < 0) return stretch;
  const { vertices: x, triangles } = mesh;
  const areaOfFirst = faceNormal(n, 0, mesh, first);
  const areaOfSecond = faceNormal(n, 3, mesh, second);
  const [a, b] = [3 * ends[2 * e], 3 * ends[2 * e + 1]];
  const far = triangles.subarray(3 * second, 3 * second + 3).find((v) => 3 * v !== a && 3 * v !== b);
  if (far === undefined || areaOfFirst === 0 || areaOfSecond === 0) return 0;
  let [height, angle, length] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    height += n[c] * (x[3 * far + c] - x[a + c]);
    angle += (n[3 + c] - n[c]) * (n[3 + c] - n[c]);
    length += (x[b + c] - x[a + c]) * (x[b + c] - x[a + c]);
  }
  if (height >= 0) return 0;
  // half of the sum of the triangles' heights over the edge
  const apart = (areaOfFirst + areaOfSecond) / Math.sqrt(length);
  return 0.25 * Math.sqrt(angle) * stretch * Math.max(1, (0.5 * stretch) / apart);
}

/** out[o ..] = unit normal of a triangle in the mesh's frame; returns its area (m²) */
export function faceNormal(out: Float64Array, o: number, { vertices: x, triangles }: TriangleMesh, t: number): number {
  const [i, j, k] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    out[o + c] = (x[j + d] - x[i + d]) * (x[k + e] - x[i + e]) - (x[j + e] - x[i + e]) * (x[k + d] - x[i + d]);
  }
  const size = Math.sqrt(out[o] * out[o] + out[o + 1] * out[o + 1] + out[o + 2] * out[o + 2]);
  for (let c = 0; c < 3; c++) if (size > 0) out[o + c] /= size;
  return 0.5 * size;
}
