import { type Triangles, TriangleBuilder } from './triangles.js';

/**
 * Frames along a polyline, carried from node to node with the smallest turn: 9 numbers a node, two axes across and the
 * tangent. At a node the tangent is the mean of those of its segments.
 */
export function nodeFrames(points: ArrayLike<number>, closed = false): Float64Array {
  const n = points.length / 3;
  const frames = new Float64Array(9 * n);
  let before: number[] | undefined;
  for (let i = 0; i < n; i++) {
    const a = closed ? (i + n - 1) % n : Math.max(0, i - 1);
    const b = closed ? (i + 1) % n : Math.min(n - 1, i + 1);
    const t = unit([0, 1, 2].map((k) => points[3 * b + k] - points[3 * a + k]));
    const side = before ?? leastAxis(t);
    const dot = side[0] * t[0] + side[1] * t[1] + side[2] * t[2];
    const d1 = unit([0, 1, 2].map((k) => side[k] - dot * t[k]));
    const d2 = [t[1] * d1[2] - t[2] * d1[1], t[2] * d1[0] - t[0] * d1[2], t[0] * d1[1] - t[1] * d1[0]];
    frames.set([...d1, ...d2, ...t], 9 * i);
    before = d1;
  }
  return frames;
}

function unit(x: number[]): number[] {
  const size = Math.hypot(x[0], x[1], x[2]);
  return size > 0 ? x.map((c) => c / size) : [1, 0, 0];
}

function leastAxis(t: number[]): number[] {
  const [x, y, z] = t.map(Math.abs);
  if (x <= y && x <= z) return [1, 0, 0];
  return y <= z ? [0, 1, 0] : [0, 0, 1];
}

/** The surface of a tube along a polyline, its ends closed. */
export function tubeMesh(points: ArrayLike<number>, radius: number, sides: number, closed = false): Triangles {
  const n = points.length / 3;
  const frames = nodeFrames(points, closed);
  const build = new TriangleBuilder();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < sides; k++) {
      const a = (2 * Math.PI * k) / sides;
      const [c, s] = [radius * Math.cos(a), radius * Math.sin(a)];
      const at = (j: number): number => points[3 * i + j] + c * frames[9 * i + j] + s * frames[9 * i + 3 + j];
      build.vertex(at(0), at(1), at(2));
    }
  }
  for (let i = 0; i + 1 < n; i++) build.band(i * sides, (i + 1) * sides, sides);
  if (closed) build.band((n - 1) * sides, 0, sides);
  else {
    build.fan(build.vertex(points[0], points[1], points[2]), 0, sides, false);
    const last = 3 * (n - 1);
    build.fan(build.vertex(points[last], points[last + 1], points[last + 2]), (n - 1) * sides, sides, true);
  }
  return build.finish();
}
