import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { PlacedShape } from '../placed-shape.js';
import { closestOnTriangle } from './triangle.js';

const local = new Float64Array(6);

/** Squared distances within this share of each other are one: triangles that meet in an edge or a corner. */
const tie = 1 + 1e-12;

/**
 * The triangles of a mesh near something, in world axes: triangle numbers, vertex numbers, corners (9 numbers) and unit
 * normals. One patch is used again and again.
 */
export class MeshPatch {
  n = 0;
  readonly triangle: number[] = [];
  /** vertex numbers, 3 a triangle */
  readonly vertex: number[] = [];
  x = new Float64Array(9 * 64);
  normal = new Float64Array(3 * 64);

  /** Fills the patch with the triangles whose boxes meet `box` (world, min then max). */
  gather(B: PlacedShape, mesh: TriangleMesh, box: Float64Array): void {
    this.n = 0;
    this.triangle.length = 0;
    this.vertex.length = 0;
    const { rotation: R, position: p } = B;
    for (let i = 0; i < 3; i++) {
      let centre = 0;
      let half = 0;
      for (let j = 0; j < 3; j++) {
        centre += R[3 * j + i] * (0.5 * (box[j] + box[3 + j]) - p[j]);
        half += Math.abs(R[3 * j + i]) * 0.5 * (box[3 + j] - box[j]);
      }
      local[i] = centre - half;
      local[3 + i] = centre + half;
    }
    mesh.query(local, (t) => this.#push(mesh, t, R, p));
  }

  #push(mesh: TriangleMesh, t: number, R: Float64Array, p: Float64Array): void {
    if (9 * (this.n + 1) > this.x.length) {
      const x = new Float64Array(2 * this.x.length);
      const normal = new Float64Array(2 * this.normal.length);
      x.set(this.x);
      normal.set(this.normal);
      this.x = x;
      this.normal = normal;
    }
    const at = 9 * this.n;
    const x = this.x;
    for (let k = 0; k < 3; k++) {
      const v = mesh.triangles[3 * t + k];
      this.vertex.push(v);
      const y = mesh.vertices;
      for (let i = 0; i < 3; i++) {
        x[at + 3 * k + i] = p[i] + R[3 * i] * y[3 * v] + R[3 * i + 1] * y[3 * v + 1] + R[3 * i + 2] * y[3 * v + 2];
      }
    }
    const ux = x[at + 3] - x[at];
    const uy = x[at + 4] - x[at + 1];
    const uz = x[at + 5] - x[at + 2];
    const vx = x[at + 6] - x[at];
    const vy = x[at + 7] - x[at + 1];
    const vz = x[at + 8] - x[at + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length === 0) {
      this.vertex.length -= 3;
      return;
    }
    this.normal[3 * this.n] = nx / length;
    this.normal[3 * this.n + 1] = ny / length;
    this.normal[3 * this.n + 2] = nz / length;
    this.triangle.push(t);
    this.n++;
  }

  /**
   * Whether a point lies in front of the triangle that is nearest to it. Of triangles that meet where it is nearest the one that looks most
   * towards or away from it counts, as in `TriangleMesh.nearest`.
   */
  isInFront(px: number, py: number, pz: number): boolean {
    const { x, normal } = this;
    let best = Infinity;
    let above = 0;
    for (let t = 0; t < this.n; t++) {
      const a = 9 * t;
      const square = closestOnTriangle(x, a, a + 3, a + 6, px, py, pz);
      if (square > best * tie) continue;
      const own =
        (px - x[a]) * normal[3 * t] + (py - x[a + 1]) * normal[3 * t + 1] + (pz - x[a + 2]) * normal[3 * t + 2];
      if (square * tie >= best && Math.abs(own) <= Math.abs(above)) continue;
      best = Math.min(best, square);
      above = own;
    }
    return above > 0;
  }

  /**
   * Whether the direction d can be the normal of a contact at a feature of the mesh: at a corner or an edge it must
   * not lean over any triangle that holds it (then a point of that triangle would be nearer). Corner: j < 0.
   */
  admits(i: number, j: number, dx: number, dy: number, dz: number): boolean {
    for (let t = 0; t < this.n; t++) {
      const ki = this.#place(t, i);
      if (ki < 0) continue;
      const kj = j < 0 ? -1 : this.#place(t, j);
      if (j >= 0 && kj < 0) continue;
      for (let k = 0; k < 3; k++) {
        if (k === ki || k === kj) continue;
        if (this.#leans(t, ki, kj, k, dx, dy, dz)) return false;
      }
    }
    return true;
  }

  #place(t: number, v: number): number {
    for (let k = 0; k < 3; k++) if (this.vertex[3 * t + k] === v) return k;
    return -1;
  }

  /** Whether d leans from corner i, or edge i-j, of triangle t towards its corner k. */
  #leans(t: number, i: number, j: number, k: number, dx: number, dy: number, dz: number): boolean {
    const x = this.x;
    const a = 9 * t + 3 * i;
    const c = 9 * t + 3 * k;
    let ex = x[c] - x[a];
    let ey = x[c + 1] - x[a + 1];
    let ez = x[c + 2] - x[a + 2];
    if (j >= 0) {
      // only the part across the edge counts
      const b = 9 * t + 3 * j;
      const gx = x[b] - x[a];
      const gy = x[b + 1] - x[a + 1];
      const gz = x[b + 2] - x[a + 2];
      const s = (ex * gx + ey * gy + ez * gz) / (gx * gx + gy * gy + gz * gz);
      ex -= s * gx;
      ey -= s * gy;
      ez -= s * gz;
    }
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    return ex * dx + ey * dy + ez * dz > 1e-6 * length;
  }
}
