import { sheet } from '../../bodies/cloth/index.js';
import type { SignedDistance, Vector } from '../../geometry/shape.js';
import type { ClothOptions, FixedOptions, HairOptions, RigidOptions, RopeOptions, ShapeOption } from '../options.js';
import { finite, knownKeys, positive, refuse, vector } from './check.js';
import type { VectorLike } from './check.js';
import type { CarriedBy, Description } from './description.js';
import type { WorldMaterials } from './materials.js';
import { parseBody, parseObstacle } from './parse.js';

type Of<K extends Description['kind']> = Extract<Description, { kind: K }>;

const common = ['name', 'material', 'groups'];
const placed = [...common, 'position', 'orientation', 'sensor'];

/** Whether a shape is given by a function, which no file can hold. */
export const isFunction = (shape: ShapeOption): shape is SignedDistance =>
  (shape as { type?: unknown } | undefined)?.type === 'distance';

export function describeObstacle(
  call: string,
  kind: 'fixed' | 'kinematic',
  shape: ShapeOption,
  options: FixedOptions,
  materials: WorldMaterials,
): Of<'fixed' | 'kinematic'> {
  knownKeys(call, options, [...placed, 'surfaceVelocity']);
  const kept = isFunction(shape);
  if (kept && typeof shape.distance !== 'function') refuse(call, 'shape.distance', 'a function', shape.distance);
  const { position, orientation, surfaceVelocity, name } = options;
  const material = materials.nameOf(call, options.material, 'wood');
  const json = { name, shape: kept ? { type: 'plane' } : shape, material, position, orientation, surfaceVelocity };
  return { kind, json: parseObstacle(call, json, materials), sensor: options.sensor ?? false, kept };
}

export function describeRigid(
  call: string,
  shape: ShapeOption,
  options: RigidOptions,
  materials: WorldMaterials,
): Of<'rigid'> {
  knownKeys(call, options, [...placed, 'density', 'mass', 'velocity', 'spin', 'rotates']);
  if (isFunction(shape)) refuse(call, 'shape', 'a shape that has a mass', 'a distance function');
  const { groups: _, sensor = false, ...rest } = options;
  const material = materials.nameOf(call, options.material, 'wood');
  const given = { ...rest, type: 'rigid' as const, shape, material };
  return { kind: 'rigid', json: parseBody(call, given, materials), sensor };
}

const ropeKeys = [
  ...common,
  ...['from', 'to', 'points', 'radius', 'length', 'elements', 'model', 'bend', 'twist', 'stretch', 'linearDensity'],
  ...['rest', 'start', 'end', 'on', 'velocity', 'self'],
];

/** Segments of a rope are about so many radii long: as fine as contacts see it, but for 8 to 60 of them. */
const radiiPerSegment = 6;

export function describeRope(
  call: string,
  options: RopeOptions,
  materials: WorldMaterials,
  on: CarriedBy | undefined,
): Of<'rope'> {
  knownKeys(call, options, ropeKeys);
  const through = ropePoints(call, options);
  const radius = positive(call, 'radius', options.radius);
  const drawn = lengthOf(through);
  if (!(drawn > 0)) refuse(call, 'to', 'another place than `from`', options.to ?? options.points);
  const length = options.length ?? drawn;
  const elements = options.elements ?? Math.min(60, Math.max(8, Math.round(length / (radiiPerSegment * radius))));
  const motion = on && { with: 'carrier' };
  const end = (kind = 'free'): object | undefined =>
    kind === 'free' ? undefined : { kind, ...(motion && { motion }) };
  const { bend, twist, stretch, linearDensity, velocity, rest, name, self } = options;
  const stiffness = { EA: stretch, EI1: bend, EI2: bend, GJ: twist, mass: linearDensity };
  const json = parseBody(
    call,
    {
      ...{ type: 'rod', name, model: options.model ?? 'der', elements, length, radius, rest, self },
      material: materials.nameOf(call, options.material, 'rope'),
      ...(Object.values(stiffness).some((x) => x !== undefined) && { stiffness }),
      shape: { through, velocity },
      start: end(options.start),
      end: end(options.end),
    } as { type: 'rod' },
    materials,
    on && 'carrier',
  );
  return { kind: 'rope', json, ...(on && { on }) };
}

function ropePoints(call: string, { from, to, points }: RopeOptions): Vector[] {
  if (points !== undefined) {
    if (from !== undefined || to !== undefined) refuse(call, 'points', 'either points, or from and to', 'both');
    if (!Array.isArray(points) || points.length < 2) refuse(call, 'points', 'at least two points', points);
    return points.map((point: VectorLike, k) => vector(call, `points[${k}]`, point));
  }
  return [vector(call, 'from', from), vector(call, 'to', to)];
}

function lengthOf(points: readonly Vector[]): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [x, y, z] = [0, 1, 2].map((i) => points[k][i] - points[k - 1][i]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

const hairKeys = [
  ...common,
  ...['on', 'count', 'length', 'radius', 'collisionRadius', 'model', 'elements', 'scalp', 'rest', 'lift', 'comb'],
  ...['lengthVariation', 'bendVariation', 'seed'],
];

export function describeHair(call: string, options: HairOptions, materials: WorldMaterials, on: CarriedBy): Of<'hair'> {
  knownKeys(call, options, hairKeys);
  const { groups: _, on: _on, model = 'super-helix', elements = 4, radius = 5e-5, scalp = {}, ...rest } = options;
  const material = materials.nameOf(call, options.material, 'hair');
  const given = { ...rest, type: 'hair', on: 'carrier', model, elements, radius, scalp, material } as const;
  return { kind: 'hair', json: parseBody(call, given, materials, 'carrier'), on };
}

const clothKeys = [
  ...common,
  ...['sheet', 'mesh', 'thickness', 'density', 'stretch', 'bend', 'airDamping', 'pins', 'velocity'],
];

export function describeCloth(
  call: string,
  options: ClothOptions,
  materials: WorldMaterials,
  solver: object,
): Of<'cloth'> {
  knownKeys(call, options, clothKeys);
  const { sheet: flat, mesh, thickness = 5e-3, density = 0.3, stretch = 400, bend = 1e-3 } = options;
  if ((flat === undefined) === (mesh === undefined)) {
    refuse(call, 'sheet', 'either a sheet or a mesh', flat === undefined ? 'neither' : 'both');
  }
  const { positions, piece } = flat ? sheetPiece(call, flat) : meshPiece(call, mesh!);
  const pins = (options.pins ?? []).map((pin, k) => ({ within: pinBox(call, pin, positions, `pins[${k}]`) }));
  const { name, airDamping, velocity } = options;
  const json = {
    ...({ type: 'cloth', name, thickness, density, stretch, bend, airDamping, velocity, pins, solver } as const),
    pieces: [piece],
    material: materials.nameOf(call, options.material, 'wood'),
  };
  return { kind: 'cloth', json: parseBody(call, json, materials) };
}

interface Piece {
  readonly positions: Float64Array;
  readonly piece: object;
}

function sheetPiece(call: string, flat: NonNullable<ClothOptions['sheet']>): Piece {
  knownKeys(call, flat, ['corner', 'u', 'v', 'vertices'], 'sheet');
  const [u, v] = [vector(call, 'sheet.u', flat.u), vector(call, 'sheet.v', flat.v)];
  const corner = vector(call, 'sheet.corner', flat.corner ?? [0, 0, 0]);
  const [nu, nv] = flat.vertices ?? [];
  for (const n of [nu, nv]) {
    if (!Number.isInteger(n) || n < 2 || n > 1000) {
      refuse(call, 'sheet.vertices', 'two whole numbers from 2 to 1000', flat.vertices);
    }
  }
  const { positions } = sheet({ nu, nv, origin: corner, u, v, cut: 0 });
  return { positions, piece: { type: 'sheet', vertices: [nu, nv], corner, u, v } };
}

function meshPiece(call: string, mesh: NonNullable<ClothOptions['mesh']>): Piece {
  knownKeys(call, mesh, ['vertices', 'triangles'], 'mesh');
  const positions = Float64Array.from(mesh.vertices ?? []);
  const triples = (values: ArrayLike<number>, path: string): number[][] => {
    if (values.length === 0 || values.length % 3 !== 0) {
      refuse(call, path, 'three numbers for each, in one list', `${values.length} numbers`);
    }
    return Array.from({ length: values.length / 3 }, (_, k) => [0, 1, 2].map((i) => values[3 * k + i]));
  };
  const vertices = triples(positions, 'mesh.vertices');
  return { positions, piece: { type: 'mesh', vertices, triangles: triples(mesh.triangles ?? [], 'mesh.triangles') } };
}

type PinOption = NonNullable<ClothOptions['pins']>[number];

/** The box of a pin; of a vertex, the vertex itself. */
function pinBox(call: string, pin: PinOption, x: Float64Array, path: string): { least: Vector; most: Vector } {
  if (typeof pin === 'number') {
    if (!Number.isInteger(pin) || pin < 0 || 3 * pin >= x.length) {
      refuse(call, path, `a vertex from 0 to ${x.length / 3 - 1}, or a box`, pin);
    }
    const at: Vector = [x[3 * pin], x[3 * pin + 1], x[3 * pin + 2]];
    return { least: at, most: at };
  }
  knownKeys(call, pin, ['least', 'most'], path);
  return { least: vector(call, `${path}.least`, pin.least), most: vector(call, `${path}.most`, pin.most) };
}

/** Half sizes, or a radius, of the shapes with calls of their own. */
export function boxShape(call: string, size: VectorLike): ShapeOption {
  const [x, y, z] = vector(call, 'size', size);
  for (const side of [x, y, z]) positive(call, 'size', side);
  return { type: 'box', size: [x, y, z] };
}

export function sphereShape(call: string, radius: number): ShapeOption {
  return { type: 'sphere', radius: positive(call, 'radius', finite(call, 'radius', radius)) };
}
