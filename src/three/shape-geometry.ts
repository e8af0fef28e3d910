import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  PlaneGeometry,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import type { RecordedShape } from '../geometry/shapes/recorded.js';
import { kindOf } from '../geometry/shapes/registry.js';
import type { Shape } from '../geometry/shape.js';

/** Side of the square that a plane is drawn as (m). */
const planeSize = 20;

/** A shape drawn in its own frame. */
export function shapeObject(shape: Shape, material: Material): Group {
  const group = new Group();
  if (shape.type === 'compound') {
    for (const part of shape.parts) {
      const child = shapeObject(part.shape, material);
      child.position.set(...((part.position ?? [0, 0, 0]) as [number, number, number]));
      const [w, x, y, z] = part.orientation ?? [1, 0, 0, 0];
      child.quaternion.set(x, y, z, w);
      group.add(child);
    }
    return group;
  }
  const recorded = kindOf(shape).recorded(shape);
  if (!recorded) return group;
  const mesh = new Mesh(geometryOf(recorded), material);
  mesh.castShadow = recorded.type !== 'plane';
  mesh.receiveShadow = true;
  group.add(mesh);
  return group;
}

function geometryOf(shape: RecordedShape): BufferGeometry {
  switch (shape.type) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 32, 16);
    case 'capsule':
      // three's axes are y, ours z
      return new CapsuleGeometry(shape.radius, 2 * shape.halfLength, 8, 24).rotateX(0.5 * Math.PI);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, 2 * shape.halfLength, 32).rotateX(0.5 * Math.PI);
    case 'box':
      return new BoxGeometry(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
    case 'plane':
      return new PlaneGeometry(planeSize, planeSize);
    case 'convex':
      return triangles(shape.vertices, shape.faces.flatMap(fan)).toNonIndexed();
    case 'mesh':
      return triangles(shape.vertices, shape.triangles);
    case 'tube': {
      const n = shape.points.length / 3;
      const points = Array.from({ length: n }, (_, k) => new Vector3().fromArray(shape.points as number[], 3 * k));
      return new TubeGeometry(new CatmullRomCurve3(points, shape.closed), 4 * n, shape.radius, 8, shape.closed);
    }
  }
}

/** A face as triangles about its first corner. */
function fan(face: readonly number[]): number[] {
  return face.slice(2).flatMap((_, k) => [face[0], face[k + 1], face[k + 2]]);
}

function triangles(vertices: readonly number[], indices: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(vertices), 3));
  geometry.setIndex([...indices]);
  geometry.computeVertexNormals();
  return geometry;
}
