import type { InitialShape } from '../../bodies/rods/spec.js';
import { frameOfTangent } from '../../bodies/rods/shape.js';
import { cos, sin } from '../../math/functions.js';
import { multiplyQuaternions, quaternionFromRotationVector, quaternionToMatrix } from '../../math/quaternion.js';
import { normalise3 } from '../../math/vec3.js';
import type { Obstacle } from '../../dynamics/members/obstacle.js';
import type { Vector } from '../schema/values.js';
import { ObstacleSurfaces } from './obstacle-surfaces.js';

/** Length of a step along a strand (m): well below the radius of a head's curvature. */
export const stride = 0.004;
/** Length over which a strand that nothing carries turns downwards (m). */
const fallLength = 0.045;
/** Steepest rise of a strand over what lies below it. */
const steepest = 0.5;

/** How a strand lies: in a layer that rises from the surface as it passes the roots of others. */
export interface Layer {
  /** distance of its centre line from the surface at the root (m) */
  readonly clearance: number;
  /** distance added beyond the root: what arcs that cannot follow the strand need to stay outside (m) */
  readonly extra?: number;
  /** gain of distance over a length on the scalp, from what grows there and lies below it */
  readonly rise: number;
  /** whether hair grows at a place */
  readonly grows: (place: Vector) => boolean;
}

/** Draws strands that lie on obstacles and hang down from them, at time 0. */
export class Drape {
  readonly #obstacles: ObstacleSurfaces;
  readonly #down: Vector;

  constructor(obstacles: readonly Obstacle[], gravity: ArrayLike<number>) {
    const size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    this.#down = size > 0 ? [gravity[0] / size, gravity[1] / size, gravity[2] / size] : [0, 0, -1];
    this.#obstacles = new ObstacleSurfaces(obstacles);
  }

  /** Points of a strand from its root on, a stride apart. */
  curve(root: Vector, direction: Vector, length: number, { clearance, extra = 0, rise, grows }: Layer): Vector[] {
    const points: Vector[] = [root];
    const d = Float64Array.from(direction);
    const q = new Float64Array(root);
    const n = this.#obstacles.normal;
    let gap = clearance;
    const turn = stride / fallLength;
    for (let s = 0; s < length + stride; s += stride) {
      const p = points[points.length - 1];
      for (let i = 0; i < 3; i++) d[i] += turn * this.#down[i];
      normalise3(d, 0, d, 0);
      for (let i = 0; i < 3; i++) q[i] = p[i] + stride * d[i];
      if (grows([q[0], q[1], q[2]])) gap += rise * stride;
      const carried = this.#obstacles.clear(q, gap + Math.min(extra, steepest * s));
      for (let i = 0; i < 3; i++) d[i] = q[i] - p[i];
      normalise3(d, 0, d, 0);
      points.push([p[0] + stride * d[0], p[1] + stride * d[1], p[2] + stride * d[2]]);
      // what is lifted over others does not go on rising: nothing would hold it there
      const away = carried ? Math.max(0, d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) : 0;
      for (let i = 0; i < 3; i++) d[i] -= away * n[i];
    }
    return points;
  }

  /** Least distance of points, flat, from all surfaces; the root and the node after it are as they are held. */
  nearest(points: Float64Array): number {
    let least = Infinity;
    for (let k = 6; k < points.length; k += 3)
      least = Math.min(least, this.#obstacles.distance(points.subarray(k, k + 3)));
    return least;
  }
}

/** Samples of an element that its curvature is fitted to, and how far beyond its end, over its length, they reach. */
const samples = 6;
const lookahead = 1.5;

/**
 * Arcs of constant curvature along points that are a stride apart, one after the other: each is the best fit of what it and the
 * beginning of the next have to follow, so that errors do not add up along the strand.
 */
export function arcsAlong(
  points: readonly Vector[],
  length: number,
  elements: number,
  tangent: Vector = towards(points, 0),
): InitialShape {
  const l = length / elements;
  const frame = new Float64Array(4);
  frameOfTangent(frame, 0, tangent);
  const normal = axesOf(frame)[0];
  const x = Float64Array.from(points[0]);
  const turn = new Float64Array(4);
  const curvatures: Vector[] = [];
  for (let e = 0; e < elements; e++) {
    const [d1, d2, d3] = axesOf(frame);
    // bent towards d1 and d2 by a and b: x(s) = x + sin(ks)/k d3 + (1 - cos(ks))/k (a d1 + b d2)/k
    let [a, b] = [0, 0];
    for (let round = 0; round < 4; round++) {
      let [sumA, sumB, weight] = [0, 0, 0];
      for (let j = 1; j <= samples; j++) {
        const s = (lookahead * l * j) / samples;
        const goal = placeAt(points, e * l + s);
        const at = onArc(x, d1, d2, d3, a, b, s);
        const lever = 0.5 * s * s;
        const miss: Vector = [goal[0] - at[0], goal[1] - at[1], goal[2] - at[2]];
        sumA += lever * dot(miss, d1);
        sumB += lever * dot(miss, d2);
        weight += lever * lever;
      }
      a += sumA / weight;
      b += sumB / weight;
    }
    x.set(onArc(x, d1, d2, d3, a, b, l));
    curvatures.push([-b, a, 0]);
    quaternionFromRotationVector(turn, 0, Float64Array.of(-b * l, a * l, 0), 0);
    multiplyQuaternions(frame, 0, frame, 0, turn, 0);
  }
  const curvature = (s: number): Vector => curvatures[Math.min(elements - 1, Math.max(0, Math.floor(s / l)))];
  return { position: points[0], tangent, normal, curvature };
}

function axesOf(frame: Float64Array): [Vector, Vector, Vector] {
  const R = new Float64Array(9);
  quaternionToMatrix(R, 0, frame, 0);
  return [
    [R[0], R[3], R[6]],
    [R[1], R[4], R[7]],
    [R[2], R[5], R[8]],
  ];
}

function onArc(x: Float64Array, d1: Vector, d2: Vector, d3: Vector, a: number, b: number, s: number): Vector {
  const k = Math.sqrt(a * a + b * b);
  const along = k > 1e-9 ? sin(k * s) / k : s;
  const aside = k > 1e-9 ? (1 - cos(k * s)) / (k * k) : 0.5 * s * s;
  const at = (i: number): number => x[i] + along * d3[i] + aside * (a * d1[i] + b * d2[i]);
  return [at(0), at(1), at(2)];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function towards(points: readonly Vector[], k: number): Vector {
  const [a, b] = [points[k], points[k + 1]];
  return [(b[0] - a[0]) / stride, (b[1] - a[1]) / stride, (b[2] - a[2]) / stride];
}

/** Place at an arc length; straight on beyond the end. */
function placeAt(points: readonly Vector[], s: number): Vector {
  const k = Math.min(points.length - 2, Math.floor(s / stride));
  const rest = s - k * stride;
  const t = towards(points, k);
  return [points[k][0] + rest * t[0], points[k][1] + rest * t[1], points[k][2] + rest * t[2]];
}
