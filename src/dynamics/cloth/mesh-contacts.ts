import { closestOfSegments, nearest, segmentsApart } from '../../collision/narrow/segments.js';
import { closestOnTriangle, weights } from '../../collision/narrow/triangle.js';
import { type MeshRidges, faceNormal, meshRidges } from '../../geometry/mesh-ridges.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { apply33, applyTransposed33 } from '../../math/mat3.js';
import type { ClothObstacle } from './obstacle.js';
import { meet } from './meeting.js';
import type { StepState } from './step-state.js';
import { aheadOf, isBeyond } from './surroundings.js';

/** Ridges that come out of cloth by less than this share of its thickness, between vertices that lie on the mesh, are let be: they do not come through. */
const shallowDip = 0.5;

/** Places with less weight on one side are left to the corner or vertex. */
const inner = 1e-3;

/** The ridges of a mesh that come through one cloth, as it was first met. */
interface Sharp extends MeshRidges {
  /** which edges are sharp, which vertices have one */
  readonly isSharp: Uint8Array;
  readonly hasSharp: Uint8Array;
  readonly any: boolean;
  /** the sharp edges of each vertex: those of vertex k are list[start[k]] to list[start[k + 1] - 1] */
  readonly start: Int32Array;
  readonly list: Int32Array;
  /** the triangle or edge of cloth that asked for a vertex or edge last, and what was found for each vertex */
  readonly asked: Int32Array;
  readonly square: Float64Array;
  readonly triangle: Int32Array;
  readonly share: Float64Array;
}

const box = new Float64Array(6);
const turned = new Float64Array(3);
const away = new Float64Array(3);
const outward = new Float64Array(3);
const faces = new Float64Array(6);
const normal = new Float64Array(3);
const place = new Float64Array(3);
const share = new Float64Array(3);
const near: number[] = [];

/**
 * The sharp edges of meshes against the edges of cloths, and their corners against the triangles, as of polyhedra (`feature-contacts`).
 * Each corner keeps the nearest triangle. What is near is found by the mesh's tree of boxes.
 */
export class MeshContacts {
  readonly #sharp = new WeakMap<TriangleMesh, Sharp>();
  /** the vertices of the cloths in the mesh's frame */
  #x = new Float64Array(0);

  find(state: StepState, obstacle: ClothObstacle, number: number): void {
    const { shape } = obstacle;
    if (shape.shape.type !== 'mesh') return;
    const { mesh } = shape.shape;
    const { cloth, x } = state;
    const sharp = this.#sharpOf(mesh, cloth.edgeLength, shallowDip * cloth.thickest);
    const range = 0.5 * cloth.thickest + aheadOf(state, obstacle);
    if (!sharp.any || isBeyond(shape.position, shape.extent + range)) return;
    if (this.#x.length < x.length) this.#x = new Float64Array(x.length);
    for (let k = 0; k < x.length; k += 3) {
      for (let c = 0; c < 3; c++) away[c] = x[k + c] - shape.position[c];
      applyTransposed33(this.#x, k, shape.rotation, 0, away, 0);
    }
    this.#findCorners(state, obstacle, number, mesh, sharp, range);
    this.#findCrossings(state, obstacle, number, mesh, sharp, range);
  }

  #sharpOf(mesh: TriangleMesh, stretch: number, least: number): Sharp {
    const known = this.#sharp.get(mesh);
    if (known) return known;
    const ridges = meshRidges(mesh, stretch);
    const isSharp = Uint8Array.from(ridges.dip, (dip) => (dip > least ? 1 : 0));
    const count = mesh.vertices.length / 3;
    const of = Array.from({ length: count }, (): number[] => []);
    isSharp.forEach((is, e) => {
      if (is) for (let end = 2 * e; end < 2 * e + 2; end++) of[ridges.ends[end]].push(e);
    });
    const start = new Int32Array(count + 1);
    of.forEach((edges, k) => (start[k + 1] = start[k] + edges.length));
    const made = {
      ...ridges,
      start,
      list: Int32Array.from(of.flat()),
      isSharp,
      hasSharp: Uint8Array.from(of, (edges) => (edges.length > 0 ? 1 : 0)),
      any: isSharp.includes(1),
      asked: new Int32Array(Math.max(count, isSharp.length)),
      square: new Float64Array(count),
      triangle: new Int32Array(count),
      share: new Float64Array(3 * count),
    };
    this.#sharp.set(mesh, made);
    return made;
  }

  #findCorners(
    state: StepState,
    obstacle: ClothObstacle,
    number: number,
    mesh: TriangleMesh,
    sharp: Sharp,
    range: number,
  ): void {
    const { triangles } = state.cloth;
    const { asked, square, triangle, hasSharp } = sharp;
    const y = this.#x;
    const v = mesh.vertices;
    square.fill(range * range);
    triangle.fill(-1);
    asked.fill(-1);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      boxOf(y, a, b, c, range);
      mesh.query(box, (found) => {
        for (let corner = 3 * found; corner < 3 * found + 3; corner++) {
          const k = mesh.triangles[corner];
          if (!hasSharp[k] || asked[k] === t) continue;
          asked[k] = t;
          const d = closestOnTriangle(y, a, b, c, v[3 * k], v[3 * k + 1], v[3 * k + 2]);
          if (d >= square[k] || Math.min(weights[0], weights[1], weights[2]) < inner) continue;
          square[k] = d;
          triangle[k] = t;
          sharp.share.set(weights, 3 * k);
        }
      });
    }
    for (let k = 0; k < triangle.length; k++) {
      if (triangle[k] < 0) continue;
      outwardAtCorner(mesh, sharp, k);
      for (let c = 0; c < 3; c++) {
        place[c] = v[3 * k + c];
        share[c] = sharp.share[3 * k + c];
      }
      addFeature(state, obstacle, number, triangles.subarray(triangle[k], triangle[k] + 3), y, 1 + k);
    }
  }

  #findCrossings(
    state: StepState,
    obstacle: ClothObstacle,
    number: number,
    mesh: TriangleMesh,
    sharp: Sharp,
    range: number,
  ): void {
    const { edges } = state.cloth;
    const { asked, edgeOf, isSharp, ends } = sharp;
    const y = this.#x;
    const v = mesh.vertices;
    asked.fill(-1);
    for (let e = 0; e < edges.length; e += 2) {
      const [i, j] = [3 * edges[e], 3 * edges[e + 1]];
      boxOf(y, i, j, j, range);
      // the tree is asked again for each contact: what is near is listed first
      near.length = 0;
      mesh.query(box, (found) => {
        for (let side = 3 * found; side < 3 * found + 3; side++) {
          const k = edgeOf[side];
          if (!isSharp[k] || asked[k] === e) continue;
          asked[k] = e;
          near.push(k);
        }
      });
      for (const k of near) {
        const [a, b] = [3 * ends[2 * k], 3 * ends[2 * k + 1]];
        if (segmentsApart(y, i, j, v, a, b, range)) continue;
        closestOfSegments(y, i, j, v, a, b);
        const { s, t, parallel } = nearest;
        if (parallel || s < inner || s > 1 - inner || t < inner || t > 1 - inner) continue;
        outwardAtEdge(mesh, sharp, k);
        for (let c = 0; c < 3; c++) place[c] = (1 - t) * v[a + c] + t * v[b + c];
        share[0] = 1 - s;
        share[1] = s;
        addFeature(state, obstacle, number, edges.subarray(e, e + 2), y, 1 + v.length / 3 + k);
      }
    }
  }
}

/** box = what holds three points of y, and `range` more */
function boxOf(y: Float64Array, a: number, b: number, c: number, range: number): void {
  for (let i = 0; i < 3; i++) {
    box[i] = Math.min(y[a + i], y[b + i], y[c + i]) - range;
    box[3 + i] = Math.max(y[a + i], y[b + i], y[c + i]) + range;
  }
}

/** outward = between the normals of the two faces of an edge; at the rim of a surface the one's */
function outwardAtEdge(mesh: TriangleMesh, { sides }: Sharp, e: number): void {
  faces.fill(0);
  faceNormal(faces, 0, mesh, sides[2 * e]);
  if (sides[2 * e + 1] >= 0) faceNormal(faces, 3, mesh, sides[2 * e + 1]);
  for (let c = 0; c < 3; c++) outward[c] = faces[c] + faces[3 + c];
}

/** outward = away from the other ends of the sharp edges that meet in a vertex */
function outwardAtCorner({ vertices: v }: TriangleMesh, { ends, start, list }: Sharp, k: number): void {
  outward.fill(0);
  for (let at = start[k]; at < start[k + 1]; at++) {
    const e = 2 * list[at];
    const other = 3 * (ends[e] === k ? ends[e + 1] : ends[e]);
    let square = 0;
    for (let c = 0; c < 3; c++) {
      away[c] = v[3 * k + c] - v[other + c];
      square += away[c] * away[c];
    }
    for (let c = 0; c < 3; c++) outward[c] += away[c] / Math.sqrt(square);
  }
}

/** Contact of the place Σ share y of cloth with `place` of the mesh, both in the mesh's frame, if near enough. */
function addFeature(
  state: StepState,
  obstacle: ClothObstacle,
  number: number,
  nodes: Int32Array,
  y: Float64Array,
  feature: number,
): void {
  const { rotation: R, position } = obstacle.shape;
  const thickness = state.cloth.thickness[nodes[0]];
  let square = 0;
  let side = 0;
  for (let c = 0; c < 3; c++) {
    away[c] = -place[c];
    for (let k = 0; k < nodes.length; k++) away[c] += share[k] * y[3 * nodes[k] + c];
    square += away[c] * away[c];
    side += away[c] * outward[c];
  }
  if (square === 0) return;
  const length = side < 0 ? -Math.sqrt(square) : Math.sqrt(square);
  const gap = length - 0.5 * thickness;
  // deeper than the cloth is thick, the feature belongs to another side of the mesh
  if (gap < -1.5 * thickness) return;
  for (let c = 0; c < 3; c++) away[c] /= length;
  apply33(normal, 0, R, 0, away, 0);
  apply33(turned, 0, R, 0, place, 0);
  for (let c = 0; c < 3; c++) turned[c] += position[c];
  // which triangle moves the place, where the mesh deforms
  obstacle.distance(turned[0], turned[1], turned[2], thickness);
  meet(state, obstacle, number, nodes, share, normal, turned, gap, undefined, feature);
}
