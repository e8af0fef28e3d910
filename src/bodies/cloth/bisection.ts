/**
 * Divides points into parts of equal numbers that lie together, by halving them across the longest side of their box.
 *
 * @param x 3 numbers a point
 * @returns the points of each part, rising
 */
export function bisectPoints(x: Float64Array, points: Int32Array, parts: number): Int32Array[] {
  if (parts <= 1 || points.length < 2) return [points.slice().sort()];
  const axis = longestSide(x, points);
  const sorted = points.slice().sort((i, j) => x[3 * i + axis] - x[3 * j + axis] || i - j);
  const half = parts >> 1;
  const cut = Math.round((points.length * half) / parts);
  return [...bisectPoints(x, sorted.subarray(0, cut), half), ...bisectPoints(x, sorted.subarray(cut), parts - half)];
}

function longestSide(x: Float64Array, points: Int32Array): number {
  let [axis, longest] = [0, -1];
  for (let c = 0; c < 3; c++) {
    let [least, most] = [Infinity, -Infinity];
    for (const i of points) {
      least = Math.min(least, x[3 * i + c]);
      most = Math.max(most, x[3 * i + c]);
    }
    if (most - least > longest) [axis, longest] = [c, most - least];
  }
  return axis;
}
