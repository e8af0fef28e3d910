import { InputError } from '../errors.js';
import { multiply33, transpose33 } from '../math/mat3.js';
import { quaternionToMatrix, rotateByQuaternion } from '../math/quaternion.js';
import { boxPolyhedron } from './polyhedron.js';
import type { Polyhedron } from './polyhedron.js';
import type { Part, Shape } from './shape.js';

/** Mass, centre of mass and inertia of a solid. */
export interface MassProperties {
  /** (kg) */
  readonly mass: number;
  /** centre of mass in the shape's frame (m) */
  readonly centre: Float64Array;
  /** inertia about the centre of mass, 3x3 row-major, in the axes of the shape's frame (kg m²) */
  readonly inertia: Float64Array;
}

/** How heavy a solid is: by density (kg/m³) or by its whole mass (kg). */
export type Weight = { readonly density: number } | { readonly mass: number };

/** Mass properties of a solid of uniform density (parts of a compound may differ). */
export function massProperties(shape: Shape, weight: Weight): MassProperties {
  const unit = unitDensity(shape);
  const scale = 'density' in weight ? weight.density : weight.mass / unit.mass;
  if (!(scale > 0 && scale < Infinity)) {
    throw new InputError('wrong body', [
      { path: 'density' in weight ? 'density' : 'mass', expected: 'a number > 0', found: JSON.stringify(weight) },
    ]);
  }
  return {
    mass: 'mass' in weight ? weight.mass : scale * unit.mass,
    centre: unit.centre,
    inertia: unit.inertia.map((x) => scale * x),
  };
}

function unitDensity(shape: Shape): MassProperties {
  switch (shape.type) {
    case 'sphere': {
      const mass = (4 / 3) * Math.PI * shape.radius * shape.radius * shape.radius;
      const I = 0.4 * mass * shape.radius * shape.radius;
      return diagonal(mass, I, I, I);
    }
    case 'capsule':
      return capsule(shape.radius, shape.halfLength);
    case 'cylinder': {
      const { radius: r, halfLength: l } = shape;
      const mass = 2 * Math.PI * r * r * l;
      const across = mass * ((r * r) / 4 + (l * l) / 3);
      return diagonal(mass, across, across, (mass * r * r) / 2);
    }
    case 'box':
      return solid(boxPolyhedron(shape.half));
    case 'convex':
      return solid(shape.polyhedron);
    case 'compound':
      return sum(shape.parts);
    default:
      throw new InputError('wrong body', [
        { path: 'shape', expected: 'a solid: sphere, capsule, cylinder, box, convex, compound', found: shape.type },
      ]);
  }
}

function diagonal(mass: number, x: number, y: number, z: number): MassProperties {
  return { mass, centre: new Float64Array(3), inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}

/** A cylinder and the two halves of a ball at its ends. */
function capsule(r: number, l: number): MassProperties {
  const tube = 2 * Math.PI * r * r * l;
  const ball = (4 / 3) * Math.PI * r * r * r;
  // half balls: centre of mass 3/8 r beyond the end of the tube
  const across = tube * ((r * r) / 4 + (l * l) / 3) + ball * (0.4 * r * r + l * l + 0.75 * l * r);
  return diagonal(tube + ball, across, across, (tube * r * r) / 2 + 0.4 * ball * r * r);
}

/** Integrals over a polyhedron, as a sum over the tetrahedra that the origin makes with its triangles. */
function solid(shape: Polyhedron): MassProperties {
  const x = shape.vertices;
  let volume = 0;
  const first = new Float64Array(3);
  const second = new Float64Array(9);
  for (const loop of shape.faces) {
    for (let k = 1; k + 1 < loop.length; k++) {
      const a = x.subarray(3 * loop[0], 3 * loop[0] + 3);
      const b = x.subarray(3 * loop[k], 3 * loop[k] + 3);
      const c = x.subarray(3 * loop[k + 1], 3 * loop[k + 1] + 3);
      const det =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      volume += det / 6;
      for (let i = 0; i < 3; i++) {
        const si = a[i] + b[i] + c[i];
        first[i] += (det / 24) * si;
        for (let j = 0; j < 3; j++) {
          const sj = a[j] + b[j] + c[j];
          second[3 * i + j] += (det / 120) * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + si * sj);
        }
      }
    }
  }
  const centre = first.map((m) => m / volume);
  const inertia = new Float64Array(9);
  const trace = second[0] + second[4] + second[8];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) inertia[3 * i + j] = (i === j ? trace : 0) - second[3 * i + j];
  }
  addOffset(inertia, -volume, centre);
  return { mass: volume, centre, inertia };
}

function sum(parts: readonly Part[]): MassProperties {
  const placed = parts.map((part) => {
    const own = unitDensity(part.shape);
    const density = part.density ?? 1;
    const q = Float64Array.from(part.orientation ?? [1, 0, 0, 0]);
    const R = new Float64Array(9);
    const RT = new Float64Array(9);
    const inertia = new Float64Array(9);
    const centre = new Float64Array(3);
    quaternionToMatrix(R, 0, q, 0);
    transpose33(RT, 0, R, 0);
    multiply33(inertia, 0, R, 0, own.inertia, 0);
    multiply33(inertia, 0, inertia, 0, RT, 0);
    rotateByQuaternion(centre, 0, q, 0, own.centre, 0);
    for (let i = 0; i < 3; i++) centre[i] += part.position?.[i] ?? 0;
    return { mass: density * own.mass, centre, inertia: inertia.map((x) => density * x) };
  });
  const mass = placed.reduce((total, part) => total + part.mass, 0);
  const centre = new Float64Array(3);
  for (const part of placed) for (let i = 0; i < 3; i++) centre[i] += (part.mass / mass) * part.centre[i];
  const inertia = new Float64Array(9);
  for (const part of placed) {
    for (let k = 0; k < 9; k++) inertia[k] += part.inertia[k];
    addOffset(
      inertia,
      part.mass,
      part.centre.map((x, i) => x - centre[i]),
    );
  }
  return { mass, centre, inertia };
}

/** I += m (|c|² 1 - c cᵀ), the parallel-axis term. */
function addOffset(I: Float64Array, m: number, c: Float64Array): void {
  const square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) I[3 * i + j] += m * ((i === j ? square : 0) - c[i] * c[j]);
}
