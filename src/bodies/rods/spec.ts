import { InputError, type InputProblem } from '../../errors.js';
import type { RodEnd } from './end.js';
import type { RodLoads, Vec3 } from './loads.js';
import { type RodMaterial, type RodMaterialName, rodMaterials } from './materials.js';
import { type RodSection, type SectionStiffness, halfAxes, sectionStiffness } from './section.js';
import { type Curvature, type RodGeometry, curvedGeometry, frameOfTangent, geometryOfPoints } from './shape.js';

/** Everything that a rod is built from. Lengths in metres, angles in radians. */
export interface RodSpec {
  /** a key of `rodModels` */
  readonly model: string;
  readonly name?: string;
  /** segments (chain, CORDE, discrete elastic rod) or helical elements (super-helix) */
  readonly elements: number;
  readonly length: number;
  readonly section: RodSection;
  readonly material: RodMaterialName | RodMaterial;
  /** replaces single stiffnesses or the inertia computed from section and material */
  readonly stiffness?: Partial<SectionStiffness>;
  /** replace the material's (s, N s/m²) */
  readonly internalDamping?: number;
  readonly airDamping?: number;
  /** radius of the collision cylinders; the largest half axis where missing */
  readonly collisionRadius?: number;
  /** collision segments per helical element (super-helix only), 2 where missing */
  readonly segmentsPerElement?: number;
  /** natural curvature and twist; straight where missing */
  readonly rest?: Curvature;
  readonly initial?: InitialShape;
  /** what holds the ends; free where missing */
  readonly start?: RodEnd;
  readonly end?: RodEnd;
  readonly loads?: RodLoads;
  readonly options?: RodOptions;
}

/** Where a rod is at the beginning. */
export interface InitialShape {
  /** first node; the origin where missing */
  readonly position?: Vec3;
  /** direction at the start; +x where missing */
  readonly tangent?: Vec3;
  /** direction of the first director there, made orthogonal to the tangent */
  readonly normal?: Vec3;
  /** curvature and twist at the beginning; the natural one where missing */
  readonly curvature?: Curvature;
  /** nodes, flat; `elements` + 1 of them. Takes the place of position, tangent and curvature */
  readonly points?: ArrayLike<number>;
  /** twist of the frames along `points` (rad/m), 0 where missing */
  readonly twist?: number;
  /** velocity of the whole rod (m/s) */
  readonly velocity?: Vec3;
}

/** Choices within a model. */
export interface RodOptions {
  /** chain: bending energy (B/2l) angle² or (B/2l)(2 tan(angle/2))² */
  readonly bending?: 'angle' | 'tan';
  /** CORDE: stiffness that ties the tangent to the third director (N); the shear stiffness GA where missing */
  readonly shear?: number;
  /** which stiffness matrix enters M: 'exact' falls back to 'projected' in steps where M would be indefinite */
  readonly tangent?: 'exact' | 'projected';
}

/** A checked spec with every default filled in. */
export interface ResolvedRod {
  readonly spec: RodSpec;
  readonly name: string;
  readonly n: number;
  readonly length: number;
  readonly section: SectionStiffness;
  readonly internalDamping: number;
  readonly airDamping: number;
  readonly radius: number;
  /** of the section (m) */
  readonly halfAxes: readonly [number, number];
  /** how far from the centre line contacts push (m) */
  readonly lever: number;
  readonly rest: RodGeometry;
  readonly initial: RodGeometry;
  readonly restCurvature: Curvature;
  readonly start: RodEnd;
  readonly end: RodEnd;
  readonly options: RodOptions;
}

const free: RodEnd = { kind: 'free' };

/** Checks a spec and fills in the defaults. Throws an InputError that lists everything that is wrong. */
export function resolveRod(spec: RodSpec): ResolvedRod {
  const problems: InputProblem[] = [];
  const positive = (path: string, value: number) => {
    if (!(value > 0 && value < Infinity)) problems.push({ path, expected: 'a positive number', found: String(value) });
  };
  positive('length', spec.length);
  if (!Number.isInteger(spec.elements) || spec.elements < 1)
    problems.push({ path: 'elements', expected: 'a whole number of at least 1', found: String(spec.elements) });
  halfAxes(spec.section).forEach((a, k) => positive(`section[${k}]`, a));
  const material = typeof spec.material === 'string' ? rodMaterials[spec.material] : spec.material;
  if (!material)
    problems.push({
      path: 'material',
      expected: `one of ${Object.keys(rodMaterials).join(', ')}`,
      found: String(spec.material),
    });
  const points = spec.initial?.points;
  if (points && points.length !== 3 * (spec.elements + 1))
    problems.push({
      path: 'initial.points',
      expected: `${3 * (spec.elements + 1)} numbers`,
      found: `${points.length}`,
    });
  if (problems.length > 0) throw new InputError(`rod ${spec.name ?? ''} cannot be built`, problems);
  const axes = halfAxes(spec.section);
  const thickness = Math.max(...axes);
  const radius = spec.collisionRadius ?? thickness;
  const rest = spec.rest ?? [0, 0, 0];
  return {
    spec,
    name: spec.name ?? 'rod',
    n: spec.elements,
    length: spec.length,
    section: { ...sectionStiffness(spec.section, material), ...spec.stiffness },
    internalDamping: spec.internalDamping ?? material.internalDamping,
    airDamping: spec.airDamping ?? material.airDamping,
    radius,
    halfAxes: axes,
    lever: Math.min(radius, thickness),
    rest: curvedGeometry(spec.elements, spec.length, [0, 0, 0], [1, 0, 0, 0], rest),
    initial: initialGeometry(spec),
    restCurvature: rest,
    start: spec.start ?? free,
    end: spec.end ?? free,
    options: spec.options ?? {},
  };
}

function initialGeometry(spec: RodSpec): RodGeometry {
  const initial = spec.initial ?? {};
  if (initial.points) return geometryOfPoints(Float64Array.from(initial.points), initial.normal, initial.twist);
  const frame = new Float64Array(4);
  frameOfTangent(frame, 0, initial.tangent ?? [1, 0, 0], initial.normal);
  const curvature = initial.curvature ?? spec.rest ?? [0, 0, 0];
  return curvedGeometry(spec.elements, spec.length, initial.position ?? [0, 0, 0], frame, curvature);
}
