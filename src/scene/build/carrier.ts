import { type Motion, carried, still } from '../../bodies/motion.js';
import type { VertexKeys } from '../../bodies/deformation.js';
import { closestOnTriangle, weights } from '../../geometry/closest-on-triangle.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { conjugateQuaternion, quaternionFromMatrix, rotateByQuaternion } from '../../math/quaternion.js';

type Place = readonly [number, number, number];

/** An obstacle that carries others along. */
export interface Carrier {
  /** of its frame */
  readonly motion: Motion;
  /** whether its mesh deforms, so that each place on it moves in its own way */
  readonly deforms: boolean;
  /** the frame that a place (in world axes, at time 0) moves with */
  at(place: Place): Motion;
}

/** An obstacle of one piece. */
export function rigidCarrier(motion: Motion): Carrier {
  return { motion, deforms: false, at: () => motion };
}

/** An obstacle whose mesh deforms: places move with the triangle that is nearest to them at time 0. */
export function deformingCarrier(motion: Motion, mesh: TriangleMesh, keys: VertexKeys): Carrier {
  const frame = new Float64Array(7);
  motion(frame, 0);
  const back = new Float64Array(4);
  conjugateQuaternion(back, 0, frame, 3);
  // the mesh itself moves on as soon as the world takes a step
  const start = new Float64Array(mesh.vertices.length);
  keys.at(start, 0);
  const there = new TriangleMesh(start, mesh.triangles);
  const foot = new Float64Array(7);
  return {
    motion,
    deforms: true,
    at(place) {
      const x = Float64Array.from(place, (value, i) => value - frame[i]);
      rotateByQuaternion(x, 0, back, 0, x, 0);
      const corner = 3 * there.nearest(foot, x[0], x[1], x[2]);
      return carried(triangleMotion(keys, start, there.triangles.subarray(corner, corner + 3), x), motion);
    },
  };
}

/**
 * A frame that moves with a triangle: its origin keeps its place between the corners, its third axis is the normal, and in
 * the plane it turns by the turning part of how the triangle is strained (polar decomposition), whichever corner comes first.
 */
function triangleMotion(keys: VertexKeys, start: Float64Array, [a, b, c]: Int32Array, place: Float64Array): Motion {
  closestOnTriangle(start, 3 * a, 3 * b, 3 * c, place[0], place[1], place[2]);
  const [wa, wb, wc] = weights;
  const x = new Float64Array(9);
  [a, b, c].forEach((vertex, k) => x.set(start.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
  const rest = new Plane();
  rest.lay(x);
  const [u0, v0, v1] = [rest.u, rest.v0, rest.v1];
  const now = new Plane();
  const R = new Float64Array(9);
  return (out, t) => {
    keys.vertex(x, 0, a, t);
    keys.vertex(x, 3, b, t);
    keys.vertex(x, 6, c, t);
    for (let i = 0; i < 3; i++) out[i] = wa * x[i] + wb * x[3 + i] + wc * x[6 + i];
    now.lay(x);
    // F takes (u0, 0) to (u, 0) and (v0, v1) to those of now; its turn is by the angle of (F00 + F11, F10 - F01)
    const F00 = u0 > 0 ? now.u / u0 : 1;
    const F01 = v1 > 0 ? (now.v0 - F00 * v0) / v1 : 0;
    const F11 = v1 > 0 ? now.v1 / v1 : 1;
    const size = Math.sqrt((F00 + F11) * (F00 + F11) + F01 * F01);
    const cosine = size > 0 ? (F00 + F11) / size : 1;
    const sine = size > 0 ? -F01 / size : 0;
    for (let i = 0; i < 3; i++) {
      R[3 * i] = cosine * now.first[i] + sine * now.second[i];
      R[3 * i + 1] = cosine * now.second[i] - sine * now.first[i];
      R[3 * i + 2] = now.normal[i];
    }
    quaternionFromMatrix(out, 3, R, 0);
  };
}

/** Axes in the plane of a triangle, the first along its first side, and its sides in them: (u, 0) and (v0, v1). */
class Plane {
  readonly first = new Float64Array(3);
  readonly second = new Float64Array(3);
  readonly normal = new Float64Array(3);
  u = 0;
  v0 = 0;
  v1 = 0;

  /** Takes the corners x; of a triangle without an area the axes are those of the mesh. */
  lay(x: Float64Array): void {
    const { first, second, normal: n } = this;
    const side = (k: number, i: number): number => x[3 * k + i] - x[i];
    let u = 0;
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      const cross = side(1, j) * side(2, k) - side(1, k) * side(2, j);
      u += side(1, i) * side(1, i);
      square += cross * cross;
      scratch[i] = cross;
    }
    this.u = Math.sqrt(u);
    const area = Math.sqrt(square);
    for (let i = 0; i < 3; i++) {
      n[i] = area > 0 ? scratch[i] / area : i === 2 ? 1 : 0;
      first[i] = area > 0 ? side(1, i) / this.u : i === 0 ? 1 : 0;
    }
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      second[i] = n[j] * first[k] - n[k] * first[j];
    }
    this.v0 = 0;
    this.v1 = 0;
    for (let i = 0; i < 3; i++) {
      this.v0 += side(2, i) * first[i];
      this.v1 += side(2, i) * second[i];
    }
  }
}

const scratch = new Float64Array(3);

/** A pose that is fixed in what carries it at a place: given in world axes at time 0. */
export function fixedAt(
  carrier: Carrier,
  position: Place,
  orientation: readonly [number, number, number, number],
): Motion {
  return relativeTo(carrier.at(position), still(position, orientation));
}

/** A motion given in world axes as it would be were the carrier where it began, carried by it. */
export function relativeTo(carrier: Motion, motion: Motion): Motion {
  const start = new Float64Array(7);
  carrier(start, 0);
  return carried(inFrame(motion, start), carrier);
}

/** A motion seen from a fixed frame. */
function inFrame(motion: Motion, frame: Float64Array): Motion {
  const q = [frame[3], -frame[4], -frame[5], -frame[6]] as const;
  const back = carried(
    (out, t) => {
      motion(out, t);
      for (let i = 0; i < 3; i++) out[i] -= frame[i];
    },
    still([0, 0, 0], q),
  );
  return back;
}
