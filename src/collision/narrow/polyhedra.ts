import type { ContactSet } from '../contact-set.js';
import type { PlacedShape } from '../placed-shape.js';
import { addNearest } from './nearest-polyhedra.js';
import { closestOfSegments, nearest } from './segments.js';
import { Polygon, keepFour } from './polygon.js';

/** Separations this close (times the size) count as equal; faces of A go before faces of B, these before edges. */
const tie = 1e-5;

/** The axis of least overlap found so far. */
const axis = { separation: -Infinity, x: 0, y: 0, z: 0, kind: 0, index: 0, edgeA: 0, edgeB: 0 };

const fromFaceA = 0;
const fromFaceB = 1;
const fromEdges = 2;

/**
 * Contacts of two convex polyhedra. The axis of largest separation among face normals and products of edges decides
 * the normal; where it is a face's, the opposite face is clipped by it and at most four points are kept; where two
 * edges meet, there is one contact at their nearest points.
 */
export function collidePolyhedra(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const slack = tie * Math.min(A.size, B.size);
  axis.separation = -Infinity;
  if (!faceAxes(A, B, fromFaceA, reach, 0)) return;
  if (!faceAxes(B, A, fromFaceB, reach, slack)) return;
  if (!edgeAxes(A, B, reach, 10 * slack)) return;
  if (axis.kind === fromEdges) addEdgeContact(out, A, B, reach);
  else addFaceContacts(out, A, B, reach);
}

/** a direction, handed over in place: each number that is handed to a function costs an object of its own */
const direction = new Float64Array(3);

/** Smallest of n·x over the vertices, n being what stands at `f` of `normals`. */
function lowest(x: Float64Array, normals: Float64Array, f: number): number {
  const nx = normals[f];
  const ny = normals[f + 1];
  const nz = normals[f + 2];
  let least = Infinity;
  for (let k = 0; k < x.length; k += 3) {
    const d = nx * x[k] + ny * x[k + 1] + nz * x[k + 2];
    if (d < least) least = d;
  }
  return least;
}

/** out = smallest and largest of n·x over the vertices, n being `direction` */
function range(out: Float64Array, x: Float64Array): void {
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  let least = Infinity;
  let most = -Infinity;
  for (let k = 0; k < x.length; k += 3) {
    const d = nx * x[k] + ny * x[k + 1] + nz * x[k + 2];
    if (d < least) least = d;
    if (d > most) most = d;
  }
  out[0] = least;
  out[1] = most;
}

const alongA = new Float64Array(2);
const alongB = new Float64Array(2);

/** Separation along each face normal of P; false once they are farther apart than reach. */
function faceAxes(P: PlacedShape, Q: PlacedShape, kind: number, reach: number, slack: number): boolean {
  const { faces } = P.polyhedron!;
  const { normals, vertices } = P;
  for (let f = 0; f < faces.length; f++) {
    const nx = normals[3 * f];
    const ny = normals[3 * f + 1];
    const nz = normals[3 * f + 2];
    const a = 3 * faces[f][0];
    const face = nx * vertices[a] + ny * vertices[a + 1] + nz * vertices[a + 2];
    const separation = lowest(Q.vertices, normals, 3 * f) - face;
    if (separation > reach) return false;
    if (separation <= axis.separation + slack) continue;
    axis.separation = separation;
    // the normal of the contact points from B to A
    const sign = kind === fromFaceA ? -1 : 1;
    axis.x = sign * nx;
    axis.y = sign * ny;
    axis.z = sign * nz;
    axis.kind = kind;
    axis.index = f;
  }
  return true;
}

/** Separation along the products of edge directions, from B to A. */
function edgeAxes(A: PlacedShape, B: PlacedShape, reach: number, slack: number): boolean {
  const PA = A.polyhedron!;
  const PB = B.polyhedron!;
  const x = A.vertices;
  const y = B.vertices;
  for (const e of PA.directions) {
    const i = 3 * PA.edges[2 * e];
    const j = 3 * PA.edges[2 * e + 1];
    const ux = x[j] - x[i];
    const uy = x[j + 1] - x[i + 1];
    const uz = x[j + 2] - x[i + 2];
    for (const g of PB.directions) {
      const k = 3 * PB.edges[2 * g];
      const l = 3 * PB.edges[2 * g + 1];
      const vx = y[l] - y[k];
      const vy = y[l + 1] - y[k + 1];
      const vz = y[l + 2] - y[k + 2];
      let nx = uy * vz - uz * vy;
      let ny = uz * vx - ux * vz;
      let nz = ux * vy - uy * vx;
      const square = nx * nx + ny * ny + nz * nz;
      // nearly parallel edges: the faces beside them tell the same, and better
      if (square <= 1e-6 * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz)) continue;
      const scale = 1 / Math.sqrt(square);
      nx *= scale;
      ny *= scale;
      nz *= scale;
      // from B to A is the way that parts them farther
      direction[0] = nx;
      direction[1] = ny;
      direction[2] = nz;
      range(alongA, x);
      range(alongB, y);
      const forwards = alongA[0] - alongB[1];
      const backwards = alongB[0] - alongA[1];
      const sign = backwards > forwards ? -1 : 1;
      nx *= sign;
      ny *= sign;
      nz *= sign;
      const separation = Math.max(forwards, backwards);
      if (separation > reach) return false;
      if (separation <= axis.separation + slack) continue;
      axis.separation = separation;
      axis.x = nx;
      axis.y = ny;
      axis.z = nz;
      axis.kind = fromEdges;
      axis.edgeA = e;
      axis.edgeB = g;
    }
  }
  return true;
}

/** The edge parallel to edge `like` that lies lowest along n. */
function supportEdge(P: PlacedShape, like: number, nx: number, ny: number, nz: number): number {
  const { edges } = P.polyhedron!;
  const x = P.vertices;
  const i = 3 * edges[2 * like];
  const j = 3 * edges[2 * like + 1];
  const ux = x[j] - x[i];
  const uy = x[j + 1] - x[i + 1];
  const uz = x[j + 2] - x[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  let best = like;
  let least = Infinity;
  for (let e = 0; e < edges.length / 2; e++) {
    const k = 3 * edges[2 * e];
    const l = 3 * edges[2 * e + 1];
    const vx = x[l] - x[k];
    const vy = x[l + 1] - x[k + 1];
    const vz = x[l + 2] - x[k + 2];
    const dot = ux * vx + uy * vy + uz * vz;
    const vv = vx * vx + vy * vy + vz * vz;
    if (dot * dot < (1 - 1e-9) * uu * vv) continue;
    const d = nx * (x[k] + x[l]) + ny * (x[k + 1] + x[l + 1]) + nz * (x[k + 2] + x[l + 2]);
    if (d < least) {
      least = d;
      best = e;
    }
  }
  return best;
}

function addEdgeContact(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const { x: nx, y: ny, z: nz } = axis;
  const e = supportEdge(A, axis.edgeA, nx, ny, nz);
  const g = supportEdge(B, axis.edgeB, -nx, -ny, -nz);
  const i = 3 * A.polyhedron!.edges[2 * e];
  const j = 3 * A.polyhedron!.edges[2 * e + 1];
  const k = 3 * B.polyhedron!.edges[2 * g];
  const l = 3 * B.polyhedron!.edges[2 * g + 1];
  closestOfSegments(A.vertices, i, j, B.vertices, k, l);
  if (axis.separation > reach) return;
  const x = A.vertices;
  const y = B.vertices;
  const { s, t } = nearest;
  let square = 0;
  for (let m = 0; m < 3; m++) {
    const d = x[i + m] + s * (x[j + m] - x[i + m]) - y[k + m] - t * (y[l + m] - y[k + m]);
    square += d * d;
  }
  // the distance is never less than the separation; where it is more, other points are nearest, and along another normal
  if (axis.separation > 0 && Math.sqrt(square) > axis.separation + 1e-12 * (A.size + B.size)) {
    addNearest(out, A, B, reach);
    return;
  }
  out.add(
    y[k] + t * (y[l] - y[k]),
    y[k + 1] + t * (y[l + 1] - y[k + 1]),
    y[k + 2] + t * (y[l + 2] - y[k + 2]),
    nx,
    ny,
    nz,
    axis.separation,
    0x40000000 | (e << 12) | g,
  );
}

const one = new Polygon();
const two = new Polygon();
/** unit normal, offset, margin: see `Polygon.clip`; numbers handed over one by one would cost an object each */
const plane = new Float64Array(5);

/**
 * Corners up to this far beyond a side of the face, in sizes, belong to it. Bricks laid face to face are out of line by 1e-10 to 1e-8 once they are
 * at rest, and turn by some 1e-13 a step: the points at which such edges cross went by 1e-4 of a size from step to step, and 70 iterations each
 * time to find the forces again; edges at an angle of 1e-7 cross within 1e-6.
 */
const onSide = 1e-7;

/** Number of the face of P that looks most against n. */
function opposingFace(P: PlacedShape, nx: number, ny: number, nz: number): number {
  const normals = P.normals;
  let best = 0;
  let least = Infinity;
  for (let f = 0; f < normals.length / 3; f++) {
    const d = normals[3 * f] * nx + normals[3 * f + 1] * ny + normals[3 * f + 2] * nz;
    if (d < least - 1e-9) {
      least = d;
      best = f;
    }
  }
  return best;
}

function addFaceContacts(out: ContactSet, A: PlacedShape, B: PlacedShape, reach: number): void {
  const ofA = axis.kind === fromFaceA;
  const P = ofA ? A : B;
  const Q = ofA ? B : A;
  // outward normal of the reference face
  const sign = ofA ? -1 : 1;
  const nx = sign * axis.x;
  const ny = sign * axis.y;
  const nz = sign * axis.z;
  const loop = P.polyhedron!.faces[axis.index];
  const incident = opposingFace(Q, nx, ny, nz);
  const opposite = Q.polyhedron!.faces[incident];
  let polygon = one;
  let other = two;
  polygon.n = 0;
  plane[4] = onSide * P.size;
  for (let k = 0; k < opposite.length; k++) polygon.push(Q.vertices, 3 * opposite[k], opposite[k]);
  const x = P.vertices;
  for (let k = 0; k < loop.length && polygon.n > 0; k++) {
    const a = 3 * loop[k];
    const b = 3 * loop[(k + 1) % loop.length];
    // outward within the face: edge × normal
    const ex = x[b] - x[a];
    const ey = x[b + 1] - x[a + 1];
    const ez = x[b + 2] - x[a + 2];
    const sx = ey * nz - ez * ny;
    const sy = ez * nx - ex * nz;
    const sz = ex * ny - ey * nx;
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    plane[0] = sx / length;
    plane[1] = sy / length;
    plane[2] = sz / length;
    plane[3] = plane[0] * x[a] + plane[1] * x[a + 1] + plane[2] * x[a + 2];
    polygon.clip(other, plane, k);
    [polygon, other] = [other, polygon];
  }
  const a = 3 * loop[0];
  const face = nx * x[a] + ny * x[a + 1] + nz * x[a + 2];
  const from = out.n;
  let least = Infinity;
  const code = (ofA ? 0x20000000 : 0) | ((axis.index & 0x1f) << 24);
  for (let k = 0; k < polygon.n; k++) {
    const px = polygon.x[3 * k];
    const py = polygon.x[3 * k + 1];
    const pz = polygon.x[3 * k + 2];
    const gap = nx * px + ny * py + nz * pz - face;
    least = Math.min(least, gap);
    if (gap > reach) continue;
    // the point on B: on the reference face if that is B's
    const back = ofA ? 0 : gap;
    const { draft } = out;
    draft[0] = px - back * nx;
    draft[1] = py - back * ny;
    draft[2] = pz - back * nz;
    draft[3] = axis.x;
    draft[4] = axis.y;
    draft[5] = axis.z;
    draft[6] = gap;
    draft[7] = draft[8] = 0;
    out.addDraft(code ^ polygon.name[k]);
  }
  const size = Math.min(A.size, B.size);
  if (least <= axis.separation + 1e-3 * size) {
    keepFour(out, from, size);
    return;
  }
  // the nearest corner lies beside the face: neither faces nor edges tell the distance
  out.n = from;
  if (axis.separation > 0) addNearest(out, A, B, reach);
  else addDeepest(out, Q, ofA, nx, ny, nz, face);
}

/** Contact of the corner of Q that lies deepest below the other's face with outward normal n. */
function addDeepest(
  out: ContactSet,
  Q: PlacedShape,
  ofA: boolean,
  nx: number,
  ny: number,
  nz: number,
  face: number,
): void {
  const x = Q.vertices;
  let deepest = 0;
  let least = Infinity;
  for (let k = 0; k < x.length; k += 3) {
    const d = nx * x[k] + ny * x[k + 1] + nz * x[k + 2] - face;
    if (d >= least) continue;
    least = d;
    deepest = k;
  }
  const back = ofA ? 0 : least;
  const k = deepest;
  out.add(x[k] - back * nx, x[k + 1] - back * ny, x[k + 2] - back * nz, axis.x, axis.y, axis.z, least, k / 3);
}
