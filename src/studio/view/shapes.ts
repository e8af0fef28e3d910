import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import type { SolidShape } from '../../record/geometry.js';

/** The surface of a solid in its own frame; undefined for planes, which are drawn as ground. */
export function solidGeometry(shape: SolidShape): BufferGeometry | undefined {
  switch (shape.type) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 48, 32);
    case 'box':
      return new BoxGeometry(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
    case 'capsule':
      return new CapsuleGeometry(shape.radius, 2 * shape.halfLength, 12, 32).rotateX(Math.PI / 2);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, 2 * shape.halfLength, 48).rotateX(Math.PI / 2);
    case 'convex':
      return polygons(shape.vertices, shape.faces);
    case 'mesh':
      return triangles(shape.vertices, shape.triangles);
    case 'tube': {
      const points: Vector3[] = [];
      for (let k = 0; k < shape.points.length; k += 3) points.push(new Vector3().fromArray(shape.points, k));
      const curve = new CatmullRomCurve3(points, shape.closed);
      return new TubeGeometry(curve, Math.min(2000, 2 * points.length), shape.radius, 16, shape.closed);
    }
    case 'plane':
      return undefined;
  }
}

/** Whether its faces are flat and its edges worth a line. */
export function hasEdges(shape: SolidShape): boolean {
  return shape.type === 'box' || shape.type === 'convex';
}

/** Flat faces, each with its own vertices. */
function polygons(vertices: readonly number[], faces: readonly (readonly number[])[]): BufferGeometry {
  const points: number[] = [];
  for (const face of faces) {
    for (let k = 1; k < face.length - 1; k++) {
      for (const v of [face[0], face[k], face[k + 1]]) points.push(...vertices.slice(3 * v, 3 * v + 3));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array((2 * points.length) / 3), 2));
  geometry.computeVertexNormals();
  return geometry;
}

function triangles(vertices: readonly number[], corners: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(vertices), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array((2 * vertices.length) / 3), 2));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
  geometry.computeVertexNormals();
  return geometry;
}
