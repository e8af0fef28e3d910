import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { collideSegmentConvex } from './convex-segment.js';
import { MeshPatch } from './mesh-patch.js';
import { addRims } from './mesh-rim.js';
import { keepFour } from './polygon.js';
import { closestOfSegments, nearest } from './segments.js';
import { closestOnTriangle, weights } from './triangle.js';
import { reverse } from './tube.js';

const patch = new MeshPatch();
const box = new Float64Array(6);

/** Contacts of a solid A with the surface of a triangle mesh B. */
export function collideMesh(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  if (B.shape.type !== 'mesh') return;
  A.bounds(box);
  widen(reach);
  patch.gather(B, B.shape.mesh, box);
  switch (A.type) {
    case 'sphere':
      addBall(out, A.position[0], A.position[1], A.position[2], A.radius, reach, 0, 0);
      return;
    case 'capsule':
      addSegment(out, A.ends, 0, 3, A.radius, reach);
      return;
    default:
      addSolid(out, A, reach);
  }
}

/** Contacts of a thick segment (a piece of a fiber) with a mesh. */
export function collideSegmentMesh(
  out: ContactSet,
  x: Float64Array,
  i: number,
  j: number,
  r: number,
  B: PlacedShape,
  reach: number,
): void {
  if (B.shape.type !== 'mesh') return;
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(x[i + k], x[j + k]) - r;
    box[3 + k] = Math.max(x[i + k], x[j + k]) + r;
  }
  widen(reach);
  patch.gather(B, B.shape.mesh, box);
  addSegment(out, x, i, j, r, reach);
}

/** Contact of a ball (a node of a fiber) with a mesh. */
export function collideBallMesh(
  out: ContactSet,
  x: number,
  y: number,
  z: number,
  r: number,
  B: PlacedShape,
  reach: number,
  along: number,
): void {
  if (B.shape.type !== 'mesh') return;
  box[0] = x - r;
  box[1] = y - r;
  box[2] = z - r;
  box[3] = x + r;
  box[4] = y + r;
  box[5] = z + r;
  widen(reach);
  patch.gather(B, B.shape.mesh, box);
  addBall(out, x, y, z, r, reach, along, 0);
}

function widen(by: number): void {
  for (let k = 0; k < 3; k++) {
    box[k] -= by;
    box[3 + k] += by;
  }
}

/**
 * Contacts of a ball with the patch: one for each face, edge or corner that is nearest in its own surroundings. A
 * centre behind the surface is inside the solid, as long as it is no deeper than the ball is thick. Whether it is behind is for the
 * nearest triangle to say: the far side of a thin plate looks away from a centre that lies in front of the plate.
 */
function addBall(
  out: ContactSet,
  px: number,
  py: number,
  pz: number,
  r: number,
  reach: number,
  along: number,
  feature: number,
): void {
  const from = out.n;
  const { x, normal } = patch;
  for (let t = 0; t < patch.n; t++) {
    const a = 9 * t;
    const square = closestOnTriangle(x, a, a + 3, a + 6, px, py, pz);
    if (square > (r + reach) * (r + reach)) continue;
    const [w0, w1, w2] = weights;
    const qx = w0 * x[a] + w1 * x[a + 3] + w2 * x[a + 6];
    const qy = w0 * x[a + 1] + w1 * x[a + 4] + w2 * x[a + 7];
    const qz = w0 * x[a + 2] + w1 * x[a + 5] + w2 * x[a + 8];
    const dx = px - qx;
    const dy = py - qy;
    const dz = pz - qz;
    const zeros = (w0 === 0 ? 1 : 0) + (w1 === 0 ? 1 : 0) + (w2 === 0 ? 1 : 0);
    const i = w0 > 0 ? 0 : w1 > 0 ? 1 : 2;
    const j = w2 > 0 ? 2 : w1 > 0 ? 1 : 0;
    // an edge or a corner: nearest only if no triangle there leans towards the ball
    if (zeros > 0 && !patch.admits(patch.vertex[3 * t + i], zeros === 2 ? -1 : patch.vertex[3 * t + j], dx, dy, dz)) {
      continue;
    }
    if (zeros > 0 && seen(out, from, qx, qy, qz)) continue;
    const above = dx * normal[3 * t] + dy * normal[3 * t + 1] + dz * normal[3 * t + 2];
    const distance = Math.sqrt(square);
    out.triangle = patch.triangle[t];
    const name = feature + 8 * patch.triangle[t];
    if (above >= 0 && distance > 1e-12 * r) {
      out.add(qx, qy, qz, dx / distance, dy / distance, dz / distance, distance - r, name, along, 0);
    } else if (zeros === 0 && !patch.isInFront(px, py, pz)) {
      out.add(qx, qy, qz, normal[3 * t], normal[3 * t + 1], normal[3 * t + 2], -distance - r, name, along, 0);
    }
  }
}

/** Whether a contact at this point has been added since `from`. */
function seen(out: ContactSet, from: number, x: number, y: number, z: number): boolean {
  for (let k = from; k < out.n; k++) {
    const p = out.pointB;
    const q = out.pointA;
    if (p[3 * k] === x && p[3 * k + 1] === y && p[3 * k + 2] === z) return true;
    if (q[3 * k] === x && q[3 * k + 1] === y && q[3 * k + 2] === z) return true;
  }
  return false;
}

/** Contacts of a thick segment: its two ends as balls, and the nearest crossing of an edge or corner of the mesh. */
function addSegment(out: ContactSet, x: Float64Array, i: number, j: number, r: number, reach: number): void {
  const from = out.n;
  addBall(out, x[i], x[i + 1], x[i + 2], r, reach, 0, 0);
  addBall(out, x[j], x[j + 1], x[j + 2], r, reach, 1, 1);
  let least = reach;
  for (let k = from; k < out.n; k++) least = Math.min(least, out.gap[k]);
  let best = -1;
  let edge = 0;
  let s = 0;
  let t = 0;
  for (let k = 0; k < patch.n; k++) {
    for (let e = 0; e < 3; e++) {
      const a = 9 * k + 3 * e;
      const b = 9 * k + 3 * ((e + 1) % 3);
      closestOfSegments(x, i, j, patch.x, a, b);
      if (nearest.parallel || nearest.s <= 0 || nearest.s >= 1) continue;
      const d = crossing(x, i, j, a, b, nearest.s, nearest.t);
      if (d - r >= least) continue;
      const [p, q] = [patch.vertex[3 * k + e], patch.vertex[3 * k + ((e + 1) % 3)]];
      // at an end of the edge it is a corner that is met
      const inside = nearest.t > 0 && nearest.t < 1;
      if (!patch.admits(nearest.t >= 1 ? q : p, inside ? q : -1, v[0], v[1], v[2])) continue;
      if (v[0] * patch.normal[3 * k] + v[1] * patch.normal[3 * k + 1] + v[2] * patch.normal[3 * k + 2] < 0) continue;
      least = d - r;
      best = k;
      edge = e;
      s = nearest.s;
      t = nearest.t;
    }
  }
  if (best < 0) return;
  const a = 9 * best + 3 * edge;
  const b = 9 * best + 3 * ((edge + 1) % 3);
  const d = crossing(x, i, j, a, b, s, t);
  const y = patch.x;
  out.triangle = patch.triangle[best];
  const name = 8 * patch.triangle[best] + (t > 0 && t < 1 ? 2 + edge : 5 + ((edge + (t >= 1 ? 1 : 0)) % 3));
  const qx = y[a] + t * (y[b] - y[a]);
  const qy = y[a + 1] + t * (y[b + 1] - y[a + 1]);
  const qz = y[a + 2] + t * (y[b + 2] - y[a + 2]);
  if (d > 0) out.add(qx, qy, qz, v[0] / d, v[1] / d, v[2] / d, d - r, name, s, 0);
}

const v = new Float64Array(3);

/** v = from place t of the patch's edge a-b to place s of the segment; returns its length. */
function crossing(x: Float64Array, i: number, j: number, a: number, b: number, s: number, t: number): number {
  const y = patch.x;
  for (let m = 0; m < 3; m++) v[m] = x[i + m] + s * (x[j + m] - x[i + m]) - (y[a + m] + t * (y[b + m] - y[a + m]));
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/**
 * Contacts of a polyhedron or a cylinder: its corners or rims against the surface, and the edges of the mesh against it. At
 * most four for each direction of the normal.
 */
function addSolid(out: ContactSet, A: PlacedShape, reach: number): void {
  const from = out.n;
  const c = A.vertices;
  for (let k = 0; k < c.length; k += 3) addBall(out, c[k], c[k + 1], c[k + 2], 0, reach, 0, 0x1000000 * (1 + k / 3));
  if (A.type === 'cylinder') addRims(out, A, patch, reach);
  const done = new Set<number>();
  for (let k = 0; k < patch.n; k++) {
    for (let e = 0; e < 3; e++) {
      const i = patch.vertex[3 * k + e];
      const j = patch.vertex[3 * k + ((e + 1) % 3)];
      const code = Math.min(i, j) * 67108864 + Math.max(i, j);
      if (done.has(code)) continue;
      done.add(code);
      out.triangle = patch.triangle[k];
      const first = out.n;
      collideSegmentConvex(out, patch.x, 9 * k + 3 * e, 9 * k + 3 * ((e + 1) % 3), 0, A, reach);
      let to = first;
      for (let m = first; m < out.n; m++) {
        const t = out.alongA[m] + out.alongB[m];
        reverse(out, m);
        const corner = t === 0 ? i : t === 1 ? j : -1;
        const [p, q] = corner >= 0 ? [corner, -1] : [i, j];
        const sign = solidSign(out, m, A);
        const nx = sign * out.normal[3 * m];
        const ny = sign * out.normal[3 * m + 1];
        const nz = sign * out.normal[3 * m + 2];
        if (!patch.admits(p, q, nx, ny, nz)) continue;
        out.feature[m] = 0x800000 + 16 * patch.triangle[k] + 4 * e + out.feature[m];
        out.move(to++, m);
      }
      out.n = to;
    }
  }
  thinByNormal(out, from, A.size);
}

/** +1 where the set's normal points from the mesh to the solid, -1 where the set has them the other way round. */
function solidSign(out: ContactSet, k: number, A: PlacedShape): number {
  let toSolid = 0;
  for (let i = 0; i < 3; i++) toSolid += out.normal[3 * k + i] * (A.position[i] - out.pointB[3 * k + i]);
  return toSolid >= 0 ? 1 : -1;
}

/** Groups the contacts from `from` on by normal and keeps at most four of each group. */
function thinByNormal(out: ContactSet, from: number, size: number): void {
  let start = from;
  while (start < out.n) {
    const nx = out.normal[3 * start];
    const ny = out.normal[3 * start + 1];
    const nz = out.normal[3 * start + 2];
    const end = out.n;
    // bring the group to the front, in order, by copying through the end of the set
    const group: number[] = [];
    const rest: number[] = [];
    for (let k = start; k < end; k++) {
      const cosine = nx * out.normal[3 * k] + ny * out.normal[3 * k + 1] + nz * out.normal[3 * k + 2];
      (cosine > 0.99 ? group : rest).push(k);
    }
    const order = [...group, ...rest];
    for (const k of order) {
      out.add(0, 0, 0, 0, 0, 0, 0, 0);
      out.move(out.n - 1, k);
    }
    for (let k = 0; k < order.length; k++) out.move(start + k, end + k);
    out.n = start + group.length;
    keepFour(out, start, size);
    const kept = out.n;
    for (let k = 0; k < rest.length; k++) out.move(kept + k, end + group.length + k);
    out.n = kept + rest.length;
    start = kept;
  }
}
