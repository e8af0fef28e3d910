import { createRod } from '../../bodies/rods/registry.js';
import type { Curvature } from '../../bodies/rods/shape.js';
import { resolveRod } from '../../bodies/rods/spec.js';
import type { World } from '../../dynamics/world.js';
import { InputError } from '../../errors.js';
import { atan2, cos, sin } from '../../math/functions.js';
import type { TriangleMesh } from '../../geometry/triangle-mesh.js';
import { rotateByQuaternion } from '../../math/quaternion.js';
import { Random } from '../../math/random.js';
import type { HairJson } from '../schema/generators.js';
import type { Vector } from '../schema/values.js';
import { type Carrier, fixedAt } from './carrier.js';
import type { MaterialSource } from './materials.js';
import { shapeAlong } from './shape-along.js';
import { stride } from './drape.js';
import type { Hairline } from './hairline.js';
import { type Profile, Profiles } from './profile.js';
import { fiberOptions, rodSpec } from './rod.js';

const degree = Math.PI / 180;

/** How far a root stands off the outline beyond its radius, over the radius. */
const standOff = 0.5;
/** Pieces of a stride, so that distances from the outline are followed closely. */
const pieces = 4;
/** Azimuths at which rows are looked at. */
const around = 720;
/** Hair does not begin nearer to the crown than this (m): lanes would have no width. */
const crown = 0.002;
/** Angle over which the cut of a fringe goes over into that of the sides (degrees). */
const crossing = 25;
/** How far above the hairline strands may meet what stands out of the outline; those above lie over these (m). */
const nearLine = 0.08;
/** Times that roots are laid out again because some have no room. */
const mostTries = 8;
/** Steepest rise of a strand over the ones that grow below it. */
const steepest = 0.5;

/** What hair in layers grows on, in the frame of its obstacle. */
export interface LayeredScalp {
  readonly carrier: Carrier;
  readonly mesh: TriangleMesh;
  readonly centre: Vector;
  readonly hairline?: Hairline;
}

/** A half-plane: its outline, and how far down hair grows there (m along the outline, from the crown). */
interface Plane {
  readonly profile: Profile;
  /** direction of the outline's normal at the crown (degrees) */
  readonly top: number;
  readonly line: number;
  /** length from the crown down to each degree below `top`, until the outline is vertical (m) */
  readonly lengths: Float64Array;
  /** least radius of curvature (m) */
  readonly tightest: number;
}

/** A strand in the obstacle's frame: its points, its length, and the axis that it bends about. */
interface Strand {
  readonly points: readonly Vector[];
  readonly length: number;
  readonly across: Vector;
}

interface Root {
  readonly azimuth: number;
  /** along the outline from the crown (m) */
  readonly s: number;
}

/**
 * Adds hair in layers without one strand in another: roots in rows about the crown, each strand in the half-plane of its
 * root, rising from the outline of the head by the thickness of a layer for each row that it passes.
 */
export function addLayered(
  world: World,
  scene: MaterialSource,
  json: HairJson,
  name: string,
  scalp: LayeredScalp,
): void {
  const layers = json.layers!;
  const random = new Random(json.seed + 1);
  const radius = json.collisionRadius ?? json.radius ?? Math.max(...(json.halfAxes ?? [0]));
  const pitch = 2 * radius * layers.spacing;
  const level = (azimuth: number): number => levelAt(json, azimuth);
  const moved = scalp.mesh.vertices.map((x, k) => (k % 3 < 2 ? x - scalp.centre[k % 3] : x));
  // what strands reach below where they are cut, roots being near it
  const profiles = new Profiles(moved, (azimuth) => level(azimuth) - 0.1 * json.length);
  const planes = Array.from({ length: around }, (_, k) => planeAt(profiles, (2 * Math.PI * k) / around, scalp));
  const pose = new Float64Array(7);
  scalp.carrier.motion(pose, 0);
  const clearance = radius + sagOf(json, planes);
  // where an ear stands out of the smooth outline nothing grows: others are put elsewhere
  let [wanted, strands] = [json.count, [] as Strand[]];
  for (let tries = 0; tries < mostTries && strands.length < json.count; tries++) {
    if (tries > 0) wanted += json.count - strands.length;
    const { roots, rows } = rootsInRows(planes, wanted, pitch, random);
    const rise = layerThickness(planes, json, pitch, rows) / rows;
    if (rise > steepest || roots.length < json.count) throw tooMuch(json, radius);
    const lengths = new Random(json.seed + 2);
    strands = roots.flatMap((root) => {
      const plane = planeAt(profiles, root.azimuth, scalp);
      const grown = json.length * (1 - json.lengthVariation * lengths.uniform());
      const path = pathOf(plane, root.s, standOff * radius + clearance, rise, grown);
      const length = cutAt(path, level(root.azimuth), grown, json);
      const [x, y] = [cos(root.azimuth), sin(root.azimuth)];
      const points = path.map(([rho, z]): Vector => [scalp.centre[0] + rho * x, scalp.centre[1] + rho * y, z]);
      const strand: Strand = { points, length, across: [-y, x, 0] };
      return root.s > plane.line - nearLine && !isClear(scalp.mesh, strand, clearance) ? [] : [strand];
    });
  }
  thinned(strands, json.count).forEach(({ points, length, across }, k) => {
    const { initial, curvature } = shapeAlong(
      points.map((point) => inWorld(pose, point)),
      length,
      json,
    );
    const fields = rodSpec(scene, { ...json, length }, `${name}-${k}`);
    const { points: x, frames: q } = resolveRod({ ...fields, rest: curvature, initial }).initial;
    const rest = fields.rest ?? clinging(curvature, layers.cling, q, turned(pose, across));
    const motion = fixedAt(scalp.carrier, [x[0], x[1], x[2]], [q[0], q[1], q[2], q[3]]);
    world.addFiber(createRod({ ...fields, rest, initial, start: { kind: 'clamped', motion } }), fiberOptions(json));
  });
}

function tooMuch({ count }: HairJson, radius: number): InputError {
  const expected = `room for ${count} strands in layers: a smaller collisionRadius or count`;
  return new InputError('too much hair', [{ path: 'collisionRadius', expected, found: `${radius}` }]);
}

/** Whether the points of a strand, a stride apart, keep clear of the surface. */
function isClear(mesh: TriangleMesh, { points, length }: Strand, radius: number): boolean {
  const foot = new Float64Array(7);
  return points.every(([x, y, z], k) => {
    if (k * stride > length) return true;
    mesh.nearest(foot, x, y, z);
    const [dx, dy, dz] = [x - foot[0], y - foot[1], z - foot[2]];
    return foot[6] > 0 && dx * dx + dy * dy + dz * dz > radius * radius;
  });
}

/** As many as are asked for, left out evenly. */
function thinned<T>(all: readonly T[], count: number): T[] {
  const extra = all.length - count;
  return all.filter((_, k) => Math.floor(((k + 1) * extra) / all.length) === Math.floor((k * extra) / all.length));
}

/** Length of the straight pieces of the longest strands (m). */
function chordOf({ length, elements, segmentsPerElement }: HairJson): number {
  return length / (elements * (segmentsPerElement ?? 1));
}

function tightestOf(planes: readonly Plane[]): number {
  return planes.reduce((least, plane) => Math.min(least, plane.tightest), Infinity);
}

/** How far straight pieces lie inside of the curve (m). */
function sagOf(json: HairJson, planes: readonly Plane[]): number {
  const chord = chordOf(json);
  return (chord * chord) / (8 * tightestOf(planes));
}

/**
 * Distance of layers: strands are straight between nodes, which those of the next row have elsewhere. Chords of length l in a circle of
 * radius R whose nodes are d apart differ by d (l - d) / 2R.
 */
function layerThickness(planes: readonly Plane[], json: HairJson, pitch: number, rows: number): number {
  const chord = chordOf(json);
  const tightest = tightestOf(planes);
  let most = pitch;
  for (let k = 1; k * rows < chord; k++) {
    const apart = Math.min(k * rows, chord / 2);
    most = Math.max(most, (pitch + (apart * (chord - apart)) / (2 * tightest)) / k);
  }
  return most;
}

/** Height at which hair is cut that hangs at an azimuth (of the obstacle's x and y; the face looks along -y). */
function levelAt({ layers }: HairJson, azimuth: number): number {
  const { level, fringe } = layers!;
  if (!fringe) return level;
  const fromFace = Math.abs(atan2(cos(azimuth), -sin(azimuth)));
  // the cut goes over from one height to the other, as does the outline that counts
  const share = Math.min(1, Math.max(0, (fromFace / degree - fringe.angle) / crossing));
  return fringe.level + share * (level - fringe.level);
}

function planeAt(profiles: Profiles, azimuth: number, { centre, hairline }: LayeredScalp): Plane {
  const profile = profiles.at(azimuth);
  let top = 110;
  while (top > 0 && profile.at(top, 0).rho < crown) top--;
  let line: number | undefined;
  const [c, s] = [cos(azimuth), sin(azimuth)];
  const lengths = new Float64Array(top + 1);
  let tightest = Infinity;
  // arcs of a degree, down to where the outline is vertical
  for (let angle = top; angle > 0; angle--) {
    const k = top - angle;
    const { rho, z, bend } = profile.at(angle - 0.5, 0);
    if (hairline && !(hairline.above([centre[0] + rho * c, centre[1] + rho * s, z]) > 0)) line ??= lengths[k];
    lengths[k + 1] = lengths[k] + bend * degree;
    tightest = Math.min(tightest, bend);
  }
  return { profile, top, line: line ?? lengths[top], lengths, tightest };
}

/** The normal's direction at a length along the outline (degrees), and how far that is below where it is vertical (m). */
function placeAlong({ top, lengths }: Plane, s: number): { angle: number; below: number } {
  if (s >= lengths[top]) return { angle: 0, below: s - lengths[top] };
  let [low, high] = [0, top];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lengths[middle] <= s) low = middle;
    else high = middle;
  }
  return { angle: top - low - (s - lengths[low]) / (lengths[high] - lengths[low]), below: 0 };
}

/** Roots in rows about the crown, as many as are asked for, and the distance of the rows (m). */
function rootsInRows(
  planes: readonly Plane[],
  count: number,
  pitch: number,
  random: Random,
): { roots: Root[]; rows: number } {
  const longest = planes.reduce((most, { line }) => Math.max(most, line), 0);
  // distances from the axis along each outline, by millimetres
  const distances = planes.map((plane) =>
    Float64Array.from({ length: Math.ceil(longest / 1e-3) + 1 }, (_, k) => {
      const { angle } = placeAlong(plane, k * 1e-3);
      return plane.profile.at(angle, 0).rho;
    }),
  );
  const first = random.uniform();
  const inRows = (rows: number): Root[] => {
    const roots: Root[] = [];
    let row = 0;
    for (let s = 0.5 * rows; s < longest; s += rows) {
      // each row begins somewhere else, so that no seam shows
      let next = pitch * (((row++ * 0.618034 + first) % 1) + 1e-9);
      let passed = 0;
      planes.forEach(({ line }, k) => {
        const width = (distances[k][Math.floor(s / 1e-3)] * 2 * Math.PI) / around;
        if (line > s) {
          // the last lane of a row keeps clear of the first
          while (next <= passed + width) {
            roots.push({ azimuth: (2 * Math.PI * (k + (next - passed) / width)) / around, s });
            next += pitch;
          }
        } else {
          next = Math.max(next, passed + width + pitch);
        }
        passed += width;
      });
      closeRing(roots, s, distances, pitch);
    }
    return roots;
  };
  // as far apart as rows may be with enough roots
  let [low, high] = [pitch / steepest / 4, longest];
  if (inRows(low).length < count) return { roots: [], rows: low };
  for (let k = 0; k < 40; k++) {
    const middle = 0.5 * (low + high);
    if (inRows(middle).length >= count) low = middle;
    else high = middle;
  }
  return { roots: inRows(low), rows: low };
}

/** Takes the last root of a row away that is too near to its first one, the row being a ring. */
function closeRing(roots: Root[], s: number, distances: readonly Float64Array[], pitch: number): void {
  let first = roots.length - 1;
  while (first > 0 && roots[first - 1].s === s) first--;
  if (first < 0 || first >= roots.length - 1 || roots[first].s !== s) return;
  const turn = roots[first].azimuth + 2 * Math.PI - roots[roots.length - 1].azimuth;
  if (turn * distances[0][Math.floor(s / 1e-3)] < pitch) roots.pop();
}

/** Points of a strand in its half-plane (distance from the axis, height), a stride apart. */
function pathOf(plane: Plane, s: number, clearance: number, rise: number, length: number): [number, number][] {
  const { profile, line } = plane;
  let { angle, below } = placeAlong(plane, s);
  let w = clearance;
  let passed = s;
  const points: [number, number][] = [];
  const level = Math.sqrt(1 - rise * rise);
  const piece = stride / pieces;
  for (let k = 0; k <= pieces * Math.ceil(length / stride + 2); k++) {
    if (k % pieces === 0) {
      const { rho, z } = profile.at(angle, w);
      points.push([rho, z - below]);
    }
    // beyond the hairline nothing grows below it any more
    const grows = passed < line;
    let along = piece * (grows ? level : 1);
    if (angle > 0) {
      const { bend } = profile.at(angle, w);
      const turn = along / bend / degree;
      // what it passes of the outline itself, which is shorter than its own way
      passed += along * Math.max(0, 1 - w / bend);
      if (turn < angle) {
        angle -= turn;
        along = 0;
      } else {
        along *= 1 - angle / turn;
        angle = 0;
      }
    } else passed += along;
    if (angle === 0) below += along;
    if (grows) w += piece * rise;
  }
  return points;
}

function cutAt(path: readonly [number, number][], level: number, grown: number, { length }: HairJson): number {
  const below = path.findIndex(([, z]) => z < level);
  if (below < 1) return below === 0 ? 0.1 * length : grown;
  const [a, b] = [path[below - 1][1], path[below][1]];
  const at = (below - 1 + (a - level) / (a - b)) * stride;
  return Math.min(grown, Math.max(0.1 * length, at * (grown / length)));
}

/** A natural shape that is bent towards the head by more than the drawing is. */
function clinging(drawn: Curvature, cling: number, frames: Float64Array, across: Vector): Curvature {
  if (cling === 0) return drawn;
  // the axis that the strand bends about, in its own frame: the same all along, as it lies in a plane and is not twisted
  const axis = Float64Array.from(across);
  const back = Float64Array.of(frames[0], -frames[1], -frames[2], -frames[3]);
  rotateByQuaternion(axis, 0, back, 0, axis, 0);
  const at = typeof drawn === 'function' ? drawn : (): typeof drawn => drawn;
  return (s) => {
    const k = at(s);
    return [k[0] + cling * axis[0], k[1] + cling * axis[1], k[2] + cling * axis[2]];
  };
}

function turned(pose: Float64Array, a: Vector): Vector {
  const out = Float64Array.from(a);
  rotateByQuaternion(out, 0, pose, 3, out, 0);
  return [out[0], out[1], out[2]];
}

function inWorld(pose: Float64Array, a: Vector): Vector {
  const [x, y, z] = turned(pose, a);
  return [x + pose[0], y + pose[1], z + pose[2]];
}
