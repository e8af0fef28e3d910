import { cos, sin } from '../math/functions.js';
import {
  conjugateQuaternion,
  integrateQuaternion,
  multiplyQuaternions,
  rotationVectorFromQuaternion,
} from '../math/quaternion.js';
import type { Motion } from './motion.js';

type Triple = [number, number, number];

/** Rates at a keyframe are at most so many times those of its two intervals: then nothing swings past a keyframe on its way. */
const steepest = 3;

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * A pose given at times (s, rising), at rest before the first and after the last, with a velocity that is continuous: cubic in
 * between, positions and rotation vectors alike. Where it turns back, and beside intervals in which nothing moves, it stops.
 */
export function smoothKeyframes(times: readonly number[], poses: readonly (readonly number[])[]): Motion {
  const n = times.length;
  const spans = times.slice(1).map((t, k) => t - times[k]);
  const ways = spans.map((_, k) => difference(poses[k], poses[k + 1]));
  const turns = spans.map((_, k) => turnBetween(poses[k], poses[k + 1]));
  const velocities = ratesAt(ways, spans);
  const spins = ratesAt(turns, spans);
  const a = new Float64Array(7);
  const turn = new Float64Array(3);
  return (out, t) => {
    let k = 0;
    while (k < n - 2 && t >= times[k + 1]) k++;
    a.set(poses[k]);
    const T = spans[k] ?? 0;
    const u = T > 0 ? Math.min(Math.max((t - times[k]) / T, 0), 1) : 0;
    if (u === 0) {
      out.set(a);
      return;
    }
    // Hermite's polynomials: rate at the start, way, rate at the end
    const start = T * u * (1 - u) * (1 - u);
    const way = u * u * (3 - 2 * u);
    const end = T * u * u * (u - 1);
    const arriving = rateOfVector(turns[k], spins[k + 1]);
    for (let i = 0; i < 3; i++) {
      out[i] = a[i] + start * velocities[k][i] + way * ways[k][i] + end * velocities[k + 1][i];
      turn[i] = start * spins[k][i] + way * turns[k][i] + end * arriving[i];
    }
    integrateQuaternion(out, 3, a, 3, turn, 0, 1);
  };
}

function difference(a: readonly number[], b: readonly number[]): Triple {
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}

/** Rotation vector from one pose to the next, world axes. */
function turnBetween(a: readonly number[], b: readonly number[]): Triple {
  const relative = new Float64Array(4);
  const phi = new Float64Array(3);
  conjugateQuaternion(relative, 0, Float64Array.from(a), 3);
  multiplyQuaternions(relative, 0, Float64Array.from(b), 3, relative, 0);
  rotationVectorFromQuaternion(phi, 0, relative, 0);
  return [phi[0], phi[1], phi[2]];
}

/** Rates at the keyframes: none at the first and the last, else that of the parabola through three, bounded. */
function ratesAt(ways: readonly Triple[], spans: readonly number[]): Triple[] {
  const rates: Triple[] = [[0, 0, 0]];
  for (let k = 1; k < ways.length; k++) {
    const before = ways[k - 1].map((x) => x / spans[k - 1]) as Triple;
    const after = ways[k].map((x) => x / spans[k]) as Triple;
    rates.push(dot(before, after) > 0 ? between(before, spans[k - 1], after, spans[k]) : [0, 0, 0]);
  }
  rates.push([0, 0, 0]);
  return rates;
}

function between(before: Triple, T: number, after: Triple, U: number): Triple {
  const mean = before.map((x, i) => (U * x + T * after[i]) / (T + U)) as Triple;
  const most = steepest * Math.sqrt(Math.min(dot(before, before), dot(after, after)));
  const size = Math.sqrt(dot(mean, mean));
  return size > most ? (mean.map((x) => (x * most) / size) as Triple) : mean;
}

/** Rate of the rotation vector phi at which it turns with the angular velocity w: the inverse of the derivative of exp at phi. */
function rateOfVector(phi: Triple, w: Triple): Triple {
  const square = dot(phi, phi);
  const half = 0.5 * Math.sqrt(square);
  // (1 - x cot x) / (2 x)², 1/12 at 0
  const factor = half < 1e-4 ? 1 / 12 : (1 - (half * cos(half)) / sin(half)) / square;
  const once = cross(phi, w);
  const twice = cross(phi, once);
  return [0, 1, 2].map((i) => w[i] - 0.5 * once[i] + factor * twice[i]) as Triple;
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
