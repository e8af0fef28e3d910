import type { Surface } from './surface.js';

/** A steady wind and how cloth catches it. */
export interface Wind {
  /** velocity of the air (m/s) */
  readonly velocity: readonly [number, number, number];
  /** half the air's density times the drag coefficient (kg/m³). Default: 0.6 */
  readonly drag?: number;
}

/** F += drag A |s| s n on every triangle, s the air's speed along its normal relative to the cloth, shared by its corners (N). */
export function addWind(F: Float64Array, surface: Surface, wind: Wind, x: Float64Array, v: Float64Array): void {
  const { triangles } = surface;
  const { drag = 0.6, velocity } = wind;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const wx = x[c] - x[a];
    const wy = x[c + 1] - x[a + 1];
    const wz = x[c + 2] - x[a + 2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const double = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (double === 0) continue;
    const rx = velocity[0] - (v[a] + v[b] + v[c]) / 3;
    const ry = velocity[1] - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
    const rz = velocity[2] - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
    const s = (rx * nx + ry * ny + rz * nz) / double;
    // drag · A |s| s n / 3 with n = N / |N|, A = |N| / 2
    const k = (drag * Math.abs(s) * s) / 6;
    for (const i of [a, b, c]) {
      F[i] += k * nx;
      F[i + 1] += k * ny;
      F[i + 2] += k * nz;
    }
  }
}
