import { InputError } from '../errors.js';
import { multiply33, transpose33 } from '../math/mat3.js';
import { quaternionToMatrix, rotateByQuaternion } from '../math/quaternion.js';
import type { Part, Shape } from './shape.js';
import { addOffset } from './shapes/mass.js';
import { kindOf, kinds } from './shapes/registry.js';

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
  if (shape.type === 'compound') return sum(shape.parts);
  const { mass } = kindOf(shape);
  if (mass) return mass(shape);
  const solids = kinds.filter((kind) => kind.mass).map((kind) => kind.type);
  throw new InputError('wrong body', [
    { path: 'shape', expected: `a solid: ${solids.join(', ')}, compound`, found: shape.type },
  ]);
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
