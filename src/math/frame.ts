/** The local frame of a contact. */

/**
 * Fills the 3x3 frame of a contact from its unit normal e: rows e, t1, t2 (normal first), so that the local components
 * of a world vector are the plain product of this matrix with it. t1 is the world axis least aligned with e, made
 * orthogonal to it and normalised, t2 = e × t1. Of equally aligned axes the first (x, then y, then z) is taken.
 *
 * @param out   nine numbers at `offset`, row-major
 * @param normal unit vector at `at`, pointing from body B to body A
 */
export function contactFrame(out: Float64Array, offset: number, normal: Float64Array, at = 0): void {
  const x = normal[at];
  const y = normal[at + 1];
  const z = normal[at + 2];
  let axis = 0;
  let least = Math.abs(x);
  if (Math.abs(y) < least) {
    axis = 1;
    least = Math.abs(y);
  }
  if (Math.abs(z) < least) axis = 2;
  // axis - (axis · e) e
  const along = axis === 0 ? x : axis === 1 ? y : z;
  let tx = (axis === 0 ? 1 : 0) - along * x;
  let ty = (axis === 1 ? 1 : 0) - along * y;
  let tz = (axis === 2 ? 1 : 0) - along * z;
  // at least √(2/3)
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx /= length;
  ty /= length;
  tz /= length;
  out[offset] = x;
  out[offset + 1] = y;
  out[offset + 2] = z;
  out[offset + 3] = tx;
  out[offset + 4] = ty;
  out[offset + 5] = tz;
  out[offset + 6] = y * tz - z * ty;
  out[offset + 7] = z * tx - x * tz;
  out[offset + 8] = x * ty - y * tx;
}
