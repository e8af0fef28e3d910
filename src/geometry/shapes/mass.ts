import type { MassProperties } from '../mass-properties.js';
import type { Polyhedron } from '../polyhedron.js';

/** Mass properties of a solid that is alike about its three axes. */
export function diagonal(mass: number, x: number, y: number, z: number): MassProperties {
  return { mass, centre: new Float64Array(3), inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}

/** Integrals over a polyhedron, as a sum over the tetrahedra that the origin makes with its triangles. */
export function polyhedronMass(shape: Polyhedron): MassProperties {
  const x = shape.vertices;
  let volume = 0;
  const first = new Float64Array(3);
  const second = new Float64Array(9);
  for (const loop of shape.faces) {
    for (let k = 1; k + 1 < loop.length; k++) {
      const a = x.subarray(3 * loop[0], 3 * loop[0] + 3);
      const b = x.subarray(3 * loop[k], 3 * loop[k] + 3);
      const c = x.subarray(3 * loop[k + 1], 3 * loop[k + 1] + 3);
      const det =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      volume += det / 6;
      for (let i = 0; i < 3; i++) {
        const si = a[i] + b[i] + c[i];
        first[i] += (det / 24) * si;
        for (let j = 0; j < 3; j++) {
          const sj = a[j] + b[j] + c[j];
          second[3 * i + j] += (det / 120) * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + si * sj);
        }
      }
    }
  }
  const centre = first.map((m) => m / volume);
  const inertia = new Float64Array(9);
  const trace = second[0] + second[4] + second[8];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) inertia[3 * i + j] = (i === j ? trace : 0) - second[3 * i + j];
  }
  addOffset(inertia, -volume, centre);
  return { mass: volume, centre, inertia };
}

/** I += m (|c|² 1 - c cᵀ), the parallel-axis term. */
export function addOffset(I: Float64Array, m: number, c: Float64Array): void {
  const square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) I[3 * i + j] += m * ((i === j ? square : 0) - c[i] * c[j]);
}
