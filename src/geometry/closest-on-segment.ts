/** Place (0 to 1) on the segment a-b nearest to (x, y, z). */
export function closestOnSegment(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  x: number,
  y: number,
  z: number,
): number {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const square = dx * dx + dy * dy + dz * dz;
  if (square === 0) return 0;
  const t = ((x - a[i]) * dx + (y - a[i + 1]) * dy + (z - a[i + 2]) * dz) / square;
  return t < 0 ? 0 : t > 1 ? 1 : t;
}
