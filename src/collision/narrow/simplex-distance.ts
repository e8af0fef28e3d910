import { samplesOf } from '../../geometry/curve.js';
import type { PlacedShape } from '../placed-shape.js';
import { signedDistance } from './distance.js';
import type { Support } from './gjk.js';
import { separate, separation } from './gjk.js';

/**
 * What `simplexDistance` found: unit normal from the shape to the simplex, barycentric weights of the nearest point of the simplex.
 * Where the distance is not positive the bodies overlap (or a round shape's middle is touched), and the weights mean nothing.
 */
export const nearestSimplex = { normal: new Float64Array(3), weights: new Float64Array(3) };

/** the shape, or the piece of it, that the supports below tell about */
let S: PlacedShape;
const piece = new Float64Array(9);
let corners = 0;

const supportCentre: Support = (out) => {
  for (let i = 0; i < 3; i++) out[i] = S.position[i];
};

const supportAxis: Support = (out, dx, dy, dz) => {
  const e = S.ends;
  const at = dx * (e[3] - e[0]) + dy * (e[4] - e[1]) + dz * (e[5] - e[2]) > 0 ? 3 : 0;
  for (let i = 0; i < 3; i++) out[i] = e[at + i];
};

const supportCylinder: Support = (out, dx, dy, dz) => {
  const R = S.rotation;
  supportAxis(out, dx, dy, dz);
  const c = dx * R[0] + dy * R[3] + dz * R[6];
  const s = dx * R[1] + dy * R[4] + dz * R[7];
  const across = Math.sqrt(c * c + s * s);
  if (across === 0) return;
  for (let i = 0; i < 3; i++) out[i] += (S.radius * (c * R[3 * i] + s * R[3 * i + 1])) / across;
};

const supportVertices: Support = (out, dx, dy, dz) => farthestOf(out, S.vertices, S.vertices.length, dx, dy, dz);

const supportPiece: Support = (out, dx, dy, dz) => farthestOf(out, piece, 3 * corners, dx, dy, dz);

function farthestOf(out: Float64Array, x: Float64Array, end: number, dx: number, dy: number, dz: number): void {
  let most = -Infinity;
  let at = 0;
  for (let k = 0; k < end; k += 3) {
    const d = dx * x[k] + dy * x[k + 1] + dz * x[k + 2];
    if (d <= most) continue;
    most = d;
    at = k;
  }
  for (let i = 0; i < 3; i++) out[i] = x[at + i];
}

/**
 * Distance of a simplex (k = 1 to 3 points in y: a point, an edge, a triangle) from a placed shape, never more than the true one and
 * less by rounding only; `nearestSimplex` has normal and weights. Overlapping: not positive. Meshes are surfaces here, tubes are
 * their chords, thicker by the sag of the curve; distance fields know points alone.
 */
export function simplexDistance(shape: PlacedShape, y: Float64Array, k: number): number {
  S = shape;
  switch (shape.type) {
    case 'plane':
      return planeDistance(y, k);
    case 'sphere':
      return hullDistance(y, k, supportCentre) - shape.radius;
    case 'capsule':
      return hullDistance(y, k, supportAxis) - shape.radius;
    case 'cylinder':
      return hullDistance(y, k, supportCylinder);
    case 'box':
    case 'convex':
      return hullDistance(y, k, supportVertices);
    case 'tube':
      return tubeDistance(y, k);
    case 'mesh':
      return meshDistance(y, k);
    default:
      throw new TypeError(`edges and triangles have no distance from a shape of type ${shape.type}: only points have`);
  }
}

function hullDistance(y: Float64Array, k: number, support: Support): number {
  separate(y, k, support);
  nearestSimplex.normal.set(separation.normal);
  nearestSimplex.weights.set(separation.weights);
  return separation.distance;
}

const n = new Float64Array(3);

function planeDistance(y: Float64Array, k: number): number {
  let least = Infinity;
  let corner = 0;
  for (let i = 0; i < k; i++) {
    const d = signedDistance(n, S, y[3 * i], y[3 * i + 1], y[3 * i + 2]);
    if (d >= least) continue;
    least = d;
    corner = i;
  }
  nearestSimplex.normal.set(n);
  nearestSimplex.weights.fill(0);
  nearestSimplex.weights[corner] = 1;
  return least;
}

/** piece = so many points of x, from the shape's frame to the world */
function placePiece(x: Float64Array, count: number, first: number, second: number, third: number): void {
  const { rotation: R, position: p } = S;
  corners = count;
  for (let c = 0; c < count; c++) {
    const at = c === 0 ? first : c === 1 ? second : third;
    for (let i = 0; i < 3; i++) {
      piece[3 * c + i] = p[i] + R[3 * i] * x[at] + R[3 * i + 1] * x[at + 1] + R[3 * i + 2] * x[at + 2];
    }
  }
}

/** Takes over what was found of a piece where it is the nearest so far. */
function nearer(y: Float64Array, k: number, least: number): number {
  separate(y, k, supportPiece);
  if (separation.distance >= least) return least;
  nearestSimplex.normal.set(separation.normal);
  nearestSimplex.weights.set(separation.weights);
  return separation.distance;
}

function tubeDistance(y: Float64Array, k: number): number {
  if (S.shape.type !== 'tube') return Infinity;
  const { x, sag } = samplesOf(S.shape.curve);
  let least = Infinity;
  for (let c = 0; c + 3 < x.length; c += 3) {
    placePiece(x, 2, c, c + 3, 0);
    least = nearer(y, k, least);
  }
  return least - S.radius - sag;
}

function meshDistance(y: Float64Array, k: number): number {
  if (S.shape.type !== 'mesh') return Infinity;
  const { vertices, triangles } = S.shape.mesh;
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    placePiece(vertices, 3, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]);
    least = nearer(y, k, least);
  }
  return least;
}
