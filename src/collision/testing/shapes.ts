import { circleCurve, splineCurve } from '../../geometry/curve.js';
import { convexHull } from '../../geometry/convex-hull.js';
import type { Orientation, SimpleShape } from '../../geometry/shape.js';
import { TriangleMesh } from '../../geometry/triangle-mesh.js';
import type { Random } from '../../math/random.js';
import { PlacedShape } from '../placed-shape.js';

/** One shape of every type, about half a metre large. */
export const examples: Readonly<Record<SimpleShape['type'], SimpleShape>> = {
  plane: { type: 'plane' },
  sphere: { type: 'sphere', radius: 0.3 },
  capsule: { type: 'capsule', radius: 0.15, halfLength: 0.3 },
  cylinder: { type: 'cylinder', radius: 0.25, halfLength: 0.3 },
  box: { type: 'box', half: [0.3, 0.2, 0.25] },
  convex: { type: 'convex', polyhedron: convexHull([0, 0, 0, 0.6, 0, 0, 0, 0.5, 0, 0, 0, 0.7, 0.3, 0.4, 0.4]) },
  mesh: { type: 'mesh', mesh: octahedron(0.4) },
  tube: { type: 'tube', radius: 0.1, curve: splineCurve([-0.4, 0, 0, -0.1, 0.2, 0.1, 0.2, -0.1, 0.1, 0.4, 0.1, 0.3]) },
  distance: {
    type: 'distance',
    // a torus about the z axis
    distance: (x, y, z) => {
      const out = Math.sqrt(x * x + y * y) - 0.3;
      return Math.sqrt(out * out + z * z) - 0.12;
    },
    half: [0.42, 0.42, 0.12],
  },
};

/** A ring, for what meets closed curves. */
export const ring: SimpleShape = { type: 'tube', radius: 0.08, curve: circleCurve(0.35) };

/** A closed surface with sharp corners. */
export function octahedron(r: number): TriangleMesh {
  const corners = [r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r];
  return new TriangleMesh(corners, [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]);
}

/** A random orientation, all alike likely. */
export function randomTurn(random: Random): Orientation {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const n = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

/** A shape put somewhere. */
export function place(shape: SimpleShape, position: readonly number[], turn: Orientation = [1, 0, 0, 0]): PlacedShape {
  const placed = new PlacedShape(shape);
  placed.place(Float64Array.of(...position, ...turn));
  return placed;
}
