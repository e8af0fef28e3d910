import { eachSimpleShape } from '../../geometry/simple-shapes.js';
import type { BodyPoint, FiberBody } from '../../bodies/body.js';
import type { RigidBody } from '../../bodies/rigid/rigid-body.js';
import type { Cloth } from '../../bodies/cloth/cloth.js';
import { PlacedShape } from '../../geometry/placed-shape.js';
import type { Shape } from '../../geometry/shape.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { Member } from '../parts/member.js';

/** Where a ray meets a part. */
export interface Meeting {
  distance: number;
  /** outward, unit */
  readonly normal: Float64Array;
  /** number among the part's bodies, and the place there: ropes and cloth */
  body: number;
  place: BodyPoint | undefined;
}

const n = new Float64Array(3);
const x = new Float64Array(3);
const pose = new Float64Array(7);
const none = [0, 0, 0] as const;
/** Steps along a ray and how near a surface counts as met, a share of the shape's size. */
const mostSteps = 256;
const near = 1e-9;

/** A ray, its direction a unit vector; keeps the nearest meeting. */
export class Ray {
  readonly best: Meeting;
  readonly #o: Float64Array;
  readonly #d: Float64Array;

  constructor(origin: Float64Array, direction: Float64Array, longest: number) {
    this.#o = origin;
    this.#d = direction;
    this.best = { distance: longest, normal: new Float64Array(3), body: -1, place: undefined };
  }

  /** Looks at a part; true where it is met nearer than anything before. */
  meets(member: Member): boolean {
    const { distance } = this.best;
    const { obstacle, bodies } = member.part;
    if (obstacle) this.#shape(obstacle.shape, obstacle.pose, 0);
    bodies.forEach((added, k) => {
      if (added.kind === 'cloth') this.#cloth(added.cloth, k);
      else if (added.kind === 'rod') this.#fiber(added.body, k);
      else if (added.kind === 'rigid') {
        (added.body as RigidBody).pose(pose);
        this.#shape(added.shape, pose, k);
      }
    });
    return this.best.distance < distance;
  }

  #shape(shape: Shape, frame: Float64Array, body: number): void {
    eachSimpleShape(shape, (simple, position, orientation) => {
      const placed = new PlacedShape(simple, position, orientation);
      placed.place(frame);
      if (simple.type === 'mesh') this.#mesh(simple.mesh, placed, body);
      else this.#march(placed, body);
    });
  }

  /** Goes along the ray by the distance to the shape, which is never too far. */
  #march(placed: PlacedShape, body: number): void {
    const { kind, shape } = placed;
    const scale = Number.isFinite(placed.size) ? placed.size : 1;
    let s = 0;
    for (let step = 0; step < mostSteps && s < this.best.distance; step++) {
      for (let i = 0; i < 3; i++) x[i] = this.#o[i] + s * this.#d[i];
      const gap = kind.distance(n, shape, placed, x[0], x[1], x[2]);
      const away = n[0] * this.#d[0] + n[1] * this.#d[1] + n[2] * this.#d[2];
      // a convex shape that the ray leaves behind, or that it starts in, is not met
      if (kind.isConvex && (away >= 0 || (step === 0 && gap < 0))) return;
      if (gap <= near * scale) {
        if (step > 0 || gap >= 0) this.#take(s, body, undefined);
        return;
      }
      // towards the surface no faster than straight at it: Newton's step on a convex distance never goes through
      s += kind.isConvex ? gap / -away : gap;
    }
  }

  #take(distance: number, body: number, place: BodyPoint | undefined): void {
    if (!(distance >= 0 && distance < this.best.distance)) return;
    this.best.distance = distance;
    this.best.normal.set(n);
    this.best.body = body;
    this.best.place = place;
  }

  #mesh({ vertices, triangles }: TriangleMesh, { rotation: R, position: p }: PlacedShape, body: number): void {
    const world = new Float64Array(9);
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * triangles[t + k];
        for (let i = 0; i < 3; i++) {
          world[3 * k + i] =
            p[i] + R[3 * i] * vertices[v] + R[3 * i + 1] * vertices[v + 1] + R[3 * i + 2] * vertices[v + 2];
        }
      }
      const hit = this.#triangle(world, 0, 3, 6);
      if (hit) this.#take(hit.s, body, undefined);
    }
  }

  #cloth({ q, surface }: Cloth, body: number): void {
    const { triangles } = surface;
    for (let t = 0; t < triangles.length; t += 3) {
      const hit = this.#triangle(q, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]);
      if (hit)
        this.#take(hit.s, body, { index: t / 3, s: 0, offset: none, weights: [1 - hit.u - hit.v, hit.u, hit.v] });
    }
  }

  /** Möller and Trumbore: distance and weights of the second and third corner; n the normal that faces the ray. */
  #triangle(v: Float64Array, a: number, b: number, c: number): { s: number; u: number; v: number } | undefined {
    const d = this.#d;
    const e = [0, 1, 2].map((i) => v[b + i] - v[a + i]);
    const f = [0, 1, 2].map((i) => v[c + i] - v[a + i]);
    const h = [d[1] * f[2] - d[2] * f[1], d[2] * f[0] - d[0] * f[2], d[0] * f[1] - d[1] * f[0]];
    const det = e[0] * h[0] + e[1] * h[1] + e[2] * h[2];
    if (det === 0) return undefined;
    const o = [0, 1, 2].map((i) => this.#o[i] - v[a + i]);
    const u = (o[0] * h[0] + o[1] * h[1] + o[2] * h[2]) / det;
    if (u < 0 || u > 1) return undefined;
    const q = [o[1] * e[2] - o[2] * e[1], o[2] * e[0] - o[0] * e[2], o[0] * e[1] - o[1] * e[0]];
    const w = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
    if (w < 0 || u + w > 1) return undefined;
    const s = (f[0] * q[0] + f[1] * q[1] + f[2] * q[2]) / det;
    if (s < 0 || s >= this.best.distance) return undefined;
    const normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const sign = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2] > 0 ? -1 : 1;
    for (let i = 0; i < 3; i++) n[i] = (sign * normal[i]) / size;
    return { s, u, v: w };
  }

  /** Segments as capsules, by their signed distance. */
  #fiber(fiber: FiberBody, body: number): void {
    const line = new Float64Array(3 * fiber.nodes);
    fiber.centreLine(line);
    for (let k = 0; k + 1 < fiber.nodes; k++) this.#capsule(line, 3 * k, fiber, k, body);
  }

  #capsule(
    line: Float64Array,
    a: number,
    { radius, nodeArcLength: arc }: FiberBody,
    segment: number,
    body: number,
  ): void {
    let s = 0;
    for (let step = 0; step < mostSteps && s < this.best.distance; step++) {
      for (let i = 0; i < 3; i++) x[i] = this.#o[i] + s * this.#d[i];
      let along = 0;
      let square = 0;
      for (let i = 0; i < 3; i++) {
        const e = line[a + 3 + i] - line[a + i];
        along += (x[i] - line[a + i]) * e;
        square += e * e;
      }
      const share = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
      let far = 0;
      for (let i = 0; i < 3; i++) {
        n[i] = x[i] - line[a + i] - share * (line[a + 3 + i] - line[a + i]);
        far += n[i] * n[i];
      }
      far = Math.sqrt(far);
      for (let i = 0; i < 3; i++) n[i] /= far;
      const away = n[0] * this.#d[0] + n[1] * this.#d[1] + n[2] * this.#d[2];
      if (!(away < 0) || (step === 0 && far < radius)) return;
      if (far - radius <= near * radius) {
        const at = arc[segment] + share * (arc[segment + 1] - arc[segment]);
        this.#take(s, body, { index: segment, s: at, offset: none });
        return;
      }
      s += (far - radius) / -away;
    }
  }
}
