/** Six times the volume of a tetrahedron: positive where d sees a, b, c counter-clockwise. */
export function volume(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const side = (i: number, axis: number): number => x[3 * i + axis] - x[3 * d + axis];
  return (
    side(a, 0) * (side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1)) +
    side(a, 1) * (side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2)) +
    side(a, 2) * (side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0))
  );
}
