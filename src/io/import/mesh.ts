import type { Triple } from './up-axis.js';

/** A surface of triangles as scenes hold it. */
export interface ImportedMesh {
  readonly vertices: Triple[];
  readonly triangles: Triple[];
}
