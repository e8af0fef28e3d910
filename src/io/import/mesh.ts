import type { Triple } from './up-axis.js';

/** A surface of triangles as scenes hold it. */
export interface ImportedMesh {
  readonly vertices: Triple[];
  readonly triangles: Triple[];
  /** texture coordinates, v counted from below, where the file has some of every corner */
  readonly uvs?: [number, number][];
  /** which of them the corners of each triangle have */
  readonly uvTriangles?: Triple[];
}

/** The surface without texture coordinates. */
export function bare({ vertices, triangles }: ImportedMesh): ImportedMesh {
  return { vertices, triangles };
}

/**
 * Vertices at one place as one. Formats whose vertices have one normal and one texture coordinate each cut surfaces open along sharp edges and
 * seams; cloth would come apart there. Triangles that lose a corner by that are left out.
 */
export function welded({ vertices, triangles, uvs, uvTriangles = triangles }: ImportedMesh): ImportedMesh {
  const known = new Map<string, number>();
  const kept: Triple[] = [];
  const place = vertices.map((vertex) => {
    // -0 is 0
    const key = vertex.map((x) => x + 0).join(' ');
    const there = known.get(key) ?? kept.push(vertex) - 1;
    known.set(key, there);
    return there;
  });
  const merged = triangles.map(([a, b, c]): Triple => [place[a], place[b], place[c]]);
  const whole = merged.map(([a, b, c]) => a !== b && b !== c && c !== a);
  const sound = <T>(list: readonly T[]): T[] => list.filter((_, k) => whole[k]);
  return { vertices: kept, triangles: sound(merged), ...(uvs && { uvs, uvTriangles: sound(uvTriangles) }) };
}
