import { createRod } from '../../bodies/rods/registry.js';
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
import { naturalShape } from './natural-layers.js';
import { shapeAlong } from './shape-along.js';
import { stride } from './drape.js';
import type { Hairline } from './hairline.js';
import { type Lane, lanesAbout } from './lanes.js';
import { grain, Outline } from './outline.js';
import { Profiles } from './profile.js';
import { fiberOptions, rodSpec } from './rod.js';

const degree = Math.PI / 180;

/** How far a root stands off the outline beyond its radius, over the radius. */
const standOff = 0.5;
/** Pieces of a stride that strands are followed by. */
const pieces = 8;
/** Azimuths at which outlines are looked at. */
const around = 720;
/** Angle over which the cut of a fringe goes over into that of the sides (degrees). */
const crossing = 25;
/** Farther than this from the head the outline is no place for roots: where the head is hollow, or below where the outline leaves it (m). */
const farthest = 0.006;
/** How far above the hairline strands may meet what stands out of the outline; those above lie over these (m). */
const nearLine = 0.08;
/** Times that roots are laid out again because some have no room. */
const mostTries = 8;
/** Way below the hairline over which strands cease to rise: elements of a strand cannot bend at once (m). */
const fading = 0.04;
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
  readonly outline: Outline;
  readonly line: number;
}

/** A strand in the obstacle's frame: its points, a stride apart, its length, and the axis that it bends about. */
interface Strand {
  readonly points: readonly Vector[];
  readonly length: number;
  /** of its root */
  readonly tangent: Vector;
  readonly across: Vector;
  /** how far from its root others grow below it (m) */
  readonly borne: number;
}

interface Root {
  readonly azimuth: number;
  readonly plane: Plane;
  /** along the outline from the crown (m) */
  readonly s: number;
  /** how many grow below it at the same place */
  readonly over: number;
}

/** How strands lie over each other. */
interface Stack {
  /** distance of a root on the outline from it (m) */
  readonly clearance: number;
  /** distance of strands that lie on each other (m) */
  readonly pitch: number;
  /** how much a strand rises over a length of the outline, by what grows below it there */
  readonly rise: number;
}

/**
 * Adds hair in layers without one strand in another: each strand lies in a half-plane about the crown, a lane, over those that grow farther
 * down in it, all at the same distance along their whole length.
 */
export function addLayered(
  world: World,
  scene: MaterialSource,
  json: HairJson,
  name: string,
  scalp: LayeredScalp,
): void {
  const layers = json.layers!;
  const radius = json.collisionRadius ?? json.radius ?? Math.max(...(json.halfAxes ?? [0]));
  const pitch = 2 * radius * layers.spacing;
  const moved = scalp.mesh.vertices.map((x, k) => (k % 3 < 2 ? x - scalp.centre[k % 3] : x));
  // what strands reach below where they are cut, roots being near it
  const profiles = new Profiles(moved, (azimuth) => levelAt(json, azimuth) - 0.1 * json.length);
  const planes = Array.from({ length: around }, (_, k) => planeAt(profiles, (2 * Math.PI * k) / around, json, scalp));
  const tightest = planes.reduce((least, { outline }) => Math.min(least, outline.tightest), Infinity);
  const chord = chordOf(json);
  // straight pieces lie inside of the curve
  const clearance = radius + (chord * chord) / (8 * tightest);
  const pose = new Float64Array(7);
  scalp.carrier.motion(pose, 0);
  let wanted = json.count;
  let roots: Root[] = [];
  let stack: Stack;
  // where an ear stands out of the smooth outline nothing grows: others are put elsewhere
  for (let tries = 0; ; tries++) {
    const places = placesFor(planes, { ...json, count: wanted }, json.length / json.elements, pitch);
    stack = { clearance: standOff * radius + clearance, pitch, rise: (places.deep * pitch) / places.apart };
    if (stack.rise > steepest || tries === mostTries) throw tooMuch(json, radius);
    roots = rootsIn(places, (azimuth) => planeAt(profiles, azimuth, json, scalp)).filter(
      (root) =>
        root.s < root.plane.line - nearLine ||
        isClear(scalp.mesh, strandOf(root, stack, json, json.length, scalp), clearance),
    );
    if (roots.length >= json.count) break;
    wanted += json.count - roots.length;
  }
  const lengths = new Random(json.seed + 2);
  thinned(roots, json.count).forEach((root, k) => {
    const grown = json.length * (1 - json.lengthVariation * lengths.uniform());
    const { points, length, tangent, across, borne } = strandOf(root, stack, json, grown, scalp);
    const { initial, curvature } = shapeAlong(
      points.map((point) => inWorld(pose, point)),
      length,
      json,
      turned(pose, tangent),
    );
    const fields = rodSpec(scene, { ...json, length }, `${name}-${k}`);
    const drawn = resolveRod({ ...fields, rest: curvature, initial });
    const { points: x, frames: q } = drawn.initial;
    const lie = { across: turned(pose, across), borne };
    const rest = fields.rest ?? naturalShape(drawn, curvature, layers, lie, world.settings.gravity);
    const motion = fixedAt(scalp.carrier, [x[0], x[1], x[2]], [q[0], q[1], q[2], q[3]]);
    world.addFiber(createRod({ ...fields, rest, initial, start: { kind: 'clamped', motion } }), fiberOptions(json));
  });
}

function tooMuch({ count }: HairJson, radius: number): InputError {
  const expected = `room for ${count} strands in layers: a smaller collisionRadius or count`;
  return new InputError('too much hair', [{ path: 'collisionRadius', expected, found: `${radius}` }]);
}

/** Whether the points of a strand keep clear of the surface. */
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

/** Height at which hair is cut that hangs at an azimuth (of the obstacle's x and y; the face looks along -y). */
function levelAt({ layers }: HairJson, azimuth: number): number {
  const { level, fringe } = layers!;
  if (!fringe) return level;
  const fromFace = Math.abs(atan2(cos(azimuth), -sin(azimuth)));
  // the cut goes over from one height to the other, as does the outline that counts
  const share = Math.min(1, Math.max(0, (fromFace / degree - fringe.angle) / crossing));
  return fringe.level + share * (level - fringe.level);
}

/** The longest way over a head from the crown to where hair grows (m). */
const longest = 0.3;

function planeAt(
  profiles: Profiles,
  azimuth: number,
  { length }: HairJson,
  { mesh, centre, hairline }: LayeredScalp,
): Plane {
  const outline = new Outline(profiles.at(azimuth), longest + 1.5 * length);
  const [c, s] = [cos(azimuth), sin(azimuth)];
  const foot = new Float64Array(7);
  let k = 0;
  for (; k * grain < longest; k++) {
    const place: Vector = [centre[0] + outline.rho[k] * c, centre[1] + outline.rho[k] * s, outline.z[k]];
    if (hairline && !(hairline.above(place) > 0)) break;
    if (k % 8 > 0) continue;
    mesh.nearest(foot, ...place);
    const [dx, dy, dz] = [place[0] - foot[0], place[1] - foot[1], place[2] - foot[2]];
    if (dx * dx + dy * dy + dz * dz > farthest * farthest) break;
  }
  return { outline, line: k * grain };
}

/** Where roots are. */
interface Places {
  readonly lanes: readonly Lane[];
  /** distance of places in a lane (m) */
  readonly apart: number;
  /** how many grow at a place */
  readonly deep: number;
}

/**
 * Lanes with room for as many roots as are asked for, at least. In a lane places are an element of a strand apart, or several, so that
 * elements of strands that lie on each other begin over each other and make the same of the drawing; at a place grow as many, one over the
 * other, as it takes. Lanes are as far apart as that allows.
 */
function placesFor(planes: readonly Plane[], { count, seed }: HairJson, element: number, pitch: number): Places {
  const ends = planes.reduce((most, { line }) => Math.max(most, line), 0);
  const spread = { distances: planes.map(({ outline }) => outline.rho), step: grain, ends };
  const places = (lanes: readonly Lane[], apart: number): number =>
    lanes.reduce((sum, lane) => {
      const { line } = planes[Math.floor((lane.azimuth / (2 * Math.PI)) * around)];
      return sum + placesIn(lane, line, apart);
    }, 0);
  let lanes = lanesAbout(spread, pitch, seed + 1);
  let apart = element;
  while (places(lanes, apart + element) >= count) apart += element;
  const deep = Math.ceil(count / Math.max(1, places(lanes, apart)));
  let [low, high] = [pitch, 2 * pitch];
  for (let k = 0; k < 10; k++) {
    const middle = 0.5 * (low + high);
    const wider = lanesAbout(spread, middle, seed + 1);
    if (places(wider, apart) * deep >= count) [low, lanes] = [middle, wider];
    else high = middle;
  }
  return { lanes, apart, deep };
}

function placesIn({ from, shift }: Lane, line: number, apart: number): number {
  return Math.max(0, Math.ceil((line - from) / apart - shift));
}

function rootsIn({ lanes, apart, deep }: Places, planeOf: (azimuth: number) => Plane): Root[] {
  return lanes.flatMap((lane) => {
    const { azimuth, from, shift } = lane;
    const plane = planeOf(azimuth);
    return Array.from({ length: deep * placesIn(lane, plane.line, apart) }, (_, i) => ({
      azimuth,
      plane,
      s: from + (Math.floor(i / deep) + shift) * apart,
      over: i % deep,
    }));
  });
}

function strandOf(
  { azimuth, plane, s, over }: Root,
  stack: Stack,
  json: HairJson,
  grown: number,
  { centre }: LayeredScalp,
): Strand {
  const { points: path, borne } = pathOf(plane, s, over, stack, grown);
  const length = cutAt(path, levelAt(json, azimuth), grown, json);
  const [x, y] = [cos(azimuth), sin(azimuth)];
  const points = path.map(([rho, z]): Vector => [centre[0] + rho * x, centre[1] + rho * y, z]);
  const [dx, dz] = startOf(path);
  return { points, length, tangent: [dx * x, dx * y, dz], across: [-y, x, 0], borne };
}

/** Points of a strand in its half-plane (distance from the axis, height), a stride apart. */
function pathOf(
  { outline, line }: Plane,
  s: number,
  over: number,
  { clearance, pitch, rise }: Stack,
  length: number,
): { points: [number, number][]; borne: number } {
  // at right angles to strands that rise they are nearer to each other
  const steeper = Math.sqrt(1 + rise * rise);
  const end = Math.max(s, line);
  const height = (at: number): number => {
    // the slope goes down as 1 - 3 x² + 2 x³, so that the curvature goes on without a jump
    const x = Math.min(1, Math.max(0, at - end) / fading);
    const risen = Math.min(at, end) - s + fading * x * (1 - x * x * (1 - 0.5 * x));
    return clearance + steeper * (over * pitch + rise * risen);
  };
  const points: [number, number][] = [];
  const piece = stride / pieces;
  const [last, next]: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  outline.place(last, s, height(s));
  points.push([last[0], last[1]]);
  // pieces of the outline, and how far from the last point of the strand they have led
  let [at, gone] = [s, 0];
  let borne = 0;
  while (points.length * stride < length + 2 * stride) {
    outline.place(next, at + piece, height(at + piece));
    const [dx, dz] = [next[0] - last[0], next[1] - last[1]];
    const way = Math.sqrt(dx * dx + dz * dz);
    const rest = stride - gone;
    if (at < line) borne = points.length * stride;
    if (way >= rest) {
      at += (piece * rest) / way;
      outline.place(last, at, height(at));
      points.push([last[0], last[1]]);
      gone = 0;
    } else {
      gone += way;
      at += piece;
      last[0] = next[0];
      last[1] = next[1];
    }
  }
  return { points, borne };
}

/** Direction in which a path begins: that of the parabola through its first points. */
function startOf([a, b, c]: readonly [number, number][]): [number, number] {
  const [dx, dz] = [0, 1].map((i) => 4 * b[i] - 3 * a[i] - c[i]);
  const size = Math.sqrt(dx * dx + dz * dz);
  return [dx / size, dz / size];
}

function cutAt(path: readonly [number, number][], level: number, grown: number, { length }: HairJson): number {
  const below = path.findIndex(([, z]) => z < level);
  if (below < 1) return below === 0 ? 0.1 * length : grown;
  const [a, b] = [path[below - 1][1], path[below][1]];
  const at = (below - 1 + (a - level) / (a - b)) * stride;
  return Math.min(grown, Math.max(0.1 * length, at * (grown / length)));
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
